import { BlogPost } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { searchedRows, storefrontRows } from "#server/core/storefront-rows.server.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import type { ArticlesQuery } from "./blog-path.ts";
import type { ArticleCard, ArticleView } from "./content-views.ts";
import { renderMarkdown } from "./render-markdown.server.ts";

interface ArticleList {
  articles: ArticleCard[];
  /** How many match in all. */
  total: number;
}

/**
 * The newest published articles, searched on title and excerpt without regard to case. For everybody: the blog is
 * public.
 */
export async function listArticles(context: Context, { search, shown }: ArticlesQuery): Promise<ArticleList> {
  if (search) await countAgainstLimit(context, "search");
  // The expression of the trigram index blog_post_search_index, word for word.
  const where = `status = 'published'${search ? " and lower(title || ' ' || excerpt) like lower(?)" : ""}`;
  const parameters = search ? [`%${search.replace(/[\\%_]/g, "\\$&")}%`] : [];
  const read = search ? searchedRows : storefrontRows;
  const rows = await read<ArticleRow & { total: number }>(
    context.em,
    `select ${articleColumns}, (select count(*) from blog_post where ${where})::int as total
     from blog_post where ${where} order by published_at desc, id desc limit ?`,
    [...parameters, ...parameters, shown],
  );
  return { articles: rows.map(articleCardOf), total: rows[0]?.total ?? 0 };
}

interface ArticleStep {
  /** At most this many. */
  limit: number;
  /** Only those that follow the article of this id. */
  afterId?: number | undefined;
}

/** All published articles, the newest first, as a script or a feed walks them: from the last one seen onwards. */
export async function walkArticles(
  context: Context,
  { limit, afterId }: ArticleStep,
): Promise<ArticleCard[]> {
  const after = "and (published_at, id) < (select published_at, id from blog_post where id = ?)";
  const rows = await storefrontRows<ArticleRow>(
    context.em,
    `select ${articleColumns} from blog_post where status = 'published' ${afterId === undefined ? "" : after}
     order by published_at desc, id desc limit ?`,
    [...(afterId === undefined ? [] : [afterId]), limit],
  );
  return rows.map(articleCardOf);
}

/** A published article's card as SQL gives it. */
interface ArticleRow {
  id: number;
  slug: string;
  title: string;
  excerpt: string;
  image_url: string;
  image_alt: string;
  published_at: Date | string;
}

const articleColumns = "id, slug, title, excerpt, image_url, image_alt, published_at";

function articleCardOf(row: ArticleRow): ArticleCard {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    publishedAt: new Date(row.published_at).toISOString(),
  };
}

/** A published article by its address, for everybody; none for a draft. */
export async function findArticle(context: Context, slug: string): Promise<ArticleView | undefined> {
  const post = await context.em.findOne(BlogPost, { slug, status: "published" });
  if (!post?.publishedAt) return undefined;
  const { id, title, excerpt, imageUrl, imageAlt, body, publishedAt, updatedAt } = post;
  return {
    id,
    slug,
    title,
    excerpt,
    imageUrl,
    imageAlt,
    html: renderMarkdown(body),
    publishedAt: publishedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
