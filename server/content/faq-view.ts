/** The five categories of the Q&A page, in its order. */
export const faqCategories = ["Biochar", "Using it", "Making it", "Climate", "Orders and delivery"] as const;

export type FaqCategory = (typeof faqCategories)[number];

export interface FaqQuestion {
  id: number;
  question: string;
  /** Safe HTML, made from Markdown by the server. */
  answerHtml: string;
}

/** What is asked about one subject. */
export interface FaqSection {
  category: FaqCategory;
  questions: FaqQuestion[];
}
