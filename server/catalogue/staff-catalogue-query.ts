import { z } from "zod";
import { optionalRowId, rowId, searchable, searchText } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";

const words = z.string().trim().max(100);

/** `cursor` is the id of the last product seen; the name is the client library's. */
const cursor = rowId.nullish();

export const staffCatalogueQuerySchema = z.object({
  search: words.default(""),
  /** "" for all. */
  category: words.default(""),
  archived: z.boolean().default(false),
  /** Only those that nobody has weighed, whose delivery no table of rates can price. */
  unweighed: z.boolean().default(false),
  cursor,
});

/** The products that are sold, as staff list them. */
export const soldProductList = listQuery(
  z.object({
    search: searchText(),
    /** "low": only what is at or below the threshold of low stock. */
    stock: z.enum(["", "low"]).catch("").default(""),
    after: optionalRowId,
  }),
);

/** The query of the staff catalogue. */
export type StaffCatalogueQuery = Omit<z.output<typeof staffCatalogueQuerySchema>, "cursor">;

/** From an address; nothing is refused, since people type, cut and share addresses. */
const addressSchema = z.object({
  search: words.catch(""),
  category: words.catch(""),
  archived: z.literal("1").optional().catch(undefined),
  unweighed: z.literal("1").optional().catch(undefined),
  after: optionalRowId,
});

/** Reads `search`, `category`, `archived`, `unweighed` and `after` from an address. */
export function staffCatalogueQueryIn(
  parameters: URLSearchParams,
): StaffCatalogueQuery & { after: number | null } {
  const {
    search = "",
    category = "",
    archived,
    unweighed,
    after,
  } = addressSchema.parse({
    search: parameters.get("search") ?? "",
    category: parameters.get("category") ?? "",
    archived: parameters.get("archived") ?? undefined,
    unweighed: parameters.get("unweighed") ?? undefined,
    after: parameters.get("after") ?? undefined,
  });
  return {
    search: searchable(search),
    category: searchable(category),
    archived: archived === "1",
    unweighed: unweighed === "1",
    after: after ?? null,
  };
}
