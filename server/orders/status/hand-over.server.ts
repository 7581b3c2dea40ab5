import { randomInt } from "node:crypto";
import { OrderLine } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { allocateBatches } from "#server/batches/allocate-batches.server.ts";
import { slotLabel } from "#server/checkout/collection-slots.ts";
import { isCollected } from "#server/checkout/delivery-choice.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { yardOf } from "#server/settings/opening-times.ts";
import { refuseWhileReviewed } from "../disputes/record-warning.server.ts";
import { orderCommands } from "../order-commands.ts";
import { leftToSend } from "../parcels/parcels.ts";
import { makeConfirmationToken } from "../placing/confirm-order.server.ts";
import { addBatchEvent, addOrderEvent, lockSeenOrder, moveOrder, withNote } from "./move-order.server.ts";

/**
 * Tells the customer that an order can be collected, with the code that whoever collects it names. @throws ShopError
 * `unauthenticated`, `forbidden`, `not_found`; `conflict` when somebody changed the order meanwhile, it is not collected
 * or was said to be ready before, it is pending or cancelled, or its payment is still reviewed.
 */
export const markOrderReady = command(orderCommands.markReady, async (context, ready): Promise<void> => {
  const { orderId, from, note } = ready;
  await refuseWhileReviewed(context, orderId);
  await inTransaction(context.em, async (em) => {
    const order = await lockSeenOrder(em, orderId, from);
    const { delivery, invoiceNumber } = order;
    if (!delivery || !isCollected({ option: delivery.id })) throw new ShopError("conflict", NOT_COLLECTED);
    if (order.readyAt || order.dispatchedAt) {
      throw new ShopError("conflict", "The customer knows already that this order is ready.");
    }
    if (order.status === "pending" || order.status === "cancelled") {
      throw new ShopError("conflict", `An order that is ${order.status} cannot be collected.`);
    }
    const code = makeCode();
    order.readyAt = context.clock.now();
    order.collectionCode = code;
    addOrderEvent(em, context, {
      order: orderId,
      kind: "ready",
      message: withNote("Ready to be collected", note),
    });
    await recordChange(em, context, {
      area: "orders",
      action: "ready to be collected",
      subjectId: orderId,
      subjectName: invoiceNumber,
      before: { ready: false },
      after: { ready: true },
    });
    const lines = await em.find(OrderLine, { order: orderId }, { orderBy: { id: "asc" } });
    const token = await makeConfirmationToken(em, invoiceNumber, context.clock.now());
    await queueEmail(em, {
      key: `order-ready:${invoiceNumber}`,
      template: "order-ready",
      recipient: order.customerEmail,
      props: {
        store: storeIdentityOf(context.settings, context.publicUrl),
        invoiceNumber,
        customerName: order.customerName,
        slot: delivery.slot && !delivery.slotLost ? slotLabel(delivery.slot) : null,
        code,
        note,
        collectFrom: yardOf(context.settings),
        lines: lines.map(({ productName, quantity }) => ({ productName, quantity })),
        orderUrl: `${context.publicUrl}/order-confirmation?t=${token}`,
      },
    });
  });
});

/**
 * The yard hands an order over to whoever names its code, which completes it. @throws ShopError `unauthenticated`,
 * `forbidden`, `not_found`; `validation_failed` beside the code when it is another one; `conflict` when somebody changed
 * the order meanwhile, it is not ready or was collected before.
 */
export const handOverOrder = command(orderCommands.handOver, async (context, handOver): Promise<void> => {
  const { orderId, from, collectionCode, note } = handOver;
  await inTransaction(context.em, async (em) => {
    const order = await lockSeenOrder(em, orderId, from);
    if (!order.readyAt || !order.collectionCode) {
      throw new ShopError("conflict", "This order has not been said to be ready yet.");
    }
    if (order.dispatchedAt) throw new ShopError("conflict", "This order has been collected already.");
    if (order.collectionCode !== collectionCode) {
      const message = "This is not the code of this order. Nothing was handed over.";
      throw new ShopError("validation_failed", message, { fields: { collectionCode: [message] } });
    }
    if (order.status !== "completed") moveOrder(order, "completed");
    const lines = await em.find(OrderLine, { order: orderId }, { orderBy: { id: "asc" } });
    const units = lines.map((line) => ({
      lineId: line.id,
      quantity: leftToSend(line, { dispatchedAt: null }),
    }));
    const { sentence } = await allocateBatches(em, { units });
    // The time to cancel counts from when the goods went out.
    order.dispatchedAt = context.clock.now();
    addOrderEvent(em, context, {
      order: orderId,
      kind: "collected",
      message: withNote("Collected from the yard", note),
    });
    addBatchEvent(em, context, orderId, sentence);
    await recordChange(em, context, {
      area: "orders",
      action: "collected",
      subjectId: orderId,
      subjectName: order.invoiceNumber,
      before: { status: from },
      after: { status: order.status },
    });
  });
});

const NOT_COLLECTED = "This order is sent, not collected.";

/** Without what is taken for each other on the telephone or on paper. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 6;

function makeCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
