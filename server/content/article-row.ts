import type { ArticleCard } from "./article-view.ts";

/** A published article's card as SQL gives it. */
export interface ArticleRow {
  id: number;
  slug: string;
  title: string;
  excerpt: string;
  image_url: string;
  image_alt: string;
  published_at: Date | string;
}

export const articleColumns = "id, slug, title, excerpt, image_url, image_alt, published_at";

export function articleCardOf(row: ArticleRow): ArticleCard {
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
