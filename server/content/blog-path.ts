/** How many articles 'Load More Articles' adds. */
export const ARTICLES_AT_ONCE = 6;
/** What a reader requests of the blog. */
export interface ArticlesQuery {
  search: string;
  /** How many articles, newest first. */
  shown: number;
}

/** The address of the blog; parameters with default values are left out. */
export function blogPath({ search = "", shown = ARTICLES_AT_ONCE }: Partial<ArticlesQuery> = {}): string {
  const parameters = new URLSearchParams();
  if (search) parameters.set("search", search);
  if (shown > ARTICLES_AT_ONCE) parameters.set("shown", String(shown));
  const text = parameters.toString();
  return text ? `/blog?${text}` : "/blog";
}
