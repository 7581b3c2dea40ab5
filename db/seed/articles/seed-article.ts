/** An article of the reference data; it is published from the start. */
export interface SeedArticle {
  slug: string;
  title: string;
  excerpt: string;
  /** The name of a picture in app/pictures. */
  picture: string;
  imageAlt: string;
  /** ISO instant. */
  publishedAt: string;
  /** Markdown. */
  body: string;
}
