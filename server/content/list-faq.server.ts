import { FaqEntry } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { type FaqSection, faqCategories } from "./content-views.ts";
import { renderMarkdown } from "./render-markdown.server.ts";

/** More than anybody reads on one page. */
const MOST_ENTRIES = 500;
/** The page's title and the category are above the answer's headings. */
const FIRST_HEADING = 3;

/** The content of the Q&A page: the published entries by category, without empty categories. */
export async function listFaq(context: Context): Promise<FaqSection[]> {
  const entries = await context.em.find(
    FaqEntry,
    { published: true },
    { orderBy: { category: "asc", position: "asc", id: "asc" }, limit: MOST_ENTRIES },
  );
  return faqCategories
    .map((category) => ({
      category,
      questions: entries
        .filter((entry) => entry.category === category)
        .map(({ id, question, answer }) => ({
          id,
          question,
          htmlResponse: renderMarkdown(answer, FIRST_HEADING),
        })),
    }))
    .filter(({ questions }) => questions.length > 0);
}
