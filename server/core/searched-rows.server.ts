import type { EntityManager } from "@mikro-orm/postgresql";
import type { CompiledQuery } from "kysely";
import { slowTypedQueries } from "#db/slow-query-log.ts";
import type { TypedSql } from "#server/core/typed-sql.server.ts";
import { WorkQueue } from "./ceiling.ts";

/**
 * Searches read many rows, and any visitor can start them: four at the same time leave most connections to buyers.
 * Each also has a time limit, in milliseconds.
 */
const searches = new WorkQueue({
  name: "searches",
  atOnce: 4,
  waiting: 40,
  maxWaitMs: 5000,
  refusal: "Too many people are searching at this moment. Please try again in a moment.",
});
const LONGEST_SEARCH_MS = 5000;

/** A query of what the storefront shows. */
export type Read<Row> = (sql: TypedSql) => { compile(): CompiledQuery; execute(): Promise<Row[]> };

/**
 * Rows of a visitor's search.
 * @throws ShopError `unavailable` when too many search at once
 */
export function searchedRows<Row>(em: EntityManager, read: Read<Row>): Promise<Row[]> {
  return searching(em, (sql) => read(sql).execute());
}

/** The same for what takes more than one statement. */
export function searching<Result>(
  em: EntityManager,
  work: (sql: TypedSql) => Promise<Result>,
): Promise<Result> {
  return searches.run(() =>
    em.getConnection().transactional((transaction) => work(transaction.withPlugin(slowTypedQueries)), {
      readOnly: true,
      sessionContext: { variables: { statement_timeout: LONGEST_SEARCH_MS } },
    }),
  );
}
