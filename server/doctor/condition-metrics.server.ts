import { Gauge } from "prom-client";
import { log } from "#server/core/log.ts";
import type { HealthStatus } from "./health-status.server.ts";

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
