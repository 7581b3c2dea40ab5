/** A draft is seen by administrators only. */
export const articleStatuses = ["draft", "published"] as const;

export type ArticleStatus = (typeof articleStatuses)[number];

/** An article in a list. */
export interface ArticleCard {
  id: number;
  slug: string;
  title: string;
  excerpt: string;
  imageUrl: string;
  /** What the picture shows, for whoever does not see it. */
  imageAlt: string;
  /** ISO instant. */
  publishedAt: string;
}

/** An article to be read. */
export interface ArticleView extends ArticleCard {
  /** Safe HTML, made from Markdown by the server. */
  html: string;
  /** ISO instant of the last change. */
  updatedAt: string;
}
