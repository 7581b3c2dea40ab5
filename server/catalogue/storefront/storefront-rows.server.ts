import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { CompiledQuery } from "kysely";
import { quietFor } from "#server/core/cache-versions.ts";
import { log } from "#server/core/log.ts";
import { type TypedSql, typedSql, watched } from "#server/core/typed-sql.server.ts";
import { WorkQueue } from "#server/core/work-queue.ts";
import { completeUntil } from "./replica-state.server.ts";

/** After a change the storefront reads the primary database for this long; a replica that is further behind is not read. */
const CATCH_UP_MS = 5000;
/** How long a replica that failed is not used. */
const REST_MS = 5000;
/** A replica that cannot be reached must not keep a page waiting: how long it may take to say how far it is. */
const STATE_MS = 1000;

let restsUntil = 0;
let wasBehind = false;

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

/**
 * Rows of a query that only shows something: from a read replica where there is one (DATABASE_REPLICA_URL) and
 * nothing has changed for a while, otherwise from the primary. A replica that is behind, or no longer one, is not read
 * (replica-state.server.ts). Never for what decides about money, stock or a
 * person's data.
 */
export function storefrontRows<Row>(em: EntityManager, read: Read<Row>): Promise<Row[]> {
  return fromReplicaOrHere(em, {
    replica: (replica) => read(watched(replica.getClient())).execute(),
    here: () => read(typedSql(em)).execute(),
  });
}

/** A query of what the storefront shows, for either database. */
export type Read<Row> = (sql: TypedSql) => { compile(): CompiledQuery; execute(): Promise<Row[]> };

/**
 * The same for a visitor's search.
 * @throws ShopError `unavailable` when too many search at once
 */
export function searchedRows<Row>(em: EntityManager, read: Read<Row>): Promise<Row[]> {
  const sessionContext = { variables: { statement_timeout: LONGEST_SEARCH_MS } };
  const search = (connection: Connection) =>
    connection.transactional((transaction) => read(watched(transaction)).execute(), {
      readOnly: true,
      sessionContext,
    });
  return searches.run(() =>
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
      if (await isCurrent(em)) return await inTime(LONGEST_SEARCH_MS, read.replica(replica));
    } catch (error) {
      log("warn", "a read replica did not answer; the database itself is asked", { error });
      restsUntil = performance.now() + REST_MS;
    }
  }
  return read.here();
}

async function isCurrent(em: EntityManager): Promise<boolean> {
  const isBehind = performance.now() - (await inTime(STATE_MS, completeUntil(em))) > CATCH_UP_MS;
  if (isBehind && !wasBehind) log("warn", "a read replica is behind, or follows no more; it is not read");
  wasBehind = isBehind;
  return !isBehind;
}

/** @throws Error when it takes longer */
async function inTime<Result>(limitMs: number, answer: Promise<Result>): Promise<Result> {
  const ending = new AbortController();
  // Nobody waits for it any more once it is late.
  answer.catch(() => undefined);
  const late = wait(limitMs, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`The read replica did not answer within ${limitMs / 1000} s.`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    ending.abort();
  }
}
