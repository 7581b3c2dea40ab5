import type pg from "pg";

/**
 * Gives jobs that a killed process was working on back to the others. graphile-worker alone would leave them for four
 * hours, and a mail cut off in the middle with them. Every job is short and may be run again, so that one begun five
 * minutes ago has lost its worker.
 */
export async function freeStuckJobs(database: Pick<pg.Pool, "query">): Promise<void> {
  await database.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '5 minutes'))`,
  );
  // A run by the clock that was cut off and replaced by the next one: it never failed and has nothing left to do.
  await database.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
        where locked_at is null and attempts >= max_attempts and last_error is null))`,
  );
}
