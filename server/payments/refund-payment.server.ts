import { LockMode } from "@mikro-orm/postgresql";
import { Checkout, Order, OrderEvent, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { formatPounds } from "#server/pricing/money.ts";

const reasons = {
  duplicate: "A second payment for this order was refunded automatically",
  unavailable: "The payment was refunded automatically: the goods were out of stock",
};

interface Refund {
  checkoutId: string;
  paymentId: string;
  reason: keyof typeof reasons;
}

/**
 * Gives one payment back in full. Safe to repeat: the provider knows the refund by its key, and the row and the
 * order's timeline change once.
 */
export async function refundPayment(
  context: Context,
  { checkoutId, paymentId, reason }: Refund,
): Promise<void> {
  await context.gateways.stripe.client.refunds.create(
    {
      payment_intent: paymentId,
      reason: reason === "duplicate" ? "duplicate" : "requested_by_customer",
      metadata: { checkout_id: checkoutId },
    },
    { idempotencyKey: `refund:${paymentId}` },
  );
  await inTransaction(context.em, async (em) => {
    await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const payment = await em.findOne(Payment, { provider: "stripe", providerPaymentId: paymentId });
    if (!payment || payment.status === "refunded") return;
    payment.status = "refunded";
    const order = await em.findOne(Order, { checkout: checkoutId }, { fields: ["id"] });
    if (!order) return;
    em.create(OrderEvent, {
      order: order.id,
      kind: "refunded",
      message: `${reasons[reason]}: ${formatPounds(payment.amountReceived)} (${paymentId})`,
      createdAt: context.clock.now(),
    });
  });
}
