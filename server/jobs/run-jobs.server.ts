import { Logger, run, type TaskList } from "graphile-worker";
import pg from "pg";
import { log } from "#server/core/log.ts";
import { freeStuckJobs } from "./free-stuck-jobs.server.ts";

/** Jobs at a time: they share two cores with the shop. */
const CONCURRENCY = 2;
/** What happens by the clock (min hour day month weekday). */
const TIMETABLE = "* * * * * sweep-checkouts ?max=1&jobKey=sweep-checkouts";

/** How often jobs of killed processes are looked for. */
const FREEING_INTERVAL_MILLISECONDS = 60_000;

const workerLog = new Logger((scope) => (level, message, meta) => {
  if (level !== "error" && level !== "warning") return;
  log(level === "error" ? "error" : "warn", message, { job: scope.taskIdentifier, error: meta?.error });
});

const warnOfLostConnection = (error: Error) =>
  log("warn", "the job runner lost a database connection", { error });

/**
 * Starts the job runner on connections of its own: the ORM's pool reads timestamps in another way, and a busy shop
 * must not starve it. Returns how to stop it: running jobs finish first.
 */
export async function runJobs(url: string, taskList: TaskList): Promise<() => Promise<void>> {
  const pool = new pg.Pool({ connectionString: url, max: CONCURRENCY + 2 });
  // Without listeners a lost connection would end the process; graphile-worker reconnects by itself.
  pool.on("error", warnOfLostConnection);
  pool.on("connect", (client) => client.on("error", warnOfLostConnection));
  const free = () =>
    freeStuckJobs(pool).catch((error: unknown) => log("warn", "stuck jobs could not be freed", { error }));
  await free();
  const runner = await run({
    pgPool: pool,
    taskList,
    crontab: TIMETABLE,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: workerLog,
  });
  const freeing = setInterval(free, FREEING_INTERVAL_MILLISECONDS);
  freeing.unref();
  return async () => {
    clearInterval(freeing);
    await runner.stop();
    await pool.end();
  };
}
