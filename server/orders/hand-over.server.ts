import { randomInt } from "node:crypto";
import type { Order } from "#db/entities/index.ts";
import { slotLabel } from "#server/checkout/collection-slots.ts";
import { isCollected } from "#server/checkout/delivery-choice.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { yardOf } from "#server/settings/opening-times.ts";
import { buyerMailOf } from "./confirmation.server.ts";
import { assertMaySend } from "./disputes.server.ts";
import { restOf } from "./line-units.ts";
import {
  handEverythingOver,
  lockOrder,
  moveOrder,
  namedUnits,
  recordStep,
  withNote,
} from "./move-order.server.ts";
import { orderCommands } from "./order-commands.ts";
import { canBeSent } from "./parcels.ts";

/** Tells the customer that an order can be collected, with the code that anyone who collects it names. */
export const markOrderReady = command(orderCommands.markReady, async (context, ready): Promise<void> => {
  const { orderId, from, note } = ready;
  await assertMaySend(context, orderId);
  await inTransaction(context.em, async (em) => {
    const { order, lines } = await lockOrder(em, orderId, from);
    const { delivery, invoiceNumber } = order;
    if (!delivery || !isCollected({ option: delivery.id })) {
      throw new ShopError("conflict", "This order is sent, not collected.");
    }
    if (order.readyAt || order.dispatchedAt) {
      throw new ShopError("conflict", "The customer knows already that this order is ready.");
    }
    if (order.status === "pending" || order.status === "cancelled") {
      throw new ShopError("conflict", `An order that is ${order.status} cannot be collected.`);
    }
    const rest = restOf(lines);
    if (rest.length === 0) {
      throw new ShopError("conflict", "Nothing of this order is left to be collected.");
    }
    const code = makeCode();
    order.readyAt = context.clock.now();
    order.collectionCode = code;
    await recordStep(em, context, order, {
      kind: "ready",
      message: withNote("Ready to be collected", note),
      action: "ready to be collected",
      before: { ready: false },
      after: { ready: true },
    });
    const { recipient, facts } = await buyerMailOf(em, context, order);
    await queueEmail(em, context, {
      key: `order-ready:${invoiceNumber}`,
      template: "order-ready",
      recipient,
      props: {
        ...facts,
        slot: delivery.slot && !delivery.slotLost ? slotLabel(delivery.slot) : null,
        code,
        note,
        collectFrom: yardOf(context.settings),
        lines: namedUnits(lines, rest),
      },
    });
  });
});

/**
 * Hands over what is left of an order, which completes it: one that is collected to anyone who names its code, any
 * other over the counter.
 */
export const handOverOrder = command(orderCommands.handOver, async (context, handOver): Promise<void> => {
  const { orderId, from, collectionCode, note } = handOver;
  await assertMaySend(context, orderId);
  await inTransaction(context.em, async (em) => {
    const locked = await lockOrder(em, orderId, from);
    const { order } = locked;
    const isToBeCollected = order.delivery && isCollected({ option: order.delivery.id });
    if (order.dispatchedAt) {
      throw new ShopError(
        "conflict",
        `This order has been ${isToBeCollected ? "collected" : "sent"} already.`,
      );
    }
    if (isToBeCollected) checkCode(order, collectionCode);
    else if (!canBeSent(order.status)) {
      throw new ShopError("conflict", `An order that is ${order.status} cannot be handed over.`);
    }
    if (order.status !== "completed") moveOrder(order, "completed");
    await handEverythingOver(em, context, locked);
    await recordStep(em, context, order, {
      kind: "collected",
      message: withNote(isToBeCollected ? "Collected from the yard" : "Handed over", note),
      action: isToBeCollected ? "collected" : "handed over",
      before: { status: from },
      after: { status: order.status },
    });
  });
});

function checkCode({ readyAt, collectionCode }: Order, named: string | undefined): void {
  if (!readyAt || !collectionCode) {
    throw new ShopError("conflict", "This order has not been said to be ready yet.");
  }
  if (collectionCode === named) return;
  const message = named ? "This is not the code of this order. Nothing was handed over." : "Code is required";
  throw new ShopError("validation_failed", message, { fields: { collectionCode: [message] } });
}

/** Without what is taken for each other on the telephone or on paper. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 6;

function makeCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
