import type { ArticleStatus } from "./article-view.ts";
import type { FaqCategory } from "./faq-view.ts";

/** An article in the administrators' list. */
interface StaffArticleRow {
  id: number;
  slug: string;
  title: string;
  status: ArticleStatus;
  /** ISO instants. */
  publishedAt: string | null;
  updatedAt: string;
}

/** A page of the list. */
export interface StaffArticlePage {
  articles: StaffArticleRow[];
  /** The id to go on from; none on the last page. */
  nextCursor: number | null;
}

/** An article as it is edited; the body is Markdown. */
export interface StaffArticle extends StaffArticleRow {
  excerpt: string;
  body: string;
  imageUrl: string;
  imageAlt: string;
  version: number;
}

/** A Q&A entry as it is edited; the answer is Markdown. */
export interface StaffFaqEntry {
  id: number;
  category: FaqCategory;
  question: string;
  answer: string;
  position: number;
  published: boolean;
  version: number;
}
