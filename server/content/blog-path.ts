/** 'Load More Articles' adds this many. */
export const ARTICLES_AT_ONCE = 6;
/** What a reader asks of the blog. */
export interface ArticlesQuery {
  search: string;
  /** How many articles, from the newest. */
  shown: number;
}

/** The address of the blog; what is at its default is left out. */
export function blogPath({ search = "", shown = ARTICLES_AT_ONCE }: Partial<ArticlesQuery> = {}): string {
  const parameters = new URLSearchParams();
  if (search) parameters.set("search", search);
  if (shown > ARTICLES_AT_ONCE) parameters.set("shown", String(shown));
  const text = parameters.toString();
  return text ? `/blog?${text}` : "/blog";
}
