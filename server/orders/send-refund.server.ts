import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import type { RefundEvent } from "#server/payments/provider.ts";
import { type ProviderRefund, refundKeyOf } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { lockPayment, markChanged } from "./book-payment.server.ts";
import {
  fitAutomaticRefunds,
  leftOfPayment,
  notifyStaffOfRefund,
  recordFound,
  recordRefund,
} from "./record-refund.server.ts";
import { lacksCredit, refundedOf } from "./refund-rules.ts";

/**
 * Sends a stored refund to the provider, outside any transaction, and records the response. Safe to repeat and to
 * interrupt anywhere. A refusal ends a refund that staff requested, and they decide what to do. It does not end one
 * that lacks money in the account, nor one that the shop makes by itself: those are retried. @throws ShopError
 * `payment_failed` when the provider refused, `unavailable` when it did not respond or the refund waits
 */
export async function sendRefund(context: Context, refundId: number): Promise<RefundStatus> {
  const refund = await context.em.fork().findOneOrFail(Refund, refundId, { populate: ["payment"] });
  const { payment, source, status } = refund;
  if (status === "failed" && source === "staff") throw refused(refund.failureMessage);
  // Money that staff paid back by hand never involves a provider.
  if (status !== "requested" || !payment) return status;
  if (source === "provider")
    throw new Error(`Refund ${refundId} was made by its provider: it is never asked for.`);
  const provider = providerOf(payment.provider);
  try {
    const made = await provider.refund(context, payment, refund);
    // Another refund must have come back, unheard: what it was for is credited to this one.
    if (lacksCredit(refund)) await syncRefunds(context, payment.providerPaymentId);
    return await recordRefund(context, refundId, made);
  } catch (error) {
    if (error instanceof ShopError) throw error;
    const refusal = provider.readRefundRefusal(error);
    log(refusal ? "error" : "warn", "a refund was not made", { refundId, refusal: refusal?.kind, error });
    if (!refusal) {
      throw new ShopError(
        "unavailable",
        "The payment provider does not answer. The refund is written down and is tried again each minute.",
        RETRY,
      );
    }
    // A refusal often means that somebody has already refunded it in the provider's dashboard.
    await syncRefunds(context, payment.providerPaymentId).catch((unread: unknown) =>
      log("warn", "the refunds of a payment could not be read", { refundId, error: unread }),
    );
    if (source === "automatic" || refusal.kind === "balance") {
      await postponeRefund(context, refundId, refusal.message);
      const why =
        refusal.kind === "balance"
          ? "There is not enough money in the account at the payment provider: add some there."
          : `The payment provider refused the refund for now: ${refusal.message}`;
      throw new ShopError(
        "unavailable",
        `${why} The refund is written down and is tried again by itself.`,
        RETRY,
      );
    }
    const ended = await recordRefusal(context, payment.id, { refundId, failure: refusal.message });
    if (ended !== "failed") return ended;
    throw refused(refusal.message);
  }
}

function refused(reason: string | null | undefined): ShopError {
  return new ShopError(
    "payment_failed",
    `The payment provider refused the refund: ${reason ?? "it gave no reason"}`,
  );
}

/** What became of the refund by another request stands: the answer to this one may have been slow. */
async function recordRefusal(
  context: Context,
  paymentId: number,
  { refundId, failure }: { refundId: number; failure: string },
): Promise<RefundStatus> {
  await recordFound(context, paymentId, { id: null, status: "failed", failure }, async (em) => {
    const refund = await em.findOneOrFail(Refund, refundId);
    return refund.status === "requested" ? refund : undefined;
  });
  return (await context.em.fork().findOneOrFail(Refund, refundId)).status;
}

/** The sweeper comes each minute. */
const RETRY = { retryAfterSeconds: 60 };

/**
 * A refund that its provider refused for now is retried after longer and longer pauses, for as long as it takes. Staff
 * are told once and see it until it is settled.
 */
async function postponeRefund(context: Context, refundId: number, refusal: string): Promise<void> {
  const { payment: refunded } = await context.em.fork().findOneOrFail(Refund, refundId);
  if (!refunded) return;
  await inTransaction(context.em, async (em) => {
    const { payment } = await lockPayment(em, refunded.id);
    const refund = await em.findOneOrFail(Refund, refundId);
    await fitAutomaticRefunds(em, payment);
    if (refund.status !== "requested") return;
    refund.attempts += 1;
    refund.nextAttemptAt = new Date(context.clock.now().getTime() + pauseAfter(refund.attempts));
    refund.failureMessage = refusal.slice(0, 500);
    await notifyStaffOfRefund(em, context, refund, payment, { reason: refusal, isWaiting: true });
  });
}

const FIRST_PAUSE = 5 * 60 * 1000;
/** Money that arrives on the account in the morning goes back before the evening. */
const LONGEST_PAUSE = 6 * 60 * 60 * 1000;

/** The pause before the next attempt after this many refusals, in milliseconds: it doubles each time. */
export function pauseAfter(refusals: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(refusals - 1, 20));
}

/** How many refunds one run handles; the rest wait a minute. */
const BATCH = 50;
/** The request that created a refund is usually still working on it. */
const QUIET_MILLISECONDS = 45 * 1000;
/** How long a refund may stay unpaid by the bank before a new check, in case its event was lost. */
const PENDING_MILLISECONDS = 60 * 60 * 1000;

/** Finishes refunds that a crash, a lost response or a lost event interrupted. One failure never stops the rest. */
export async function sweepRefunds(context: Context): Promise<void> {
  const now = context.clock.now().getTime();
  const em = context.em.fork();
  const open = await em.find(
    Refund,
    {
      $or: [
        { status: "requested", nextAttemptAt: null, updatedAt: { $lt: new Date(now - QUIET_MILLISECONDS) } },
        { status: "requested", nextAttemptAt: { $lte: new Date(now) } },
        { status: "pending", updatedAt: { $lt: new Date(now - PENDING_MILLISECONDS) } },
      ],
    },
    { populate: ["payment"], orderBy: { updatedAt: "asc" }, limit: BATCH },
  );
  for (const refund of open) {
    await em.nativeUpdate(Refund, { id: refund.id }, { updatedAt: new Date(now) });
    try {
      if (refund.status === "requested") await sendRefund(context, refund.id);
      else if (refund.payment) await syncRefunds(context, refund.payment.providerPaymentId);
    } catch (error) {
      log("error", "the sweeper could not finish a refund", { refundId: refund.id, error });
    }
  }
}

const MADE_ELSEWHERE = {
  reason: "Refunded in the payment provider's dashboard",
  source: "provider",
} as const;

/**
 * Updates a payment's refunds from the provider, whatever triggered it: our own that have moved on, and those made in
 * the provider's dashboard, which get a row, a credit note and the customer's mail like ours. @returns whether the
 * payment is one of ours
 */
export async function syncRefunds(
  context: Context,
  paymentId: string,
  { reported, isAll = false }: RefundEvent = {},
): Promise<boolean> {
  const found = await context.em.fork().findOne(Payment, { providerPaymentId: paymentId });
  if (!found) return false;
  const listed = await providerOf(found.provider).refunds(context, found);
  const isUnlisted = reported && !listed.some(({ id }) => id === reported.id);
  const all = isUnlisted ? [...listed, reported] : listed;
  // What came back first: others may be credited for it.
  const isFailed = ({ status }: ProviderRefund) => Number(status === "failed");
  for (const refund of all.toSorted((one, other) => isFailed(other) - isFailed(one))) {
    await recordFound(context, found.id, refund, (em, payment) =>
      findOrWrite(em, context, payment, { refund, isUnlisted: refund === reported }),
    );
  }
  if (isAll)
    await recordFound(context, found.id, GONE, (em, payment) => findOrWriteRest(em, context, payment));
  return true;
}

async function findOrWrite(
  em: EntityManager,
  context: Context,
  payment: Payment,
  { refund, isUnlisted }: { refund: ProviderRefund; isUnlisted: boolean },
): Promise<Refund | undefined> {
  const rows = await em.find(Refund, { payment: payment.id });
  const existing = rows.find(
    ({ key, providerRefundId }) => providerRefundId === refund.id || key === refund.key,
  );
  if (existing) return existing;
  // A refund that failed before we first heard of it changed nothing.
  if (refund.status === "failed") return undefined;
  const left = payment.amountReceived - movedOf(rows);
  if (isUnlisted && left < refund.amount) {
    // Refunds missing from the list cannot exceed what was left; `importRest` may have recorded them before.
    const rest = rows.find(({ key }) => key === restKeyOf(payment));
    if (rest && !rest.providerRefundId) return rest;
    if (left <= 0) return undefined;
  }
  const amount = isUnlisted ? Math.min(refund.amount, left) : refund.amount;
  return write(em, context, payment, {
    ...MADE_ELSEWHERE,
    key: refund.id,
    amount,
    providerRefundId: refund.id,
  });
}

/** Money that has gone back without being listed: the provider took it, and the event about it was lost. */
async function findOrWriteRest(
  em: EntityManager,
  context: Context,
  payment: Payment,
): Promise<Refund | undefined> {
  const rows = await em.find(Refund, { payment: payment.id });
  const left = payment.amountReceived - movedOf(rows);
  if (left <= 0) return undefined;
  const key = restKeyOf(payment);
  const existing = rows.find((row) => row.key === key);
  return existing ?? write(em, context, payment, { ...MADE_ELSEWHERE, key, amount: left });
}

const GONE = { id: null, status: "succeeded", failure: null } as const;

/** Our refunds that the provider has paid out: it may know nothing of one that is only requested. */
function movedOf(rows: readonly Refund[]): number {
  return refundedOf(rows.filter(({ status }) => status !== "requested"));
}

function restKeyOf({ providerPaymentId }: Payment): string {
  return `rest-${providerPaymentId}`;
}

async function write(
  em: EntityManager,
  context: Context,
  payment: Payment,
  refund: Pick<Refund, "key" | "amount" | "reason" | "source"> & Partial<Pick<Refund, "providerRefundId">>,
): Promise<Refund> {
  const createdAt = context.clock.now();
  const written = em.create(Refund, { ...refund, payment: payment.id, status: "requested", createdAt });
  await em.flush();
  return written;
}

const reasons = {
  duplicate: "A second payment for this order was refunded automatically",
  unavailable: "The payment was refunded automatically: the goods were out of stock",
  undeliverable:
    "The payment was refunded automatically: it does not pay for delivery to the place of the order",
};

interface RefundedPayment {
  checkoutId: string;
  paymentId: string;
  reason: keyof typeof reasons;
}

/**
 * The shop itself refunds the rest of a payment that bought nothing. Safe to repeat: the row comes first and is
 * unique, the provider knows the refund by its key, and the order's timeline changes once. The sweeper retries what
 * fails now, so that nobody who pays twice sees an error. @returns whether the money has gone back, or is under way
 * @throws ShopError `conflict` where the payment has bought an order meanwhile
 */
export async function refundPayment(context: Context, refunded: RefundedPayment): Promise<boolean> {
  const refund = await inTransaction(context.em, (em) => request(em, context, refunded));
  if (!refund || refund.status === "succeeded" || refund.status === "pending") return true;
  if (refund.nextAttemptAt && refund.nextAttemptAt > context.clock.now()) return false;
  try {
    return (await sendRefund(context, refund.id)) !== "failed";
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    log("warn", "an automatic refund waits", { paymentId: refunded.paymentId, reason: error.message });
    return false;
  }
}

/** The refund's row; undefined when nothing is left to refund. */
async function request(
  em: EntityManager,
  context: Context,
  { checkoutId, paymentId, reason }: RefundedPayment,
): Promise<Refund | undefined> {
  await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const payment = await em.findOneOrFail(Payment, { checkout: checkoutId, providerPaymentId: paymentId });
  // Another request made an order of it before this one had the lock.
  if (payment.isMatched) throw new ShopError("conflict", "This payment was made for other items.");
  const key = refundKeyOf(reason, paymentId);
  const refunds = await em.find(Refund, { payment: payment.id });
  const existing = refunds.find((refund) => refund.key === key);
  if (existing || payment.status === "refunded") return existing;
  const amount = await leftOfPayment(em, payment, refunds);
  if (amount === 0) return undefined;
  markChanged(payment);
  return write(em, context, payment, { key, amount, reason: reasons[reason], source: "automatic" });
}
