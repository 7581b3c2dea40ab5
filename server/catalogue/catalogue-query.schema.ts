import { z } from "zod";
import { ALL_CATEGORIES, type CatalogueQuery, catalogueSorts } from "#server/catalogue/catalogue-query.ts";
import { optionalRowId, searchText } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";

/** The catalogue, as those who edit it ask for it. */
export const catalogueList = listQuery(
  z.object({
    search: searchText(),
    /** "" for all. */
    category: searchText(),
    /** "1": what was archived, in the place of what is in the shop. */
    archived: z.enum(["", "1"]).catch("").default(""),
    /** "1": only those that nobody has weighed, whose delivery no table of rates can price. */
    unweighed: z.enum(["", "1"]).catch("").default(""),
    after: optionalRowId,
  }),
);

export type StaffCatalogueQuery = z.output<typeof catalogueList.schema>;

/** The products that are sold, as staff list them. */
export const soldProductList = listQuery(
  z.object({
    search: searchText(),
    /** "low": only what is at or below the threshold of low stock. */
    stock: z.enum(["", "low"]).catch("").default(""),
    after: optionalRowId,
  }),
);

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
