/** Only administrators see drafts. */
export const articleStatuses = ["draft", "published"] as const;

export type ArticleStatus = (typeof articleStatuses)[number];

/** The five categories of the Q&A page, in its order. */
export const faqCategories = ["Biochar", "Using it", "Making it", "Climate", "Orders and delivery"] as const;

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

function resource(id: string, title: string, description: string) {
  return { id, title, description, filename: `${id}.pdf`, path: `/resources/${id}.pdf` };
}

/** The five papers of the resources dialog; their texts are in `papers/`. */
export const resources = [
  resource("wood-vinegar", "Wood Vinegar", "What condenses from the kiln's smoke, and how it is used."),
  resource(
    "gravity-fed-water-filtration",
    "Gravity-Fed Water Filtration",
    "A layer of biochar among sand and gravel, and its limits.",
  ),
  resource(
    "carbon-sequestration",
    "Carbon Sequestration",
    "The carbon in biochar, with the sums to check it.",
  ),
  resource("building-materials", "Building Materials", "Biochar in plaster, mortar and concrete."),
  resource("animal-feed", "Animal Feed", "A fine, low-ash grade, and what to ask before you begin."),
];
