import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Dispute, Order, OrderLine, Payment, Refund } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { RefundStatus } from "#server/payments/refund-status.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { findPaymentOf } from "../lists/find-staff-order.server.ts";
import type { RefundOrder } from "../staff-order.schema.ts";
import { refundByHand } from "./refund-by-hand.server.ts";
import { lostOf } from "./refund-rules.ts";
import { refuseRefund } from "./refuse-refund.ts";
import { settleRefund } from "./settle-refund.server.ts";
import { writeDownRefund } from "./write-down-refund.server.ts";

/**
 * Gives part or all of an order's payment back, the lines that came back into stock as staff say. The refund is
 * written down before the provider is asked; sent twice with one key, it is one refund. What staff took by hand they
 * give back by hand: then it is only written down.
 * @returns how far the refund has come
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`, `validation_failed` (too much), `conflict` (another
 * refund was made meanwhile, or no provider has the money), `payment_failed` (the provider refused), `unavailable`
 * (the provider does not answer: the refund stays written down and is tried again)
 */
export async function refundOrder(context: Context, refund: RefundOrder): Promise<RefundStatus> {
  requirePermission(context, "orders.refund");
  const id = await inTransaction(context.em, (em) => request(em, context, refund), {
    retryUniqueViolations: true,
  });
  return settleRefund(context, id);
}

async function request(em: EntityManager, context: Context, wanted: RefundOrder): Promise<number> {
  const order = await em.findOne(Order, wanted.orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!order) throw new ShopError("not_found", "Order not found");
  if (isStaffPaymentMethod(order.paymentMethod)) return refundByHand(em, context, order, wanted);
  const payment = await lockedPaymentOf(em, order);
  const refunds = await em.find(Refund, { payment: payment.id });
  const same = refunds.find(({ key }) => key === wanted.key);
  if (same) return same.id;
  const lost = lostOf(await em.find(Dispute, { payment: payment.id }));
  const lines = await em.find(OrderLine, { order: order.id });
  refuseRefund(wanted, { captured: payment.amountReceived - lost, refunds, lines });
  const refund = await writeDownRefund(em, context, wanted, { order, payment, status: "requested" });
  return refund.id;
}

/** The payment's row is what all its refunds wait for, so that together they stay within it. */
async function lockedPaymentOf(em: EntityManager, order: Order): Promise<Payment> {
  const found = await findPaymentOf(em, order);
  if (found) {
    return em.findOneOrFail(Payment, found.id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }
  throw new ShopError(
    "conflict",
    "This order was not paid through a payment provider. Give the money back the way it was paid.",
  );
}
