import { setTimeout as wait } from "node:timers/promises";
import type { FaultDatabase } from "./database.ts";
import { setProviderFaults } from "./provider-faults.ts";
import type { WebProcess } from "./web-process.ts";

const LIMIT_MS = 120_000;
const JOBS_LIMIT_MS = 30_000;
const PAUSE_MS = 50;
/** One sweep takes up to fifty of each; several must follow one another before nothing is left. */
const LEAST_ROUNDS = 2;

/**
 * Lets time pass until nothing is left to do: holds lapse, leases of killed processes end, and the sweeper comes by.
 * Resolves with the number of sweeps; what is still open after two minutes is for the audit to find.
 */
export async function settle(database: FaultDatabase, web: WebProcess): Promise<number> {
  await setProviderFaults(database, {});
  // Jobs of killed processes are looked for at a start, else once a minute.
  await web.end("SIGTERM");
  await letTimePass(database);
  await database.query(`update sandbox_object set body = body || '{"due": 0}' where ${WAITING_TASK}`);
  await web.start();
  const limit = Date.now() + LIMIT_MS;
  for (let rounds = 1; ; rounds += 1) {
    await letTimePass(database);
    await callSweeper(database);
    await untilNoJobs(database);
    const rest = await database.count(
      `select (select count(*) from payment where status in ('created', 'processing', 'failed'))
            + (select count(*) from checkout where status in ('open', 'paying'))
            + (select count(*) from sandbox_object where ${WAITING_TASK})`,
    );
    if ((rest === 0 && rounds >= LEAST_ROUNDS) || Date.now() > limit) return rounds;
    await wait(PAUSE_MS);
  }
}

/** Now instead of at the next minute. */
export async function callSweeper(database: FaultDatabase): Promise<void> {
  await database.query(
    "select graphile_worker.add_job('sweep-checkouts', '{}'::json, job_key := 'sweep-checkouts')",
  );
}

/** What the sandbox still has to do; pages that expire by themselves need nobody to wait for them. */
const WAITING_TASK = "kind = 'task' and body->>'name' <> 'expire_session'";

/** An hour later, for everything that waits by the clock. */
async function letTimePass(database: FaultDatabase): Promise<void> {
  for (const statement of [
    "update checkout set hold_expires_at = hold_expires_at - interval '1 hour' where status in ('open', 'paying')",
    "update stock_hold set expires_at = expires_at - interval '1 hour'",
    "update payment set updated_at = updated_at - interval '1 hour'",
    "update graphile_worker._private_jobs set run_at = run_at - interval '1 hour', locked_at = locked_at - interval '1 hour'",
  ])
    await database.query(statement);
}

async function untilNoJobs(database: FaultDatabase): Promise<void> {
  const limit = Date.now() + JOBS_LIMIT_MS;
  while (Date.now() < limit && (await database.count("select count(*) from graphile_worker.jobs")) > 0)
    await wait(PAUSE_MS);
}
