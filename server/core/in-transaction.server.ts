import type { EntityManager } from "@mikro-orm/postgresql";
import { noteChange, type Topic } from "./topics.ts";

/** PostgreSQL's words for "run the same transaction again": serialization failure, deadlock. */
const TRANSIENT = new Set(["40001", "40P01"]);
const UNIQUE_VIOLATION = "23505";
const MAX_TRIES = 5;

const changedTopics = new WeakMap<EntityManager, Set<Topic>>();

/**
 * Makes what this process caches of a topic stale once this transaction commits, so that anyone who saved sees the
 * change at once. The database notifies the other processes a moment later.
 */
export function invalidateOnCommit(em: EntityManager, topic: Topic): void {
  changedTopics.set(em, (changedTopics.get(em) ?? new Set()).add(topic));
}

interface TransactionOptions {
  /**
   * Also retries when a unique constraint refuses a row: for work that first checks whether the row exists and meets
   * another transaction that has just inserted it.
   */
  retryUniqueViolations?: boolean;
}

/**
 * Runs work in one transaction on a fresh EntityManager (nothing cached from before the locks) and runs it again
 * when the database asks for that. The work may therefore run several times: no provider calls inside.
 */
export async function inTransaction<Result>(
  em: EntityManager,
  work: (em: EntityManager) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      let inner: EntityManager | undefined;
      const result = await em.fork().transactional((transaction) => {
        inner = transaction;
        return work(transaction);
      });
      if (inner) for (const topic of changedTopics.get(inner) ?? []) noteChange(topic);
      return result;
    } catch (error) {
      const code = databaseCodeOf(error);
      const again =
        TRANSIENT.has(code) || (options.retryUniqueViolations === true && code === UNIQUE_VIOLATION);
      if (!again || attempt === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** PostgreSQL's code of an error; empty for any other. */
export function databaseCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
