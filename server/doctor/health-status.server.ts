import { setTimeout as wait } from "node:timers/promises";
import { Gauge } from "prom-client";
import { z } from "zod";
import { getOrm } from "#db/orm.server.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { countUnmatched } from "#server/reports/list-unmatched.server.ts";

/** Something that a person should look at, and where. */
export interface Problem {
  title: string;
  sentence: string;
}

/** The sweeper comes each minute; a restart may cost it one or two. */
const SWEEP_LATE_SECONDS = 300;
/** A mail server may be away for a while before anybody needs to know. */
const MAIL_LATE_SECONDS = 900;

/** What in the shop's condition needs a person. Empty means that nothing does. */
export function problemsOf(condition: HealthStatus, mail: { hasMailServer: boolean }): Problem[] {
  const { secondsSinceSweep, secondsOfOldestMail } = condition;
  const problems: (Problem | false)[] = [
    (secondsSinceSweep === null || secondsSinceSweep > SWEEP_LATE_SECONDS) && {
      title: "No jobs are running",
      sentence:
        "The sweeper has not run for five minutes: payments that nobody finished stay as they are, and mails wait. Start a process with JOBS=on.",
    },
    condition.waitingJobs > 0 && {
      title: "Jobs are late",
      sentence: `${count(condition.waitingJobs, "job")} should have run a minute ago and more. Look at the log of the process with JOBS=on.`,
    },
    condition.failedJobs > 0 && {
      title: "Jobs have failed for good",
      sentence: `${count(condition.failedJobs, "job")} failed as often as it may: graphile_worker.jobs has last_error.`,
    },
    mail.hasMailServer &&
      (secondsOfOldestMail ?? 0) > MAIL_LATE_SECONDS && {
        title: "Mails are not going out",
        sentence: `${count(condition.unsentMails, "mail")} unsent, the oldest for ${Math.floor((secondsOfOldestMail ?? 0) / 60)} minutes. The Emails tab of /admin tells why.`,
      },
    condition.failedOrders > 0 && {
      title: "Failed orders are open",
      sentence: `${count(condition.failedOrders, "checkout")} went wrong and nobody has resolved it: the Failed Orders tab of /admin.`,
    },
    condition.unmatchedPayments > 0 && {
      title: "Money without an order",
      sentence: `${count(condition.unmatchedPayments, "payment")} bought nothing and did not go back: the Reconciliation tab of /admin.`,
    },
    condition.disputesToAnswer > 0 && {
      title: "Disputes wait for an answer",
      sentence: `${count(condition.disputesToAnswer, "dispute")} must be answered in the provider's dashboard before it is due.`,
    },
  ];
  return problems.filter((problem) => problem !== false);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const rowSchema = z.object({
  /** Since the sweeper was last due and begun; null when it never was. */
  secondsSinceSweep: z.coerce.number().nullable(),
  /** Jobs that are due and not done: 0 when all after-work of all orders is done. */
  dueJobs: z.number(),
  /** Jobs that should have run for a minute. */
  waitingJobs: z.number(),
  /** Jobs that were tried as often as they may be. */
  failedJobs: z.number(),
  unsentMails: z.number(),
  secondsOfOldestMail: z.coerce.number().nullable(),
  /** Checkouts that went wrong and nobody has resolved. */
  failedOrders: z.number(),
  disputesToAnswer: z.number(),
});

/** How the shop is doing, in figures; with the money that neither bought an order nor went back. */
export type HealthStatus = z.output<typeof rowSchema> & { unmatchedPayments: number };

/**
 * How the shop is doing, in figures: for `npm run doctor` and for /metrics. Each part reads an index of its own.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export async function readCondition(context: Context): Promise<HealthStatus> {
  const unmatchedPayments = await countUnmatched(context);
  const condition = await rawRow(
    context.em.fork(),
    rowSchema,
    `select
      (select extract(epoch from now() - last_execution) from graphile_worker._private_known_crontabs
        where identifier = 'sweep-checkouts') as "secondsSinceSweep",
      (select count(*)::int from waiting_email) + (select count(*)::int from graphile_worker._private_jobs
        where attempts < max_attempts and run_at <= now()) as "dueJobs",
      (select count(*)::int from graphile_worker._private_jobs
        where attempts < max_attempts and run_at < now() - interval '1 minute') as "waitingJobs",
      (select count(*)::int from graphile_worker._private_jobs where attempts >= max_attempts) as "failedJobs",
      (select count(*)::int from outbox_email where sent_at is null) as "unsentMails",
      (select extract(epoch from now() - min(created_at)) from outbox_email where sent_at is null)
        as "secondsOfOldestMail",
      (select count(*)::int from failed_order where resolved_at is null) as "failedOrders",
      (select count(*)::int from dispute where status = 'needs_response') as "disputesToAnswer"`,
  );
  return { ...condition, unmatchedPayments };
}

const readySchema = z.object({ ready: z.literal(true) });

/** A load balancer asks every few seconds and gives up soon. */
const RESPONSE_TIMEOUT_MS = 2000;

/** Whether this process can serve shoppers: its database answers, now. */
export async function isReady(): Promise<boolean> {
  const ending = new AbortController();
  try {
    const answer = rawRow(getOrm().em.fork(), readySchema, "select true as ready");
    const late = wait(RESPONSE_TIMEOUT_MS, "late", { signal: ending.signal });
    if ((await Promise.race([answer, late])) !== "late") return true;
    log("warn", "the shop is not ready", {
      reason: `no answer of the database in ${RESPONSE_TIMEOUT_MS} ms`,
    });
    return false;
  } catch (error) {
    log("warn", "the shop is not ready", { error });
    return false;
  } finally {
    ending.abort();
  }
}

/** Each figure's name and what it tells. */
const figures: Record<keyof HealthStatus, [name: string, help: string]> = {
  secondsSinceSweep: ["shop_sweep_age_seconds", "Since the sweeper was last begun, in seconds"],
  dueJobs: ["shop_jobs_waiting", "Jobs that are due and not done yet"],
  waitingJobs: ["shop_jobs_late", "Jobs that should have run a minute ago"],
  failedJobs: ["shop_jobs_failed", "Jobs that failed as often as they may"],
  unsentMails: ["shop_mails_unsent", "Mails in the outbox that were not sent yet"],
  secondsOfOldestMail: ["shop_mail_age_seconds", "Age of the oldest unsent mail, in seconds"],
  failedOrders: ["shop_failed_orders_open", "Checkouts that went wrong and nobody has resolved"],
  unmatchedPayments: ["shop_payments_unmatched", "Payments that bought nothing and did not go back"],
  disputesToAnswer: ["shop_disputes_open", "Disputes that wait for an answer"],
};

/** Not NaN, which is lost on the way from one process to another. */
const UNKNOWN = -1;

/**
 * Adds the shop's condition to /metrics, read once for each look at it. Without a database the figures are -1 and
 * `shop_database_up` is 0.
 */
export function publishCondition(read: () => Promise<HealthStatus>): void {
  let reading: Promise<HealthStatus | undefined> | undefined;
  const condition = () => {
    reading ??= read()
      .catch((error: unknown) => {
        log("warn", "the shop's condition could not be read", { error });
        return undefined;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  for (const [key, [name, help]] of Object.entries(figures)) {
    const value = async () => (await condition())?.[key as keyof HealthStatus] ?? UNKNOWN;
    publish(name, help, value);
  }
  publish("shop_database_up", "1 while the database answers", async () => ((await condition()) ? 1 : 0));
}

function publish(name: string, help: string, value: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    // Each web process reads the same shop: no sum.
    aggregator: "max",
    async collect() {
      this.set(await value());
    },
  });
}
