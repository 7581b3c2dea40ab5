import { z } from "zod";
import { searchText } from "#server/core/fields.ts";
import { ALL_CATEGORIES, type CatalogueQuery, catalogueSorts } from "./catalogue-query.ts";

const MAX_PAGE = 100_000;

/** Refuses nothing, since people type, cut and share addresses: an invalid value becomes its default. */
const catalogueQuerySchema = z.object({
  search: searchText(),
  category: searchText()
    .transform((value) => value || ALL_CATEGORIES)
    .catch(ALL_CATEGORIES),
  sort: z.enum(catalogueSorts).catch("name-asc"),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1),
});

/** Reads `search`, `category`, `sort` and `page` from an address. */
export function parseCatalogueQuery(parameters: URLSearchParams): CatalogueQuery {
  return catalogueQuerySchema.parse(Object.fromEntries(parameters));
}
