import { setTimeout as wait } from "node:timers/promises";
import { closeOrm } from "#db/orm.server.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { listenForChanges } from "#server/core/listen-for-changes.server.ts";
import { log } from "#server/core/log.ts";
import { publishCondition } from "#server/doctor/condition-metrics.server.ts";
import { warnAtStart } from "#server/doctor/find-trade-gaps.server.ts";
import { readCondition } from "#server/doctor/health-status.server.ts";
import { closeRateLimiters } from "#server/http/limits/rate-limit.server.ts";
import { runJobs } from "#server/jobs/run-jobs.server.ts";
import { taskList } from "./job-registry.server.ts";
import { systemContext } from "./request-context.server.ts";
import { startSandbox } from "./sandbox.server.ts";

type Stop = () => Promise<void>;

interface Background {
  /** Resolves once everything has started, or the process is told to end before. */
  started: Promise<void>;
  stops: Stop[];
  ending: AbortController;
}

/** Outlives a hot reload, which evaluates this module anew. */
const holder = globalThis as { shopBackground?: Background };

/** Where the web process finds what to do when it is told to end (`server/start.ts`). */
const SHUTDOWN = Symbol.for("shop.shutdown");

/** Between two tries to start while the database is away. */
const RETRY_MS = 1000;

/**
 * Starts what runs beside the web: the payment sandbox when there are no Stripe keys, the job runner unless JOBS=off,
 * and the ear for what other instances change. Once per process, and again for as long as the database is away. The
 * first page does not wait for it.
 */
export function startBackground(): Promise<void> {
  holder.shopBackground ??= start();
  return holder.shopBackground.started;
}

function start(): Background {
  publishCondition(async () => readCondition(await systemContext()));
  Object.defineProperty(globalThis, SHUTDOWN, { value: stopBackground, configurable: true });
  const { STRIPE_SECRET_KEY, DATABASE_URL, JOBS } = readEnvironment();
  const background: Background = { started: Promise.resolve(), stops: [], ending: new AbortController() };
  if (DATABASE_URL) background.stops.push(listenForChanges(DATABASE_URL));
  const starts = async () => {
    if (!STRIPE_SECRET_KEY) await untilStarted(background, async () => (await startSandbox()).stop);
    if (JOBS && DATABASE_URL) background.stops.push(runJobs(DATABASE_URL, taskList));
  };
  background.started = starts();
  // A word in the log, which nothing waits for: the same stands on /admin and in the doctor's report.
  systemContext()
    .then(warnAtStart)
    .catch((error: unknown) => log("warn", "whether VAT is settled could not be looked at", { error }));
  return background;
}

async function untilStarted({ stops, ending }: Background, begin: () => Promise<Stop>): Promise<void> {
  while (!ending.signal.aborted) {
    try {
      stops.push(await begin());
      return;
    } catch (error) {
      log("error", "the background of the shop did not start and is tried again", { error });
      await wait(RETRY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }
}

/** Jobs that run are finished; then every connection is closed. */
async function stopBackground(): Promise<void> {
  const background = holder.shopBackground;
  delete holder.shopBackground;
  background?.ending.abort();
  await background?.started;
  for (const stop of background?.stops.reverse() ?? []) await stop();
  await closeRateLimiters();
  await closeOrm();
}
