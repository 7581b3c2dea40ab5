import type { EntityManager } from "@mikro-orm/postgresql";
import { Dispute, type Order, Payment, PaymentWarning, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { bookReceived } from "./book-payment.server.ts";
import { notifyOfDispute, notifyOfWarning, recordDispute, recordWarning } from "./disputes.server.ts";
import { notifyOfRefund } from "./record-refund.server.ts";
import { refundedOf } from "./refund-rules.ts";
import { syncRefunds } from "./send-refund.server.ts";

/**
 * Before an order is made of a payment: what the provider says has gone back of it since is written down, no matter who
 * looks and whatever events were lost. The payment is booked first and alone, so that its refunds have something to be
 * refunds of; should the shop die here, the payment still waits for the sweeper.
 */
export async function importEarlierRefunds(
  context: Context,
  received: ReceivedPayment,
  checkoutId: string,
): Promise<void> {
  if (received.refundedPart === "none") return;
  if (await bookReceived(context, received, checkoutId)) await importRefundsOf(context, received);
}

/** The refunds that the provider has of a payment that is in the books. */
export async function importRefundsOf(
  context: Context,
  { id, refundedPart }: ReceivedPayment,
): Promise<void> {
  if (refundedPart !== "none") await syncRefunds(context, id, { isAll: refundedPart === "all" });
}

/**
 * The disputes that the provider has of a payment, and its review; after its order was made, so that the owner is told
 * which it is. What cannot be read now has an event of its own: the order is there and is not held up.
 */
export async function importWarningsOf(
  context: Context,
  { id, provider, hasDispute, reviewId }: ReceivedPayment,
): Promise<void> {
  try {
    if (hasDispute) {
      const askedAt = context.clock.now();
      for (const dispute of await providerOf(provider).disputes(context, id)) {
        await recordDispute(context, dispute, askedAt);
      }
    }
    const review = reviewId === null ? undefined : await providerOf(provider).review(context, reviewId);
    const payment = review && (await context.em.fork().findOne(Payment, { provider, providerPaymentId: id }));
    if (payment) await recordWarning(context, payment.id, review);
  } catch (error) {
    log("error", "the disputes and the review of a payment could not be read", { paymentId: id, error });
  }
}

/**
 * Gives an order that was just made what has happened to its payment before: refunds get their line, credit note and
 * mail, disputes and warnings their line. In the transaction that makes the order; the payment must be locked.
 */
export async function attachToOrder(
  em: EntityManager,
  context: Context,
  order: Order,
  payment: Payment,
): Promise<void> {
  const disputes = await em.find(Dispute, { payment: payment.id, order: null }, { orderBy: { id: "asc" } });
  for (const dispute of disputes) {
    dispute.order = order;
    const { status, amount, amountLost, reason, providerDisputeId: id } = dispute;
    notifyOfDispute(em, context, order, { status, amount, amountLost, reason, id });
  }
  const warnings = await em.find(PaymentWarning, { payment: payment.id, order: null });
  for (const warning of warnings) {
    const { kind, isOpen, reason, providerWarningId: id } = warning;
    warning.order = order;
    notifyOfWarning(em, context, { order, provider: payment.provider }, { kind, isOpen, reason, id });
  }
  const refunds = await em.find(Refund, { payment: payment.id, order: null }, { orderBy: { id: "asc" } });
  const refunded = refundedOf(await em.find(Refund, { payment: payment.id }));
  for (const refund of refunds) {
    refund.order = order;
    if (refund.status === "requested" || refund.status === "failed") continue;
    await notifyOfRefund(em, context, { order, refund, before: "requested", refunded });
  }
}
