import type { SelectQueryBuilder } from "kysely";
import { z } from "zod";
import { BlogPost, FaqEntry } from "#db/entities/index.ts";
import type { Tables } from "#db/tables.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { likeAnywhere, searchText } from "#server/core/fields.ts";
import { pageOf } from "#server/core/list-query.ts";
import {
  allOf,
  beyondRow,
  condition,
  isoTime,
  type Read,
  searchedRows,
  typedSql,
  wholeNumber,
} from "#server/core/typed-sql.server.ts";
import { ARTICLES_AT_ONCE, type ArticlesQuery, faqCategories } from "./content-views.ts";
import { renderMarkdown } from "./prose.server.ts";

/** The newest published articles, searched by title and excerpt, ignoring case. Public. */
export async function listArticles(context: Context, { search, shown }: ArticlesQuery) {
  if (search) await countAgainstLimit(context, "search");
  const matching = allOf([
    condition`status = 'published'`,
    // Must equal the expression of the trigram index blog_post_search_index.
    search ? condition`lower(title || ' ' || excerpt) like lower(${likeAnywhere(search)})` : undefined,
  ]);
  const read: Read<ArticleCard & { total: number }> = (tables) =>
    selectCards(newestFirst(tables.selectFrom("blog_post").where(matching)).limit(shown)).select((from) =>
      wholeNumber`${from.selectFrom("blog_post").where(matching).select(wholeNumber`count(*)`.as("count"))}`.as(
        "total",
      ),
    );
  const rows = await (search ? searchedRows(context.em, read) : read(typedSql(context.em)).execute());
  return { articles: rows.map(({ total, ...card }) => card), total: rows[0]?.total ?? 0 };
}

interface ArticleStep {
  /** At most this many. */
  limit: number;
  /** Only those after the article with this id. */
  afterId?: number | undefined;
}

/** All published articles, newest first, for scripts and feeds that walk them page by page. */
export async function walkArticles(context: Context, { limit, afterId }: ArticleStep) {
  const after =
    afterId === undefined
      ? undefined
      : beyondRow("<", { table: "blog_post", column: "published_at", id: afterId });
  const matching = allOf([condition`status = 'published'`, after]);
  return selectCards(
    newestFirst(typedSql(context.em).selectFrom("blog_post").where(matching)).limit(limit),
  ).execute();
}

/** An article in a list. */
export type ArticleCard = Awaited<ReturnType<typeof walkArticles>>[number];

type ArticlesOf = SelectQueryBuilder<Tables, "blog_post", object>;

function newestFirst(articles: ArticlesOf): ArticlesOf {
  return articles.orderBy("published_at", "desc").orderBy("id", "desc");
}

/** The cards of published articles. */
function selectCards(articles: ArticlesOf) {
  return articles.select((article) => [
    "id",
    "slug",
    "title",
    "excerpt",
    "image_url as imageUrl",
    "image_alt as imageAlt",
    isoTime(article.ref("published_at")).$notNull().as("publishedAt"),
  ]);
}

/** A published article by its slug, for everybody; undefined for a draft. */
export async function findArticle(context: Context, slug: string) {
  const post = await context.em.findOne(BlogPost, { slug, status: "published" });
  if (!post?.publishedAt) return undefined;
  const { id, title, excerpt, imageUrl, imageAlt, body, publishedAt, updatedAt } = post;
  return {
    ...{ id, slug, title, excerpt, imageUrl, imageAlt },
    /** Safe HTML. */
    html: renderMarkdown(body),
    publishedAt: publishedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** An article on its own page. */
export type ArticleView = NonNullable<Awaited<ReturnType<typeof findArticle>>>;

/** Keeps a response bounded, whatever the address requests. */
const MOST_SHOWN = 600;

/** People type and share addresses, so invalid values become their defaults. Zero bytes count as spaces. */
const articlesQuerySchema = z.object({
  search: searchText(),
  shown: z.coerce
    .number()
    .int()
    .min(1)
    .transform((shown) => Math.min(Math.ceil(shown / ARTICLES_AT_ONCE) * ARTICLES_AT_ONCE, MOST_SHOWN))
    .catch(ARTICLES_AT_ONCE),
});

/** Reads `search` and `shown` from an address. */
export function parseArticlesQuery(parameters: URLSearchParams): ArticlesQuery {
  return articlesQuerySchema.parse(Object.fromEntries(parameters));
}

/** More than anybody reads on one page. */
const MOST_ENTRIES = 500;
/** The page's title and the category are above the answer's headings. */
const FIRST_HEADING = 3;

/** The content of the Q&A page: the published entries by category, without empty categories. */
export async function listFaq(context: Context) {
  const entries = await context.em.find(
    FaqEntry,
    { published: true },
    { orderBy: { category: "asc", position: "asc", id: "asc" }, limit: MOST_ENTRIES },
  );
  return faqCategories
    .map((category) => ({
      category,
      questions: entries
        .filter((entry) => entry.category === category)
        .map(({ id, question, answer }) => ({
          id,
          question,
          /** Safe HTML. */
          htmlResponse: renderMarkdown(answer, FIRST_HEADING),
        })),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** The questions on one subject. */
export type FaqSection = Awaited<ReturnType<typeof listFaq>>[number];

const ARTICLES_PER_PAGE = 50;
const MOST_LISTED_ENTRIES = 1000;

/** Articles and drafts, newest first. Administrators only: nobody else holds settings.view. */
export const listStaffArticles = read("content.view", async ({ em }: Context, after?: number) => {
  const rows = await typedSql(em)
    .selectFrom("blog_post")
    .where(after === undefined ? condition`true` : condition`id < ${after}`)
    .orderBy("id", "desc")
    .limit(ARTICLES_PER_PAGE + 1)
    .select(({ ref }) => [
      ...(["id", "slug", "title", "status"] as const),
      isoTime(ref("published_at")).as("publishedAt"),
      isoTime(ref("updated_at")).as("updatedAt"),
    ])
    .execute();
  const { page: articles, next } = pageOf(rows, ARTICLES_PER_PAGE);
  return { articles, next };
});

export type StaffArticlePage = Awaited<ReturnType<typeof listStaffArticles>>;

/**
 * An article for the editor, published or not; its body is Markdown. @throws ShopError `not_found`
 */
export const findStaffArticle = read("content.view", async ({ em }: Context, id: number) => {
  const post = await em.findOne(BlogPost, { id }, { refresh: true });
  if (!post) throw new ShopError("not_found", "Article not found");
  const { slug, title, excerpt, body, imageUrl, imageAlt, status, publishedAt, updatedAt, version } = post;
  return {
    ...{ id, slug, title, excerpt, body, imageUrl, imageAlt, status, version },
    publishedAt: publishedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  };
});

export type StaffArticle = Awaited<ReturnType<typeof findStaffArticle>>;

/** All Q&A entries, also unpublished ones, in the order of their page; answers are Markdown. Administrators only. */
export const listStaffFaq = read("content.view", ({ em }: Context) =>
  typedSql(em)
    .selectFrom("faq_entry")
    .orderBy("category")
    .orderBy("position")
    .orderBy("id")
    .limit(MOST_LISTED_ENTRIES)
    .select(["id", "category", "question", "answer", "position", "published", "version"])
    .execute(),
);

export type StaffFaqEntry = Awaited<ReturnType<typeof listStaffFaq>>[number];
