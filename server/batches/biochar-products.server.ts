import type { EntityManager } from "@mikro-orm/postgresql";
import { VersionedCache } from "#server/core/cache-versions.ts";
import { idRow, rawRows } from "#server/core/typed-sql.server.ts";

/** Read once for each version of the catalogue and the batches, so that an order asks nothing for it. */
const cache = new VersionedCache<ReadonlySet<number>>("catalogue", "batches");

/** More than any producer makes; whoever marks more as mixed into soil has the question asked for these. */
const MOST_PRODUCTS = 10_000;

/**
 * Whether any of these products is biochar: it is made in batches, or mixed into soil. On the connection that it is
 * given: an order that waited for a second one could wait for ever.
 */
export async function holdsBiochar(em: EntityManager, productIds: readonly number[]): Promise<boolean> {
  const biochar = await cache.get(process.env.DATABASE_URL ?? "", async () => {
    const rows = await rawRows(
      em,
      idRow,
      `select id from product where mixed_into_soil and archived_at is null
       union select product_id from batch limit ?`,
      [MOST_PRODUCTS],
    );
    return new Set(rows.map(({ id }) => id));
  });
  return productIds.some((id) => biochar.has(id));
}
