import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { getOrm } from "#db/orm.server.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { countUnmatched } from "#server/ledger/list-unmatched.server.ts";
import type { HealthStatus } from "./health-checks.ts";

const rowSchema = z.object({
  secondsSinceSweep: z.coerce.number().nullable(),
  waitingJobs: z.number(),
  failedJobs: z.number(),
  unsentMails: z.number(),
  secondsOfOldestMail: z.coerce.number().nullable(),
  failedOrders: z.number(),
  disputesToAnswer: z.number(),
});

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
const ANSWER_WITHIN_MS = 2000;

/** Whether this process can serve shoppers: its database answers, now. */
export async function isReady(): Promise<boolean> {
  const ending = new AbortController();
  try {
    const answer = rawRow(getOrm().em.fork(), readySchema, "select true as ready");
    const late = wait(ANSWER_WITHIN_MS, "late", { signal: ending.signal });
    return (await Promise.race([answer, late])) !== "late";
  } catch (error) {
    log("warn", "the shop is not ready", { error });
    return false;
  } finally {
    ending.abort();
  }
}
