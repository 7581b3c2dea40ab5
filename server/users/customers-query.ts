import { z } from "zod";
import { optionalRowId, rowIdFromText } from "#server/core/row-id.ts";
import { searchable } from "#server/core/search-text.ts";
import { userFilters } from "./users-query.ts";

/** A page of the customers; `after` is the id of the last customer before it. */
export const customersQuerySchema = z.object({ search: userFilters.search, after: rowIdFromText.optional() });

export type CustomersQuery = z.output<typeof customersQuerySchema>;

/** Reads `search` and `after` from an address; invalid values are ignored. */
export function customersQueryIn(parameters: URLSearchParams): CustomersQuery {
  return z.object({ search: userFilters.search.catch(""), after: optionalRowId }).parse({
    search: searchable(parameters.get("search") ?? ""),
    after: parameters.get("after") || undefined,
  });
}
