import type { Context } from "#server/core/context.ts";
import { searchedRows, storefrontRows } from "#server/core/storefront-rows.server.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import { type ArticleRow, articleCardOf, articleColumns } from "./article-row.ts";
import type { ArticleCard } from "./article-view.ts";
import type { ArticlesQuery } from "./blog-path.ts";

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
