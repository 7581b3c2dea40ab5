import { readFileSync } from "node:fs";
import { type FaqCategory, faqCategories } from "#server/content/content-views.ts";

interface SeedQuestion {
  category: FaqCategory;
  question: string;
  /** Markdown. */
  answer: string;
  /** From 1 in each category. */
  position: number;
}

/** The Q&A page of the reference data, in page order: `faq.md`, where "# " begins a category and "## " a question. */
export function seedFaq(): SeedQuestion[] {
  const text = readFileSync(new URL("faq.md", import.meta.url), "utf8");
  const sections = text.split(/^# /m).map((section) => section.split(/^## /m));
  return faqCategories.flatMap((category) => {
    const [, ...questions] = sections.find(([name]) => name?.trim() === category) ?? [];
    return questions.map((entry, index) => {
      const [question = "", ...lines] = entry.split("\n");
      return { category, question, answer: lines.join("\n").trim(), position: index + 1 };
    });
  });
}
