import type { EntityManager } from "@mikro-orm/postgresql";
import { type Order, OrderLine } from "#db/entities/index.ts";
import type { ChangeView } from "#server/audit/audit-search.ts";
import type { ToldChange } from "#server/audit/change-labels.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { allocateBatches, hasBatches } from "#server/batches/allocate-batches.server.ts";
import { queueStatementsOfOrders } from "#server/batches/queue-statements.server.ts";
import { givePlaceBack } from "#server/checkout/hold-collection.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { refuseWhileReviewed } from "../disputes/record-warning.server.ts";
import { correctionNotePath } from "../invoices/invoice-path.ts";
import { creditUnpaidOrder } from "../invoices/issue-correction-note.server.ts";
import { findMoneyOf } from "../lists/find-staff-order.server.ts";
import { orderCommands } from "../order-commands.ts";
import { leftToSend } from "../parcels/parcels.ts";
import { makeConfirmationToken } from "../placing/confirm-order.server.ts";
import { restockLines, unsentUnits } from "../refunds/record-refund.server.ts";
import { closeUnpaid } from "../withdrawals/settle-withdrawal.server.ts";
import { addBatchEvent, addOrderEvent, lockSeenOrder, moveOrder, withNote } from "./move-order.server.ts";

/**
 * Moves an order on: pending to processing, processing to completed. Cancelling and dispatching are commands of their
 * own, because they do more. @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when the order
 * is not (or no longer) in the state that the person saw, cannot move there, or must not be sent while its payment is
 * reviewed.
 */
export const changeOrderStatus = command(
  orderCommands.changeStatus,
  async (context, { orderId, from, to, note }): Promise<{ change: ToldChange | null }> => {
    if (to === "completed") await refuseWhileReviewed(context, orderId);
    const change = await inTransaction(context.em, async (em) => {
      const order = await lockSeenOrder(em, orderId, from);
      moveOrder(order, to);
      addOrderEvent(em, context, {
        order: orderId,
        kind: "status",
        message: withNote(`Status changed from ${from} to ${to}`, note),
      });
      if (to === "completed") await leave(em, context, order);
      return recordChange(em, context, {
        area: "orders",
        action: "status changed",
        subjectId: orderId,
        subjectName: order.invoiceNumber,
        before: { status: from },
        after: { status: to },
      });
    });
    return { change };
  },
);

/** What of an order is still in the house leaves it: each line gets its batch. */
async function leave(em: EntityManager, context: Context, order: Order): Promise<void> {
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  const units = lines.map((line) => ({ lineId: line.id, quantity: leftToSend(line, order) }));
  const { sentence } = await allocateBatches(em, { units });
  addBatchEvent(em, context, order, sentence);
}

/**
 * Takes back that somebody completed an order by hand, while it is still as that left it. The caller has asked for
 * `audit.revert`. @throws ShopError `not_found`; `conflict` when it changed or went out since
 */
export async function revertOrderStatus(context: Context, change: ChangeView): Promise<void> {
  await inTransaction(context.em, async (em) => {
    const order = await lockSeenOrder(em, Number(change.subjectId), "completed");
    if (order.dispatchedAt) {
      throw new ShopError("conflict", "This order has been dispatched since. Nothing was taken back.");
    }
    // Else its goods would be sent another time from batches that may be in quarantine by then.
    if (await hasBatches(em, order.id)) {
      throw new ShopError("conflict", "Its goods left with their batches. Nothing was taken back.");
    }
    order.status = "processing";
    addOrderEvent(em, context, {
      order,
      kind: "status",
      message: "Status changed from completed back to processing",
    });
    await recordChange(em, context, {
      area: "orders",
      action: "status changed",
      subjectId: order.id,
      subjectName: order.invoiceNumber,
      before: { status: "completed" },
      after: { status: "processing" },
      revertOf: change.id,
    });
  });
}

/**
 * Cancels an order that is pending or processing and mails the customer; goods that were not sent return to stock when
 * staff say so.
 * An unpaid order's invoice is credited at once. Received money is refunded separately, and credited when it goes back: see
 * `refundOrder`. @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when somebody changed the
 * order meanwhile or it is already completed or cancelled.
 */
export const cancelOrder = command(
  orderCommands.cancel,
  async (context, { orderId, from, note, restock }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const order = await lockSeenOrder(em, orderId, from);
      moveOrder(order, "cancelled");
      await queueStatementsOfOrders(em, [orderId]);
      await recordChange(em, context, {
        area: "orders",
        action: "cancelled",
        subjectId: orderId,
        subjectName: order.invoiceNumber,
        before: { status: from },
        after: { status: "cancelled", restock },
      });
      if (order.checkout && order.delivery?.slot) await givePlaceBack(em, order.checkout.id);
      if (restock) await restockLines(em, context, orderId, await unsentUnits(em, orderId));
      const credit = order.paidAt ? null : await creditUnpaidOrder(em, context, order);
      if (!order.paidAt) await closeUnpaid(em, context, order);
      addOrderEvent(em, context, {
        order: orderId,
        kind: "cancelled",
        message: withNote(
          credit ? `Order cancelled (credit note ${credit.number})` : "Order cancelled",
          note,
        ),
      });
      const { invoiceNumber, customerName } = order;
      const { captured, owed } = await findMoneyOf(em, order);
      const token = await makeConfirmationToken(em, invoiceNumber, context.clock.now());
      await queueEmail(em, {
        key: `order-cancelled:${invoiceNumber}`,
        template: "order-cancelled",
        recipient: order.customerEmail,
        props: {
          store: storeIdentityOf(context.settings, context.publicUrl),
          invoiceNumber,
          customerName,
          note,
          wasPaid: captured > 0 || Boolean(order.paidAt),
          owed,
          currency: order.currency,
          creditNote: credit && {
            number: credit.number,
            url: `${context.publicUrl}${correctionNotePath(invoiceNumber, credit.number, token)}`,
          },
          orderUrl: `${context.publicUrl}/order-confirmation?t=${token}`,
        },
      });
    });
  },
);
