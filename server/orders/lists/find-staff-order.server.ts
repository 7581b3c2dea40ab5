import { randomUUID } from "node:crypto";
import {
  Dispute,
  Order,
  OrderEvent,
  OrderLine,
  Payment,
  PaymentWarning,
  Refund,
} from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { disputeReason } from "../disputes/dispute-words.ts";
import { lostOf, refundedOf, restockableOf } from "../refunds/refund-rules.ts";
import { findOrder } from "./find-orders.server.ts";
import { correctionNotesOf } from "./shopper-order.server.ts";
import type { DisputeView, RefundView, StaffOrder } from "./staff-order-view.ts";

/** One order with its timeline, payment and refunds. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export async function findStaffOrder(context: Context, id: number): Promise<StaffOrder> {
  requirePermission(context, "orders.view");
  const view = await findOrder(context, id);
  const em = context.em.fork();
  const order = await em.findOneOrFail(Order, id);
  const lines = await em.find(OrderLine, { order: id }, { orderBy: { id: "asc" } });
  const events = await em.find(OrderEvent, { order: id }, { orderBy: { createdAt: "asc", id: "asc" } });
  const payment = await findPaymentOf(em, order);
  const isCounterOrder = isStaffPaymentMethod(order.paymentMethod);
  const givenBack = payment ? { payment: payment.id } : isCounterOrder ? { order: id } : null;
  const refunds = givenBack ? await em.find(Refund, givenBack, { orderBy: { id: "asc" } }) : [];
  const disputes = payment ? await em.find(Dispute, { payment: payment.id }, { orderBy: { id: "asc" } }) : [];
  const warnings = payment
    ? await em.find(PaymentWarning, { payment: payment.id }, { orderBy: { id: "asc" } })
    : [];
  return {
    ...view,
    carrier: order.carrier ?? null,
    trackingNumber: order.trackingNumber ?? null,
    dispatchedAt: order.dispatchedAt?.toISOString() ?? null,
    isBackorder: order.isBackorder,
    deliveryToBeAgreed: order.deliveryToBeAgreed,
    isExport: order.isExport,
    paidAt: order.paidAt?.toISOString() ?? null,
    isCounterOrder,
    agreedPrices: lines.flatMap(({ productName, listPrice, unitPrice, priceSetBy }) =>
      typeof listPrice === "number"
        ? { productName, listPrice, price: unitPrice, by: priceSetBy ?? null }
        : [],
    ),
    captured: payment?.amountReceived ?? (isCounterOrder && order.paidAt ? order.totalAmount : 0),
    refunded: refundedOf(refunds),
    refunds: refunds.map(viewOf),
    notes: await correctionNotesOf(context, id),
    lost: lostOf(disputes),
    disputes: disputes.map(disputeViewOf),
    warnings: warnings.map(({ id, kind, providerWarningId, isOpen }) => ({
      id,
      kind,
      providerWarningId,
      isOpen,
    })),
    refundKey: randomUUID(),
    restockable: lines.map((line) => ({
      lineId: line.id,
      productName: line.productName,
      quantity: restockableOf(line),
    })),
    timeline: events.map(({ id: eventId, message, actorName, createdAt }) => ({
      id: eventId,
      message,
      actorName: actorName ?? null,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** The payment that bought an order; none for an order that was paid without a provider. */
export async function findPaymentOf(
  em: Context["em"],
  order: Pick<Order, "paymentMethod" | "transactionId">,
): Promise<Payment | null> {
  const { paymentMethod, transactionId } = order;
  if ((paymentMethod !== "stripe" && paymentMethod !== "paypal") || !transactionId) return null;
  return em.findOne(Payment, { provider: paymentMethod, providerPaymentId: transactionId });
}

function viewOf(refund: Refund): RefundView {
  return {
    id: refund.id,
    amount: refund.amount,
    reason: refund.reason,
    source: refund.source,
    status: refund.status,
    failureMessage: refund.failureMessage ?? null,
    createdAt: refund.createdAt.toISOString(),
  };
}

function disputeViewOf(dispute: Dispute): DisputeView {
  const { id, providerDisputeId, amount, amountLost, reason, status, evidenceDueAt, openedAt } = dispute;
  return {
    id,
    providerDisputeId,
    amount,
    amountLost,
    reason: disputeReason(reason),
    status,
    evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
    openedAt: openedAt.toISOString(),
  };
}
