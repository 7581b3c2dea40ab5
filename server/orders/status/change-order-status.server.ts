import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { refuseWhileReviewed } from "../disputes/refuse-while-reviewed.server.ts";
import type { ChangeStatus } from "../staff-order.schema.ts";
import { addOrderEvent, lockSeenOrder, moveOrder, withNote } from "./move-order.server.ts";

/**
 * Moves an order on: pending to processing, processing to completed. Cancelling and dispatching are verbs of their own,
 * since they do more.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when the order is not (or no longer) where
 * the person saw it, cannot go there, or is not to be sent while Stripe reviews its payment.
 */
export async function changeOrderStatus(
  context: Context,
  { orderId, from, to, note }: ChangeStatus,
): Promise<void> {
  requirePermission(context, "orders.changeStatus");
  if (to === "completed") await refuseWhileReviewed(context, orderId);
  await inTransaction(context.em, async (em) => {
    const order = await lockSeenOrder(em, orderId, from);
    moveOrder(order, to);
    addOrderEvent(em, context, {
      order: orderId,
      kind: "status",
      message: withNote(`Status changed from ${from} to ${to}`, note),
    });
    await recordChange(em, context, {
      area: "orders",
      action: "status changed",
      subjectId: orderId,
      subjectName: order.invoiceNumber,
      before: { status: from },
      after: { status: to },
    });
  });
}
