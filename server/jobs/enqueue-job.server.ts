import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";

interface JobOptions {
  /** Not before then. */
  runAt?: Date;
  /** A job with a key waits at most once: queueing it again replaces it. */
  key?: string;
  /** After all others that wait, such as the mails of a newsletter after an order's. */
  isBulk?: boolean;
}

/** Smaller numbers go first; 0 is everybody's. */
const BULK_PRIORITY = 10;

/** The priority of a job that `graphile_worker.add_job` is called for. */
export function priorityOf({ isBulk = false }: Pick<JobOptions, "isBulk">): number {
  return isBulk ? BULK_PRIORITY : 0;
}

/** Adds a job on the caller's own connection: it exists exactly when the caller's transaction commits. */
export async function enqueueJob<Name extends JobName>(
  em: EntityManager,
  name: Name,
  payload: JobPayload<Name>,
  options: JobOptions = {},
): Promise<void> {
  await em.execute(
    "select graphile_worker.add_job(?, payload := ?::json, run_at := ?, job_key := ?, priority := ?)",
    [name, JSON.stringify(payload), options.runAt ?? null, options.key ?? null, priorityOf(options)],
  );
}

/** Every background job with what it carries: ids only, the job reads the rest when it runs. */
export const jobPayloads = {
  "send-email": z.object({ emailIds: z.array(z.number().int()).min(1) }),
  /** Each minute; see `runJobs`. */
  "sweep-checkouts": z.object({}),
  /** Every five minutes: what reports and the community show of the days before today. */
  "renew-figures": z.object({}),
  /** After a change by staff that made products scarce (docs/rules.md#stock-7). */
  "tell-of-low-stock": z.object({ productIds: z.array(z.number().int()), changedBy: z.string() }),
  /** After a person's address was verified (docs/rules.md#accounts-10). */
  "grant-research-access": z.object({ userId: z.number().int() }),
  /** The address as it was typed: whether it has an account is looked up here and nowhere else. */
  "send-password-reset": z.object({ email: z.string() }),
  /** A new address that was asked for; whether it has an account is looked up here and nowhere else. */
  "send-email-change": z.object({ tokenId: z.number().int() }),
  /** A registration: the address as it was typed, and the account that it opened; none where the address had one. */
  "answer-registration": z.object({ email: z.string(), madeId: z.number().int().nullable() }),
  /** The address as it was typed: whether it signed up for the newsletter is looked up here and nowhere else. */
  "send-newsletter-code": z.object({ email: z.string() }),
  /** The next mails of an issue of the newsletter. */
  "send-newsletter-wave": z.object({ issueId: z.number().int() }),
  /** A link to confirm that somebody wants to hear when a product is back. */
  "send-stock-alert-link": z.object({ alertId: z.number().int() }),
  /** Each minute: mails to those who wait for what is back. */
  "tell-of-stock-back": z.object({}),
  /** After an account was erased; the address finds what was kept under it alone. */
  "erase-traces": z.object({ userId: z.number().int(), email: z.string(), emailIsVerified: z.boolean() }),
  /** Each hour: answers kept for their Idempotency-Key. */
  "forget-requests": z.object({}),
  /** Each night: asks what became of pallets of biochar. */
  "ask-of-use": z.object({}),
  /** After what an order has of its batches changed, or what is known of them: issues or revokes its statement. */
  "settle-statement": z.object({ orderId: z.number().int() }),
  /** Each night: what is older than the periods of retention-periods.ts. */
  "forget-old-data": z.object({}),
};

export type JobName = keyof typeof jobPayloads;
export const jobNames = Object.keys(jobPayloads) as JobName[];
export type JobPayload<Name extends JobName> = z.infer<(typeof jobPayloads)[Name]>;
