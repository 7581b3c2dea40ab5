import type { SelectQueryBuilder } from "kysely";
import { BlogPost } from "#db/entities/index.ts";
import type { Tables } from "#db/tables.ts";
import type { Context } from "#server/core/context.ts";
import { likeLiteral } from "#server/core/search-text.ts";
import { type Read, searchedRows } from "#server/core/searched-rows.server.ts";
import {
  allOf,
  beyondRow,
  condition,
  isoTime,
  typedSql,
  wholeNumber,
} from "#server/core/typed-sql.server.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import type { ArticlesQuery } from "./blog-path.ts";
import type { ArticleCard, ArticleView } from "./content-views.ts";
import { renderMarkdown } from "./render-markdown.server.ts";

interface ArticleList {
  articles: ArticleCard[];
  /** The number of all matches. */
  total: number;
}

/** The newest published articles, searched by title and excerpt, ignoring case. Public. */
export async function listArticles(context: Context, { search, shown }: ArticlesQuery): Promise<ArticleList> {
  if (search) await countAgainstLimit(context, "search");
  const matching = allOf([
    condition`status = 'published'`,
    // Must equal the expression of the trigram index blog_post_search_index.
    search ? condition`lower(title || ' ' || excerpt) like lower(${`%${likeLiteral(search)}%`})` : undefined,
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
export async function walkArticles(
  context: Context,
  { limit, afterId }: ArticleStep,
): Promise<ArticleCard[]> {
  const after =
    afterId === undefined
      ? undefined
      : beyondRow("<", { table: "blog_post", column: "published_at", id: afterId });
  const matching = allOf([condition`status = 'published'`, after]);
  const rows = await selectCards(
    newestFirst(typedSql(context.em).selectFrom("blog_post").where(matching)).limit(limit),
  ).execute();
  return rows;
}

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
