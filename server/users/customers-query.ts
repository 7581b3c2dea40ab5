import { z } from "zod";
import { userFilters } from "./users-query.ts";

const id = z.coerce.number().int().min(1).max(2_147_483_647);

/** A page of the customers; `after` is the id of the customer that it goes on from. */
export const customersQuerySchema = z.object({ search: userFilters.search, after: id.optional() });

export type CustomersQuery = z.output<typeof customersQuerySchema>;

/** Reads `search` and `after` from an address; what makes no sense there counts as not asked. */
export function customersQueryIn(parameters: URLSearchParams): CustomersQuery {
  return z.object({ search: userFilters.search.catch(""), after: id.optional().catch(undefined) }).parse({
    search: (parameters.get("search") ?? "").replace(/\p{Cc}+/gu, " "),
    after: parameters.get("after") || undefined,
  });
}
