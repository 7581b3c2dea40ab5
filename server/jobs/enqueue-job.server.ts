import type { EntityManager } from "@mikro-orm/postgresql";
import type { JobName, JobPayload } from "./job-payloads.ts";

interface JobOptions {
  /** Not before then. */
  runAt?: Date;
  /** A job with a key waits at most once: queueing it again replaces it. */
  key?: string;
  /** After all others that wait, such as the mails of a newsletter after an order's. */
  isBulk?: boolean;
}

/** Smaller numbers go first; 0 is everybody's. */
const BULK_PRIORITY = 10;

/** The priority of a job that `graphile_worker.add_job` is called for. */
export function priorityOf({ isBulk = false }: Pick<JobOptions, "isBulk">): number {
  return isBulk ? BULK_PRIORITY : 0;
}

/** Adds a job on the caller's own connection: it exists exactly when the caller's transaction commits. */
export async function enqueueJob<Name extends JobName>(
  em: EntityManager,
  name: Name,
  payload: JobPayload<Name>,
  options: JobOptions = {},
): Promise<void> {
  await em.execute(
    "select graphile_worker.add_job(?, payload := ?::json, run_at := ?, job_key := ?, priority := ?)",
    [name, JSON.stringify(payload), options.runAt ?? null, options.key ?? null, priorityOf(options)],
  );
}
