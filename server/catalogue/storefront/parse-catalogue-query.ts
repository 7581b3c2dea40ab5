import { z } from "zod";
import { ALL_CATEGORIES, type CatalogueQuery, catalogueSorts } from "./catalogue-query.ts";

const MAX_PAGE = 100_000;

/** Control characters, among them the zero byte that PostgreSQL refuses, count as spaces. */
const text = (maximum: number) =>
  z.string().transform((value) =>
    value
      .replace(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, maximum),
  );

/** Refuses nothing, since people type, cut and share addresses: an invalid value becomes its default. */
const catalogueQuerySchema = z.object({
  search: text(100).catch(""),
  category: text(100)
    .transform((value) => value || ALL_CATEGORIES)
    .catch(ALL_CATEGORIES),
  sort: z.enum(catalogueSorts).catch("name-asc"),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1),
});

/** Reads `search`, `category`, `sort` and `page` from an address. */
export function parseCatalogueQuery(parameters: URLSearchParams): CatalogueQuery {
  return catalogueQuerySchema.parse(Object.fromEntries(parameters));
}
