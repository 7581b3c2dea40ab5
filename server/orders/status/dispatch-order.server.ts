import { OrderLine } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { refuseWhileReviewed } from "../disputes/refuse-while-reviewed.server.ts";
import { makeConfirmationToken } from "../placing/confirmation-token.server.ts";
import type { DispatchOrder } from "../staff-order.schema.ts";
import { addOrderEvent, lockSeenOrder, moveOrder, withNote } from "./move-order.server.ts";

/**
 * Writes down how an order was sent, completes it and tells the customer by mail. An order that was completed by
 * itself (setting autoCompleteOrders) can still be dispatched, once.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when somebody changed the order meanwhile,
 * it was dispatched before, it is pending or cancelled, or Stripe still reviews its payment.
 */
export async function dispatchOrder(context: Context, dispatch: DispatchOrder): Promise<void> {
  requirePermission(context, "orders.dispatch");
  const { orderId, from, carrier, trackingNumber, note } = dispatch;
  await refuseWhileReviewed(context, orderId);
  await inTransaction(context.em, async (em) => {
    const order = await lockSeenOrder(em, orderId, from);
    if (order.dispatchedAt) throw new ShopError("conflict", "This order has been dispatched already.");
    if (order.status !== "completed") moveOrder(order, "completed");
    order.carrier = carrier;
    order.trackingNumber = trackingNumber;
    order.dispatchedAt = context.clock.now();
    addOrderEvent(em, context, {
      order: orderId,
      kind: "dispatched",
      message: withNote(`Dispatched with ${carrier}, tracking number ${trackingNumber}`, note),
    });
    await recordChange(em, context, {
      area: "orders",
      action: "dispatched",
      subjectId: orderId,
      subjectName: order.invoiceNumber,
      before: { status: from },
      after: { status: order.status, carrier, trackingNumber },
    });
    const lines = await em.find(OrderLine, { order: orderId }, { orderBy: { id: "asc" } });
    const token = await makeConfirmationToken(em, order.invoiceNumber, context.clock.now());
    await queueEmail(em, {
      key: `order-dispatched:${order.invoiceNumber}`,
      template: "order-dispatched",
      recipient: order.customerEmail,
      props: {
        store: storeIdentityOf(context.settings, context.publicUrl),
        invoiceNumber: order.invoiceNumber,
        customerName: order.customerName,
        carrier,
        trackingNumber,
        note,
        deliverTo: order.customerAddress,
        lines: lines.map(({ productName, quantity }) => ({ productName, quantity })),
        orderUrl: `${context.publicUrl}/order-confirmation?t=${token}`,
      },
    });
  });
}
