import { z } from "zod";

/** 'Load More Articles' adds this many (resolution B20). */
export const ARTICLES_AT_ONCE = 6;
/** An answer stays bounded, whatever an address asks for. */
const MOST_SHOWN = 600;

/** What a reader asks of the blog. */
export interface ArticlesQuery {
  search: string;
  /** How many articles, from the newest. */
  shown: number;
}

/** Addresses are typed and shared by people: what makes no sense becomes its default. Zero bytes count as spaces. */
const articlesQuerySchema = z.object({
  search: z
    .string()
    .transform((value) =>
      value
        .replace(/\p{Cc}+/gu, " ")
        .trim()
        .slice(0, 100),
    )
    .catch(""),
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

/** The address of the blog; what is at its default is left out. */
export function blogPath({ search = "", shown = ARTICLES_AT_ONCE }: Partial<ArticlesQuery> = {}): string {
  const parameters = new URLSearchParams();
  if (search) parameters.set("search", search);
  if (shown > ARTICLES_AT_ONCE) parameters.set("shown", String(shown));
  const text = parameters.toString();
  return text ? `/blog?${text}` : "/blog";
}
