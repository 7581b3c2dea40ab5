import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { VersionedCache } from "#server/core/cache-versions.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";

const rowSchema = z.object({
  /** On sale: not archived. */
  onSale: z.number(),
  /** Of those, not in a bulk bag and without a gross weight. */
  unweighed: z.number(),
  /** One of them is mixed into soil, and its bulk density was measured. */
  hasMeasuredDensity: z.boolean(),
});

export type ProductCounts = z.output<typeof rowSchema>;

/**
 * Counted once for each version of the catalogue: the pages of staff show or need these figures every time, and counting
 * a hundred thousand products took half of such a page's time.
 */
const cache = new VersionedCache<ProductCounts>("catalogue");

/** How many products there are, of several kinds. On the connection that it is given. */
export function countProducts(em: Pick<EntityManager, "execute">): Promise<ProductCounts> {
  return cache.get(process.env.DATABASE_URL ?? "", () =>
    rawRow(
      em,
      rowSchema,
      `select count(*)::int as "onSale",
              (count(*) filter (where gross_grams is null and handling <> 'bulk_bag'))::int as unweighed,
              coalesce(bool_or(mixed_into_soil and bulk_density is not null), false) as "hasMeasuredDensity"
         from product where archived_at is null`,
    ),
  );
}
