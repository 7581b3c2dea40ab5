import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { creditUnpaidOrder } from "../invoices/issue-correction-note.server.ts";
import { allRestockable, restockLines } from "../refunds/restock-lines.server.ts";
import type { CancelOrder } from "../staff-order.schema.ts";
import { addOrderEvent, lockSeenOrder, moveOrder, withNote } from "./move-order.server.ts";

/**
 * Cancels an order that is pending or processing; its goods go back into stock when staff say so. The invoice of one
 * that nobody paid is credited at once; money that came is a matter of its own, and is credited when it goes back: see
 * `refundOrder`.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when somebody changed the order meanwhile
 * or it is completed or cancelled already.
 */
export async function cancelOrder(
  context: Context,
  { orderId, from, note, restock }: CancelOrder,
): Promise<void> {
  requirePermission(context, "orders.cancel");
  await inTransaction(context.em, async (em) => {
    const order = await lockSeenOrder(em, orderId, from);
    moveOrder(order, "cancelled");
    await recordChange(em, context, {
      area: "orders",
      action: "cancelled",
      subjectId: orderId,
      subjectName: order.invoiceNumber,
      before: { status: from },
      after: { status: "cancelled", restock },
    });
    if (restock) await restockLines(em, context, orderId, await allRestockable(em, orderId));
    const credit = order.paidAt ? null : await creditUnpaidOrder(em, context, order);
    addOrderEvent(em, context, {
      order: orderId,
      kind: "cancelled",
      message: withNote(credit ? `Order cancelled (credit note ${credit.number})` : "Order cancelled", note),
    });
  });
}
