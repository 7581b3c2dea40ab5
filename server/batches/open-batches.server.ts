import { VersionedValues } from "#server/core/cache-versions.ts";
import type { Context } from "#server/core/context.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";

/** A batch on the page of its product. */
export interface OpenBatch {
  code: string;
  /** ISO date. */
  madeOn: string;
}

const MOST_SHOWN = 3;
/** As many products as are looked at between two changes. */
const MOST_PRODUCTS = 1000;
const cache = new VersionedValues<OpenBatch[]>(MOST_PRODUCTS, "batches");

/** The batches of a product that are packed now, those that were made last first. Public. */
export function findOpenBatches({ em }: Pick<Context, "em">, productId: number): Promise<OpenBatch[]> {
  return cache.get(`${process.env.DATABASE_URL} ${productId}`, () =>
    typedSql(em)
      .selectFrom("batch")
      .where("product_id", "=", productId)
      .where("status", "=", "open")
      .orderBy("made_on", "desc")
      .orderBy("id", "desc")
      .limit(MOST_SHOWN)
      .select(["code", "made_on as madeOn"])
      .execute(),
  );
}
