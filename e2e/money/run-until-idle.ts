import { setTimeout as wait } from "node:timers/promises";
import { listProviderObjects, tellStandIns } from "../support/caller.ts";
import type { AskedDatabase } from "../support/shop-database.ts";
import type { WebProcess } from "../support/web-process.ts";

/** How long without progress before giving up: a busy machine is slow, not stuck. */
const STILL_LIMIT_MS = 120_000;
/** The limit in any case. */
const TOTAL_LIMIT_MS = 30 * 60_000;
const JOBS_LIMIT_MS = 30_000;
const PAUSE_MS = 50;
/** One sweep takes up to fifty of each; several must follow one another before nothing is left. */
const LEAST_ROUNDS = 2;

/**
 * Lets time pass until nothing is left to do: holds expire, leases of killed processes end, and the sweeper runs, as
 * long as there is progress. @returns what was still open then; 0 when everything was settled
 */
export async function runUntilIdle(database: AskedDatabase, web: WebProcess): Promise<number> {
  await tellStandIns(web.url, "faults", {});
  // Jobs of killed processes are found at a start, otherwise once a minute.
  await web.end("SIGTERM");
  await letTimePass(database);
  await web.start();
  await tellStandIns(web.url, "hurry");
  const limit = Date.now() + TOTAL_LIMIT_MS;
  let [least, lastProgress] = [Number.POSITIVE_INFINITY, Date.now()];
  for (let sweeps = 1; ; sweeps += 1) {
    await letTimePass(database);
    await callSweeper(database);
    await untilNoJobs(database);
    const tasks = await listProviderObjects(web.url, "task");
    const waiting = tasks.filter(({ body }) => body.name !== "expire_session").length;
    const rows = await database.count(
      `select (select count(*) from payment where ${OPEN_PAYMENT})
            + (select count(*) from checkout where status in ('open', 'paying'))
            + (select count(*) from refund where ${OPEN_REFUND})
            + (${JOBS})`,
    );
    const left = rows + waiting;
    if (left < least) [least, lastProgress] = [left, Date.now()];
    const isStill = Date.now() > lastProgress + STILL_LIMIT_MS;
    if ((left === 0 && sweeps >= LEAST_ROUNDS) || isStill || Date.now() > limit) return left;
    await wait(PAUSE_MS);
  }
}

/** Now instead of at the next minute. */
export async function callSweeper(database: AskedDatabase): Promise<void> {
  await database.query(
    "select graphile_worker.add_job('sweep-checkouts', '{}'::json, job_key := 'sweep-checkouts')",
  );
}

/** With the mails that wait for one. */
const JOBS = "(select count(*) from graphile_worker.jobs) + (select count(*) from waiting_email)";
const OPEN_PAYMENT = "status in ('created', 'processing', 'failed')";
/** A process that dies during a refund leaves it requested; the sweeper continues it after a pause. */
const OPEN_REFUND = "payment_id is not null and status in ('requested', 'pending')";

/**
 * Moves the clock an hour for everything that waits; half a day for refunds, whose longest pause is six hours; a day
 * for holds, because a script's checkout has that long. Settled rows keep their dates: second payments are refunded
 * only within some days.
 */
async function letTimePass(database: AskedDatabase): Promise<void> {
  for (const statement of [
    "update checkout set hold_expires_at = hold_expires_at - interval '25 hours' where status in ('open', 'paying')",
    "update stock_hold set expires_at = expires_at - interval '25 hours'",
    `update payment set updated_at = updated_at - interval '1 hour' where ${OPEN_PAYMENT}`,
    `update refund set updated_at = updated_at - interval '12 hours',
       next_attempt_at = next_attempt_at - interval '12 hours' where ${OPEN_REFUND}`,
    "update payment set created_at = created_at - interval '2 hours' where status = 'succeeded' and not is_matched",
    "update graphile_worker._private_jobs set run_at = run_at - interval '1 hour', locked_at = locked_at - interval '1 hour'",
  ])
    await database.query(statement);
}

async function untilNoJobs(database: AskedDatabase): Promise<void> {
  const limit = Date.now() + JOBS_LIMIT_MS;
  while (Date.now() < limit && (await database.count(`select ${JOBS}`)) > 0) await wait(PAUSE_MS);
}
