import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Order, OrderEvent, Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { isRefundRefusal, makeProviderRefund } from "./provider-refunds.server.ts";
import { isSameRefundKey, refundKeyOf } from "./refund-key.ts";
import { tellStaffOfFailedRefund } from "./tell-staff-of-failed-refund.server.ts";

const reasons = {
  duplicate: "A second payment for this order was refunded automatically",
  unavailable: "The payment was refunded automatically: the goods were out of stock",
};

interface RefundedPayment {
  checkoutId: string;
  paymentId: string;
  reason: keyof typeof reasons;
}

/**
 * Gives one payment that bought nothing back in full, by the shop itself. Safe to repeat: the row comes first and is
 * unique, the provider knows the refund by its key, and the order's timeline changes once.
 */
export async function refundPayment(context: Context, refunded: RefundedPayment): Promise<void> {
  const requested = await inTransaction(context.em, (em) => request(em, context, refunded), {
    retryUniqueViolations: true,
  });
  if (!requested) return;
  const { payment, refund } = requested;
  const made = await makeProviderRefund(context, payment, refund).catch(async (error: unknown) => {
    if (isRefundRefusal(error)) {
      await inTransaction(context.em, (em) =>
        tellStaffOfFailedRefund(em, context, refund, payment, error.message),
      );
    }
    throw error;
  });
  await inTransaction(context.em, async (em) => {
    const paid = await em.findOneOrFail(Payment, payment.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const row = await em.findOneOrFail(Refund, refund.id);
    // The provider's event may have been here first.
    if (row.status !== "requested") return;
    row.providerRefundId = made.id;
    row.status = made.status;
    row.failureMessage = made.failure;
    if (made.status === "failed") {
      await tellStaffOfFailedRefund(em, context, row, paid, made.failure);
      return;
    }
    row.completedAt = context.clock.now();
    paid.status = "refunded";
    await noteAutomaticRefund(em, context, row, paid);
  });
}

/** One line on the timeline of the order that the payment's checkout has, if it has one. */
export async function noteAutomaticRefund(
  em: EntityManager,
  context: Context,
  refund: Pick<Refund, "reason" | "amount">,
  payment: Pick<Payment, "checkout" | "providerPaymentId">,
): Promise<void> {
  const order = await em.findOne(Order, { checkout: payment.checkout.id }, { fields: ["id"] });
  if (!order) return;
  em.create(OrderEvent, {
    order: order.id,
    kind: "refunded",
    message: `${refund.reason}: ${formatPounds(refund.amount)} (${payment.providerPaymentId})`,
    createdAt: context.clock.now(),
  });
}

async function request(em: EntityManager, context: Context, refunded: RefundedPayment) {
  const { checkoutId, paymentId, reason } = refunded;
  await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const payment = await em.findOneOrFail(Payment, { checkout: checkoutId, providerPaymentId: paymentId });
  if (payment.status === "refunded") return undefined;
  const key = refundKeyOf(reason, paymentId);
  const refunds = await em.find(Refund, { payment: payment.id });
  const refund =
    refunds.find((known) => isSameRefundKey(known.key, key)) ??
    em.create(Refund, {
      key,
      payment,
      amount: payment.amountReceived || payment.amount,
      reason: reasons[reason],
      source: "automatic",
      status: "requested",
      restock: [],
      createdAt: context.clock.now(),
    });
  await em.flush();
  return { payment, refund };
}
