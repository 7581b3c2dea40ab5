import { BlogPost, FaqEntry } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { StaffArticle, StaffArticlePage, StaffFaqEntry } from "./content-views.ts";

const ARTICLES_PER_PAGE = 50;
const MOST_ENTRIES = 1000;

/** Articles and drafts, newest first. Administrators only: nobody else holds settings.view. */
export const listStaffArticles = read(
  "content.view",
  async (context: Context, cursor?: number): Promise<StaffArticlePage> => {
    const posts = await context.em.find(BlogPost, cursor === undefined ? {} : { id: { $lt: cursor } }, {
      orderBy: { id: "desc" },
      limit: ARTICLES_PER_PAGE + 1,
      fields: ["id", "slug", "title", "status", "publishedAt", "updatedAt"],
    });
    const page = posts.slice(0, ARTICLES_PER_PAGE);
    return {
      articles: page.map(({ id, slug, title, status, publishedAt, updatedAt }) => ({
        id,
        slug,
        title,
        status,
        publishedAt: publishedAt?.toISOString() ?? null,
        updatedAt: updatedAt.toISOString(),
      })),
      nextCursor: posts.length > ARTICLES_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
    };
  },
);

/**
 * An article for the editor, published or not. @throws ShopError `not_found`
 */
export const findStaffArticle = read(
  "content.view",
  async (context: Context, id: number): Promise<StaffArticle> => {
    const post = await context.em.findOne(BlogPost, { id }, { refresh: true });
    if (!post) throw new ShopError("not_found", "Article not found");
    const { slug, title, excerpt, body, imageUrl, imageAlt, status, publishedAt, updatedAt, version } = post;
    return {
      id,
      slug,
      title,
      excerpt,
      body,
      imageUrl,
      imageAlt,
      status,
      publishedAt: publishedAt?.toISOString() ?? null,
      updatedAt: updatedAt.toISOString(),
      version,
    };
  },
);

/** All Q&A entries, also unpublished ones, in the order of their page. Administrators only. */
export const listStaffFaq = read("content.view", async (context: Context): Promise<StaffFaqEntry[]> => {
  const entries = await context.em.find(
    FaqEntry,
    {},
    { orderBy: { category: "asc", position: "asc", id: "asc" }, limit: MOST_ENTRIES, refresh: true },
  );
  return entries.map(({ id, category, question, answer, position, published, version }) => ({
    id,
    category,
    question,
    answer,
    position,
    published,
    version,
  }));
});
