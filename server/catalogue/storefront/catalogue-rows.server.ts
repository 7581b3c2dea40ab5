import { KeptValues } from "#server/core/cache-versions.ts";
import type { Context } from "#server/core/context.ts";
import { type Read, searchedRows, storefrontRows } from "#server/core/storefront-rows.server.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";

/** Different reads of the catalogue, such as pages and searches, that are kept at the same time. */
const MOST_READS = 100;

const kept = new KeptValues<object[]>(MOST_READS, "catalogue", "stock");
/** Orders move stock all day; what does not show it stays good. */
const keptWhileStockMoves = new KeptValues<object[]>(MOST_READS, "catalogue");

/**
 * The rows of a read of products, from memory for as long as no product changes: for showing them. Whoever takes money
 * or stock reads them in the own transaction.
 */
export function catalogueRows<Row extends object>(
  context: Pick<Context, "em">,
  query: Read<Row>,
): Promise<Row[]> {
  return read(kept, context, query, storefrontRows);
}

/** As `catalogueRows`, for what a visitor's words find. @throws ShopError `unavailable` when too many search at once */
export function foundCatalogueRows<Row extends object>(
  context: Pick<Context, "em">,
  query: Read<Row>,
): Promise<Row[]> {
  return read(kept, context, query, searchedRows);
}

/** As `catalogueRows`, for a read in which no stock plays a part. */
export function catalogueRowsWithoutStock<Row extends object>(
  context: Pick<Context, "em">,
  query: Read<Row>,
): Promise<Row[]> {
  return read(keptWhileStockMoves, context, query, storefrontRows);
}

/** Kept by its very statement, so that two reads are never taken for one another. */
async function read<Row extends object>(
  keeper: KeptValues<object[]>,
  { em }: Pick<Context, "em">,
  query: Read<Row>,
  readRows: typeof storefrontRows,
): Promise<Row[]> {
  const { sql, parameters } = query(typedSql(em)).compile();
  const key = JSON.stringify([process.env.DATABASE_URL, sql, parameters]);
  const rows = await keeper.get(key, () => readRows(em, query));
  return rows as Row[];
}
