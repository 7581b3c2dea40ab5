import type { EntityManager } from "@mikro-orm/postgresql";
import { quietFor } from "./freshness.ts";
import { log } from "./log.ts";

/** After a change the replicas have so long to take it over; until then the storefront reads where it was written. */
const CATCH_UP_MS = 5000;
/** A replica that failed is left alone for so long. */
const REST_MS = 5000;

let restsUntil = 0;

/**
 * Rows of a query that only shows something: from a read replica where there is one (DATABASE_REPLICA_URL) and nothing
 * has changed for a while, otherwise from the database itself. Never for what takes money, stock or a person's data.
 */
export async function storefrontRows<Row extends object>(
  em: EntityManager,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const hasReplica = em.getConnection("read") !== em.getConnection("write");
  if (hasReplica && quietFor() > CATCH_UP_MS && performance.now() > restsUntil) {
    try {
      return await em.getConnection("read").execute<Row[]>(statement, [...parameters]);
    } catch (error) {
      log("warn", "a read replica did not answer; the database itself is asked", { error });
      restsUntil = performance.now() + REST_MS;
    }
  }
  return em.execute<Row[]>(statement, [...parameters]);
}
