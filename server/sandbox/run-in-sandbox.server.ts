import type { EntityManager } from "@mikro-orm/postgresql";
import { getOrm } from "#db/orm.server.ts";
import { runningSandbox } from "./sandbox-process.server.ts";

/**
 * Runs one step of the sandbox in a transaction of its own, apart from any of the shop's, and sends the events it
 * recorded once that has committed.
 */
export async function runInSandbox<Result>(step: (em: EntityManager) => Promise<Result>): Promise<Result> {
  const result = await getOrm().em.fork().transactional(step);
  runningSandbox()?.wake();
  return result;
}

/** Reads without a transaction. */
export function readInSandbox<Result>(read: (em: EntityManager) => Promise<Result>): Promise<Result> {
  return read(getOrm().em.fork());
}
