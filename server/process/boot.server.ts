import { closeOrm } from "#db/orm.server.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { listenForChanges } from "#server/core/listen-for-changes.server.ts";
import { log } from "#server/core/log.ts";
import { warnAtStart } from "#server/doctor/find-trade-gaps.server.ts";
import { publishCondition, readCondition } from "#server/doctor/health-status.server.ts";
import { queueWaitingEmails } from "#server/email/queue-email.server.ts";
import { closeMailConnections } from "#server/email/send-email.server.ts";
import { closeRateLimiters } from "#server/http/rate-limit.server.ts";
import { runJobs } from "#server/jobs/run-jobs.server.ts";
import { closeApplicationWith } from "./close-web.server.ts";
import { doOften } from "./do-often.server.ts";
import { taskList } from "./job-registry.server.ts";
import { systemContext } from "./request-context.server.ts";

const QUEUE_MILLISECONDS = 1000;

const often = [
  {
    failure: "the mails of new orders could not be queued; they are next time",
    milliseconds: QUEUE_MILLISECONDS,
    work: queueWaitingEmails,
  },
];

type Stop = () => Promise<void>;

/** Outlives a hot reload, which evaluates this module anew. */
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
    stops.push(runJobs(DATABASE_URL, taskList), ...often.map(doOften));
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
