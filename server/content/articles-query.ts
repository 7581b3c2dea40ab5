import { z } from "zod";
import { searchText } from "#server/core/search-text.ts";
import { ARTICLES_AT_ONCE, type ArticlesQuery } from "./blog-path.ts";

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
