import type { EntityManager } from "@mikro-orm/postgresql";
import { Dispute, type Order, type Payment, PaymentWarning, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { tellOfDispute } from "../disputes/record-dispute.server.ts";
import { tellOfWarning } from "../disputes/record-warning.server.ts";
import { tellOfRefund } from "../refunds/apply-refund.server.ts";
import { refundedOf } from "../refunds/refund-rules.ts";

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
    tellOfDispute(em, context, order, { status, amount, amountLost, reason, id });
  }
  const warnings = await em.find(PaymentWarning, { payment: payment.id, order: null });
  for (const warning of warnings) {
    const { kind, isOpen, reason, providerWarningId: id } = warning;
    warning.order = order;
    tellOfWarning(em, context, order, { kind, isOpen, reason, id });
  }
  const refunds = await em.find(Refund, { payment: payment.id, order: null }, { orderBy: { id: "asc" } });
  const refunded = refundedOf(await em.find(Refund, { payment: payment.id }));
  for (const refund of refunds) {
    refund.order = order;
    if (refund.status === "requested" || refund.status === "failed") continue;
    await tellOfRefund(em, context, { order, refund, before: "requested", refunded });
  }
}
