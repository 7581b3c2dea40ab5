import { z } from "zod";
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

export type CatalogueQuery = z.output<typeof catalogueList.schema>;

/** The products that are sold, as staff list them. */
export const soldProductList = listQuery(
  z.object({
    search: searchText(),
    /** "low": only what is at or below the threshold of low stock. */
    stock: z.enum(["", "low"]).catch("").default(""),
    after: optionalRowId,
  }),
);
