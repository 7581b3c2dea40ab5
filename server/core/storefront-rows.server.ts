import type { EntityManager } from "@mikro-orm/postgresql";
import type { CompiledQuery } from "kysely";
import { quietFor } from "./cache-versions.ts";
import { log } from "./log.ts";
import { WorkQueue } from "./turns.ts";
import { type TypedSql, typedSql, watched } from "./typed-sql.server.ts";

/** After a change the replicas have so long to take it over; until then the storefront reads where it was written. */
const CATCH_UP_MS = 5000;
/** A replica that failed is left alone for so long. */
const REST_MS = 5000;

let restsUntil = 0;

/**
 * Searches look at many rows, and any visitor makes them: four at the same time leave most connections to those who buy.
 * Each has an end as well, in milliseconds.
 */
const searches = new WorkQueue({
  name: "searches",
  atOnce: 4,
  waiting: 40,
  patienceMs: 5000,
  refusal: "Too many people are searching at this moment. Please try again in a moment.",
});
const LONGEST_SEARCH_MS = 5000;

/**
 * Rows of a query that only shows something: from a read replica where there is one (DATABASE_REPLICA_URL) and nothing
 * has changed for a while, otherwise from the database itself. Never for what takes money, stock or a person's data.
 */
export function storefrontRows<Row>(em: EntityManager, read: Read<Row>): Promise<Row[]> {
  return fromReplicaOrHere(em, {
    replica: (replica) => read(watched(replica.getClient())).execute(),
    here: () => read(typedSql(em)).execute(),
  });
}

/** A query of something that is shown, for whichever database answers it. */
export type Read<Row> = (sql: TypedSql) => { compile(): CompiledQuery; execute(): Promise<Row[]> };

/** The same for what is found by a visitor's own words. @throws ShopError `unavailable` when too many search at once */
export function searchedRows<Row>(em: EntityManager, read: Read<Row>): Promise<Row[]> {
  const sessionContext = { variables: { statement_timeout: LONGEST_SEARCH_MS } };
  const search = (connection: Connection) =>
    connection.transactional((transaction) => read(watched(transaction)).execute(), {
      readOnly: true,
      sessionContext,
    });
  return searches.take(() =>
    fromReplicaOrHere(em, { replica: search, here: () => search(em.getConnection("write")) }),
  );
}

type Connection = ReturnType<EntityManager["getConnection"]>;

async function fromReplicaOrHere<Result>(
  em: EntityManager,
  read: { replica: (replica: Connection) => Promise<Result>; here: () => Promise<Result> },
): Promise<Result> {
  const replica = em.getConnection("read");
  const hasReplica = replica !== em.getConnection("write");
  if (hasReplica && quietFor() > CATCH_UP_MS && performance.now() > restsUntil) {
    try {
      return await read.replica(replica);
    } catch (error) {
      log("warn", "a read replica did not answer; the database itself is asked", { error });
      restsUntil = performance.now() + REST_MS;
    }
  }
  return read.here();
}
