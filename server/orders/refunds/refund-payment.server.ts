import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Dispute, Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { isSameRefundKey, refundKeyOf } from "#server/payments/provider-facts.ts";
import { markChanged } from "../payment/book-payment.server.ts";
import { lostOf, refundableOf } from "./refund-rules.ts";
import { settleRefund } from "./settle-refund.server.ts";

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
 */
export async function refundPayment(context: Context, refunded: RefundedPayment): Promise<boolean> {
  const refund = await inTransaction(context.em, (em) => request(em, context, refunded), {
    retryUniqueViolations: true,
  });
  if (!refund || refund.status === "succeeded" || refund.status === "pending") return true;
  if (refund.nextAttemptAt && refund.nextAttemptAt > context.clock.now()) return false;
  try {
    return (await settleRefund(context, refund.id)) !== "failed";
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
  const key = refundKeyOf(reason, paymentId);
  const refunds = await em.find(Refund, { payment: payment.id });
  const existing = refunds.find((refund) => isSameRefundKey(refund.key, key));
  if (existing || payment.status === "refunded") return existing;
  const lost = lostOf(await em.find(Dispute, { payment: payment.id }));
  const amount = refundableOf((payment.amountReceived || payment.amount) - lost, refunds);
  if (amount === 0) return undefined;
  markChanged(payment);
  const refund = em.create(Refund, {
    key,
    payment,
    amount,
    reason: reasons[reason],
    source: "automatic",
    status: "requested",
    createdAt: context.clock.now(),
  });
  await em.flush();
  return refund;
}
