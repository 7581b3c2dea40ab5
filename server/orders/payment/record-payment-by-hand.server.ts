import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { dueOf } from "../lists/find-staff-order.server.ts";
import { orderCommands } from "../order-commands.ts";
import { makeConfirmationToken } from "../placing/confirm-order.server.ts";
import { addOrderEvent, lockSeenOrder, moveOrder, withNote } from "../status/move-order.server.ts";
import { mayMove, type OrderStatus, statusAfterPayment } from "../status/order-status.ts";
import { paymentLabels } from "./payment-labels.ts";

/**
 * Writes down that the money of an order that staff took has come (docs/rules.md#orders-9). An order that was waiting
 * for it moves on to where paid orders stand, and the customer hears of it by mail. The ledger counts it as recorded by hand, on this day.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when it is paid already, cancelled, bought
 * in the shop, or not (or no longer) where the person saw it
 */
export const recordPaymentByHand = command(
  orderCommands.recordPayment,
  async (context, { orderId, from, note }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const order = await lockSeenOrder(em, orderId, from);
      if (order.paidAt) throw new ShopError("conflict", "The payment of this order is recorded already.");
      if (!isStaffPaymentMethod(order.paymentMethod)) {
        throw new ShopError("conflict", "The payment of this order is its payment provider's to report.");
      }
      if (order.status === "cancelled") throw new ShopError("conflict", "This order is cancelled.");
      if (order.totalAmount > 0 && dueOf(order) === 0) {
        throw new ShopError(
          "conflict",
          "Everything of this order is credited: nothing is to be paid for it.",
        );
      }
      order.paidAt = context.clock.now();
      if (order.status === "pending") {
        const after = order.dispatchedAt
          ? "completed"
          : statusAfterPayment(context.settings, order.isBackorder);
        for (const step of stepsTo(after)) {
          if (mayMove(order.status, step)) moveOrder(order, step);
        }
      }
      addOrderEvent(em, context, {
        order: orderId,
        kind: "paid",
        message: withNote(`Payment received ${paymentLabels[order.paymentMethod]}`, note),
      });
      await recordChange(em, context, {
        area: "orders",
        action: "payment recorded",
        subjectId: orderId,
        subjectName: order.invoiceNumber,
        before: { status: from, paid: false },
        after: { status: order.status, paid: true },
      });
      const { invoiceNumber, customerName } = order;
      const token = await makeConfirmationToken(em, invoiceNumber, context.clock.now());
      await queueEmail(em, {
        key: `payment-received:${invoiceNumber}`,
        template: "payment-received",
        recipient: order.customerEmail,
        props: {
          store: storeIdentityOf(context.settings, context.publicUrl),
          invoiceNumber,
          customerName,
          amount: dueOf(order),
          currency: order.currency,
          paidBy: paymentLabels[order.paymentMethod],
          note,
          orderUrl: `${context.publicUrl}/order-confirmation?t=${token}`,
        },
      });
    });
  },
);

/** The way of a waiting order, one allowed move after another. */
function stepsTo(target: OrderStatus): OrderStatus[] {
  if (target === "completed") return ["processing", "completed"];
  return target === "processing" ? ["processing"] : [];
}
