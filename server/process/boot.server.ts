import { closeOrm } from "#db/orm.server.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { listenForChanges } from "#server/core/listen-for-changes.server.ts";
import { log } from "#server/core/log.ts";
import { warnAtStart } from "#server/doctor/find-open-items.server.ts";
import { publishCondition, readCondition } from "#server/doctor/health-status.server.ts";
import { queueWaitingEmails } from "#server/email/queue-email.server.ts";
import { closeMailConnections } from "#server/email/send-email.server.ts";
import { runJobs } from "#server/jobs/run-jobs.server.ts";
import { closeApplicationWith } from "./close-web.server.ts";
import { taskList } from "./job-registry.server.ts";
import { systemContext } from "./request-context.server.ts";

/** A job of the timetable comes once a minute at most: mails of new orders cannot wait for one. */
const QUEUE_MILLISECONDS = 1000;

type Stop = () => Promise<void>;

/** Outlives a hot reload, which evaluates this module again. */
const holder = globalThis as { shopBackground?: Stop[] };

/**
 * Starts what runs beside the web in its process, once: the job runner and what is done often unless JOBS=off, and
 * the listener for changes of other instances. The first page does not wait for it.
 */
export function startBackground(): void {
  holder.shopBackground ??= start();
}

function start(): Stop[] {
  publishCondition(async () => readCondition(await systemContext()));
  closeApplicationWith(stopBackground);
  const { DATABASE_URL, JOBS } = readEnvironment();
  const stops: Stop[] = [];
  if (DATABASE_URL) stops.push(listenForChanges(DATABASE_URL));
  if (JOBS && DATABASE_URL) {
    stops.push(runJobs(DATABASE_URL, taskList), queueMailsOften());
  }
  // For the log only: nothing waits for it. /admin and the doctor's report say the same.
  systemContext()
    .then(warnAtStart)
    .catch((error: unknown) => log("warn", "whether VAT is settled could not be looked at", { error }));
  return stops;
}

/** Finishes the jobs that run, then closes every connection. */
async function stopBackground(): Promise<void> {
  const stops = holder.shopBackground ?? [];
  delete holder.shopBackground;
  for (const stop of stops.reverse()) await stop();
  closeMailConnections();
  await closeRateLimiters();
  await closeOrm();
}

/**
 * Queues the mails of new orders for as long as the shop runs, one time after the other. Returns how to stop: at the end
 * it is done once more, so that nothing waits for the next start.
 */
function queueMailsOften(): () => Promise<void> {
  let doing: Promise<void> | undefined;
  const once = async () => {
    try {
      await queueWaitingEmails(await systemContext());
    } catch (error) {
      log("warn", "the mails of new orders could not be queued; they are next time", { error });
    }
    doing = undefined;
  };
  const timer = setInterval(() => {
    doing ??= once();
  }, QUEUE_MILLISECONDS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await doing;
    await once();
  };
}
