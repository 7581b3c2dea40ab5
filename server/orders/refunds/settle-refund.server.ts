import { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { notifyStaffOfRefund } from "#server/orders/refunds/record-refund.server.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import type { RefundRefusal } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { lockPayment } from "../payment/book-payment.server.ts";
import { fitAutomaticRefunds, recordRefund } from "./record-refund.server.ts";
import { finishImport, syncRefunds } from "./sync-refunds.server.ts";

/**
 * Sends a stored refund to the provider, outside any transaction, and records the response. Safe to repeat and to
 * interrupt anywhere. A refusal ends a refund that staff requested, and they decide what to do. It does not end one
 * that lacks money in the account, nor one that the shop makes by itself: those are retried. @throws ShopError
 * `payment_failed` when the provider refused, `unavailable` when it did not respond or the refund waits
 */
export async function settleRefund(context: Context, refundId: number): Promise<RefundStatus> {
  const refund = await context.em.fork().findOneOrFail(Refund, refundId, { populate: ["payment"] });
  const { payment, source, status } = refund;
  // Money that staff paid back by hand never involves a provider.
  if (status !== "requested" || !payment) return status;
  if (source === "provider")
    throw new Error(`Refund ${refundId} was made by its provider: it is never asked for.`);
  const provider = providerOf(payment.provider);
  try {
    return await recordRefund(context, refundId, await provider.refund(context, payment, refund));
  } catch (error) {
    if (error instanceof ShopError) throw error;
    const refusal = provider.refundRefusalOf(error);
    log(refusal ? "error" : "warn", "a refund was not made", { refundId, refusal: refusal?.kind, error });
    if (!refusal) {
      throw new ShopError(
        "unavailable",
        "The payment provider does not answer. The refund is written down and is tried again each minute.",
        { retryAfterSeconds: 60 },
      );
    }
    await lookForOthers(context, payment.providerPaymentId);
    if (source === "automatic" || refusal.kind === "balance") {
      await postponeRefund(context, refundId, refusal.message);
      throw waiting(refusal);
    }
    await recordRefund(context, refundId, { id: null, status: "failed", failure: refusal.message });
    throw new ShopError("payment_failed", `The payment provider refused the refund: ${refusal.message}`);
  }
}

/** A refusal often means that somebody has already refunded it in the provider's dashboard. */
async function lookForOthers(context: Context, paymentId: string): Promise<void> {
  try {
    await syncRefunds(context, paymentId);
  } catch (error) {
    log("warn", "the refunds of a payment could not be read", { paymentId, error });
  }
}

function waiting({ kind, message }: RefundRefusal): ShopError {
  const why =
    kind === "balance"
      ? "There is not enough money in the account at the payment provider: add some there."
      : `The payment provider refused the refund for now: ${message}`;
  return new ShopError("unavailable", `${why} The refund is written down and is tried again by itself.`, {
    retryAfterSeconds: 60,
  });
}

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
    await notifyStaffOfRefund(em, context, { refund, payment, reason: refusal, isWaiting: true });
  });
}

/** The pause after the first refusal in milliseconds; it doubles each time. */
const FIRST_PAUSE = 5 * 60 * 1000;
/** The longest pause, so that money that arrives on the account in the morning goes back before the evening. */
const LONGEST_PAUSE = 6 * 60 * 60 * 1000;

/** The pause before the next attempt after this many refusals, in milliseconds. */
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
      if (refund.source === "provider" && refund.status === "requested") await finishImport(context, refund);
      else if (refund.status === "requested") await settleRefund(context, refund.id);
      else if (refund.payment) await syncRefunds(context, refund.payment.providerPaymentId);
    } catch (error) {
      log("error", "the sweeper could not finish a refund", { refundId: refund.id, error });
    }
  }
}
