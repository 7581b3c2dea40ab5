import { closeOrm } from "#db/orm.server.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { closeRateLimiters } from "#server/http/rate-limit.server.ts";
import { taskList } from "#server/jobs/job-registry.server.ts";
import { runJobs } from "#server/jobs/run-jobs.server.ts";
import { startStripeSandbox } from "#server/payments/sandbox/sandbox-listener.server.ts";

type Stop = () => Promise<void>;

/** Both outlive a hot reload, which evaluates this module anew. */
const holder = globalThis as { shopBackground?: Promise<Stop[]> };

/** Where the web process finds what to do when it is told to end (`server/start.ts`). */
const SHUTDOWN = Symbol.for("shop.shutdown");

/**
 * Starts what runs beside the web: the payment sandbox when there are no Stripe keys, and the job runner unless
 * JOBS=off. Once per process. The first page does not wait for it.
 */
export function startBackground(): Promise<void> {
  holder.shopBackground ??= start();
  return holder.shopBackground.then(
    () => undefined,
    (error: unknown) => log("error", "the background of the shop did not start", { error }),
  );
}

async function start(): Promise<Stop[]> {
  Object.defineProperty(globalThis, SHUTDOWN, { value: stopBackground, configurable: true });
  const environment = readEnvironment();
  const stops: Stop[] = [];
  if (!environment.STRIPE_SECRET_KEY) stops.push((await startStripeSandbox()).stop);
  if (environment.JOBS && environment.DATABASE_URL)
    stops.push(await runJobs(environment.DATABASE_URL, taskList));
  return stops;
}

/** Jobs that run are finished; then every connection is closed. */
async function stopBackground(): Promise<void> {
  const stops = await (holder.shopBackground ?? Promise.resolve([])).catch(() => []);
  holder.shopBackground = undefined;
  for (const stop of [...stops].reverse()) await stop();
  await closeRateLimiters();
  await closeOrm();
}
