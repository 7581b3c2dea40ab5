import { closeOrm } from "#db/orm.server.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
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

const QUEUE_MILLISECONDS = 1000;

const often = [
  {
    failure: "the mails of new orders could not be queued; they are next time",
    milliseconds: QUEUE_MILLISECONDS,
    work: queueWaitingEmails,
  },
];

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

/** What cannot wait for a job of the timetable, which comes once a minute at most. */
interface OftenWork {
  /** What the log says where it fails. It is done again next time. */
  failure: string;
  milliseconds: number;
  work: (context: Context) => Promise<void>;
}

/**
 * Does something every so many milliseconds for as long as the shop runs, one after the other. Returns how to stop: at
 * the end it is done once more, so that nothing waits for the next start.
 */
function doOften({ failure, milliseconds, work }: OftenWork): () => Promise<void> {
  let doing: Promise<void> | undefined;
  const once = async () => {
    try {
      await work(await systemContext());
    } catch (error) {
      log("warn", failure, { error });
    }
    doing = undefined;
  };
  const timer = setInterval(() => {
    doing ??= once();
  }, milliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await doing;
    await once();
  };
}
