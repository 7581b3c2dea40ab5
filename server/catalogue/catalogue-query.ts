/** The options of the sort selector, in its order; the first is the default. */
export const catalogueSorts = ["name-asc", "name-desc", "price-asc", "price-desc"] as const;

export type CatalogueSort = (typeof catalogueSorts)[number];

export const sortLabels: Record<CatalogueSort, string> = {
  "name-asc": "Name (A-Z)",
  "name-desc": "Name (Z-A)",
  "price-asc": "Price (Low to High)",
  "price-desc": "Price (High to Low)",
};

/** The category value for all products. */
export const ALL_CATEGORIES = "all";

/** The home grid shows four products at most. */
export const HOME_GRID_SIZE = 4;

/** A shopper's query of the catalogue. */
export interface CatalogueQuery {
  search: string;
  category: string;
  sort: CatalogueSort;
  page: number;
}

/** The address of a catalogue page; values at their default are left out. */
export function cataloguePath(query: Partial<CatalogueQuery>): string {
  const parameters = new URLSearchParams();
  if (query.search) parameters.set("search", query.search);
  if (query.category && query.category !== ALL_CATEGORIES) parameters.set("category", query.category);
  if (query.sort && query.sort !== "name-asc") parameters.set("sort", query.sort);
  if (query.page && query.page > 1) parameters.set("page", String(query.page));
  const text = parameters.toString();
  return text ? `/products?${text}` : "/products";
}
