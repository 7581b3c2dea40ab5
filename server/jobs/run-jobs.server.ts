import { setTimeout as wait } from "node:timers/promises";
import { Logger, type Runner, run, type TaskList } from "graphile-worker";
import type pg from "pg";
import { openPool } from "#db/connections.ts";
import { log } from "#server/core/log.ts";

/** Jobs at a time: they share two cores with the shop. */
const CONCURRENCY = 2;
/** What happens by the clock (min hour day month weekday). */
export const TIMETABLE = [
  ...["sweep-checkouts", "tell-of-stock-back"].map((job) => `* * * * * ${everyTime(job)}`),
  `*/5 * * * * ${everyTime("renew-figures")}`,
  `17 * * * * ${everyTime("forget-requests")}`,
  `41 3 * * * ${everyTime("forget-old-data")}`,
  // In working hours, when people read their mail.
  `23 9 * * * ${everyTime("ask-of-use")}`,
].join("\n");

/** One waiting run of a job is enough, however many instances the shop has. */
function everyTime(job: string): string {
  return `${job} ?max=1&jobKey=${job}`;
}

/** How often jobs of killed processes are looked for, and the own ones shown to be alive. */
const FREEING_INTERVAL_MILLISECONDS = 60_000;
/** What takes longer than this hangs. */
const LONGEST_JOB_MILLISECONDS = 30 * 60_000;

const workerLog = new Logger((scope) => (level, message, meta) => {
  if (level !== "error" && level !== "warning") return;
  log(level === "error" ? "error" : "warn", message, { job: scope.taskIdentifier, error: meta?.error });
});

const warnOfLostConnection = (error: Error) =>
  log("warn", "the job runner lost a database connection", { error });

/**
 * Batched, though without a wait: alone, graphile-worker drops the promise of writing down a failure, and a database
 * that went away in that moment would end the process. Batched, it ends the runner, which is replaced.
 */
const ANSWERS_ITS_FAILURES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/**
 * Ends a runner that could not ask for work; it is replaced. graphile-worker asks the database once for the numbers of
 * its tasks and keeps the answer, a failure too: it would ask for work in vain until the shop is started again.
 */
function endWhenNothingCanBeFetched(runner: Runner): void {
  runner.events.once("worker:getJob:error", ({ error }) => {
    log("warn", "the job runner could not fetch jobs and is replaced", { error });
    // Refused when it ends already.
    runner.stop().catch(() => undefined);
  });
}

/** Keeps what a runner works on, with the moment at which it began. */
function follow({ events }: Runner, begun: Map<string, number>): void {
  events.on("job:start", ({ job }) => begun.set(job.id, Date.now()));
  events.on("job:complete", ({ job }) => begun.delete(job.id));
}

/** For a connection; the runner is replaced when it gets none. */
const CONNECTION_WAIT_MILLISECONDS = 10_000;
/** Before a runner that a lost database ended is replaced. */
const RESTART_PAUSE_MILLISECONDS = 1000;

/**
 * Runs jobs on connections of its own: the ORM's pool reads timestamps in another way, and a busy shop must not starve
 * it. A runner that cannot start, or that a lost database ends, is replaced until the shop itself ends. Returns how to
 * stop: running jobs finish first.
 */
export function runJobs(url: string, taskList: TaskList): () => Promise<void> {
  // graphile-worker reconnects by itself.
  const settings = { max: CONCURRENCY + 2, connectionTimeoutMillis: CONNECTION_WAIT_MILLISECONDS };
  const pool = openPool(url, settings, warnOfLostConnection);
  const begun = new Map<string, number>();
  const free = () => {
    const oldest = Date.now() - LONGEST_JOB_MILLISECONDS;
    const alive = [...begun].filter(([, at]) => at > oldest).map(([id]) => id);
    return freeStuckJobs(pool, alive).catch((error: unknown) =>
      log("warn", "stuck jobs could not be freed", { error }),
    );
  };
  const ending = new AbortController();
  let runner: Runner | undefined;
  const keepRunning = async () => {
    while (!ending.signal.aborted) {
      try {
        await free();
        runner = await run({
          pgPool: pool,
          taskList,
          crontab: TIMETABLE,
          concurrency: CONCURRENCY,
          noHandleSignals: true,
          logger: workerLog,
          preset: { worker: ANSWERS_ITS_FAILURES },
        });
        follow(runner, begun);
        endWhenNothingCanBeFetched(runner);
        if (ending.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        log("error", "the job runner ended and is started again", { error });
      }
      runner = undefined;
      await wait(RESTART_PAUSE_MILLISECONDS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const running = keepRunning();
  const freeing = setInterval(free, FREEING_INTERVAL_MILLISECONDS);
  freeing.unref();
  return async () => {
    clearInterval(freeing);
    ending.abort();
    // A runner that has just ended by itself refuses.
    await runner?.stop().catch(() => undefined);
    await running;
    await pool.end();
  };
}

/**
 * Gives jobs that a killed process was working on back to the others. graphile-worker alone would leave them for four
 * hours, and a mail cut off in the middle with them. What this process works on (`alive`) is shown to be so, because
 * graphile-worker does not: a job that nothing was heard of for five minutes has lost its worker.
 */
export async function freeStuckJobs(
  database: Pick<pg.Pool, "query">,
  alive: readonly string[] = [],
): Promise<void> {
  await database.query(
    "update graphile_worker._private_jobs set locked_at = now() where id = any ($1::bigint[]) and locked_at is not null",
    [alive],
  );
  // Not by graphile-worker's own force_unlock_workers: all jobs of a process are locked in one name, and those that it
  // is working on would be done twice. No job of this shop is in a named queue, which would be locked as well.
  await database.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
      where locked_at < now() - interval '5 minutes'`,
  );
  // A run by the clock that was cut off and replaced by the next one: it never failed and has nothing left to do.
  await database.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
        where locked_at is null and attempts >= max_attempts and last_error is null))`,
  );
}
