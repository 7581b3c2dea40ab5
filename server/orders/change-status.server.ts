import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { type CorrectionNote, Order, OrderEvent, type OrderLine, ParcelLine } from "#db/entities/index.ts";
import { undoChanges } from "#server/audit/audit-search.ts";
import type { ChangeSummary } from "#server/audit/change-labels.ts";
import type { ChangeView } from "#server/audit/changes.server.ts";
import { hasBatches } from "#server/batches/allocate-batches.server.ts";
import { queueStatementsOfOrders } from "#server/batches/queue-statements.server.ts";
import { command, runForEach } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { buyerMailOf } from "./confirmation.server.ts";
import { assertMaySend } from "./disputes.server.ts";
import { putIntoStock } from "./goods-back.server.ts";
import { issueCreditNote } from "./invoices.server.ts";
import {
  cancelledForStock,
  hasGoneOut,
  lineOf,
  owedUnits,
  quantityOf,
  restOf,
  type UnitsOfLine,
} from "./line-units.ts";
import {
  cancelUnits,
  endOrder,
  handEverythingOver,
  type LockedOrder,
  lockOrder,
  moveOrder,
  namedUnits,
  recordStep,
  withNote,
} from "./move-order.server.ts";
import { correctionNotePath, mayMove, paymentLabels, statusAfterPayment } from "./order.ts";
import { orderCommands } from "./order-commands.ts";
import { neverLeft } from "./parcels.server.ts";
import { credit, deliveryLeft, refundLinesOf } from "./refund-rules.ts";
import { CANCELLED_UNPAID, closeUnpaid } from "./returns.server.ts";
import { dueOf, findMoneyOf } from "./staff-order-view.server.ts";

/**
 * Moves an order on: pending to processing, processing to completed. Cancelling and dispatching are commands of their
 * own, because they do more.
 */
export const changeOrderStatus = command(
  orderCommands.changeStatus,
  async (context, { orderId, from, to, note }): Promise<{ change: ChangeSummary | null }> => {
    if (to === "completed") await assertMaySend(context, orderId);
    const change = await inTransaction(context.em, async (em) => {
      const locked = await lockOrder(em, orderId, from);
      const { order, lines } = locked;
      moveOrder(order, to);
      const recorded = await recordStep(em, context, order, {
        kind: "status",
        message: withNote(`Status changed from ${from} to ${to}`, note),
        action: "status changed",
        // What leaves with it is what taking it back takes back.
        before: { status: from, ...(to === "completed" ? { toSend: namedRest(lines) } : {}) },
        after: { status: to },
      });
      if (to === "completed") await handEverythingOver(em, context, locked);
      return recorded;
    });
    return { change };
  },
);

/** With its name for whoever reads the audit. */
function namedRest(lines: readonly OrderLine[]) {
  return restOf(lines).map((units) => ({ ...units, productName: lineOf(lines, units.lineId).productName }));
}

const takenSchema = z.array(z.object({ lineId: z.int(), quantity: z.int() }));

/**
 * Takes back that somebody completed an order by hand, while it is still as that left it. The caller has asked for
 * `audit.revert`.
 */
export async function revertOrderStatus(context: Context, change: ChangeView): Promise<void> {
  await inTransaction(context.em, async (em) => {
    const locked = await lockOrder(em, Number(change.subjectId), "completed");
    const { order } = locked;
    // Else its goods would be sent another time from batches that may be in quarantine by then.
    if (await hasBatches(em, order.id)) {
      throw new ShopError("conflict", "Its goods left with their batches. Nothing was taken back.");
    }
    const { data: taken } = takenSchema.safeParse(change.before.toSend);
    if (!taken) {
      throw new ShopError("conflict", "It is not known what left with it. Nothing was taken back.");
    }
    // Where nothing left with it, what had left before stays so.
    if (taken.length > 0) await reinstate(em, locked, taken);
    order.status = "processing";
    await recordStep(em, context, order, {
      kind: "status",
      message: "Status changed from completed back to processing",
      action: "status changed",
      before: { status: "completed" },
      after: { status: "processing" },
      revertOf: change.id,
    });
  });
}

/** What left when an order was completed by hand is to be sent again. @throws ShopError `conflict` as `neverLeft` does */
async function reinstate(
  em: EntityManager,
  locked: LockedOrder,
  taken: readonly UnitsOfLine[],
): Promise<void> {
  const packed = await em.find(ParcelLine, { parcel: { order: locked.order.id } });
  const inParcels = packed.map(({ orderLine, quantity }) => ({ lineId: orderLine.id, quantity }));
  const isSentSince = locked.lines.some(
    ({ id, leftQuantity }) => leftQuantity < quantityOf(inParcels, id) + quantityOf(taken, id),
  );
  if (isSentSince) {
    throw new ShopError("conflict", "This order has been dispatched since. Nothing was taken back.");
  }
  await neverLeft(em, locked, taken);
  locked.order.dispatchedAt = null;
}

/**
 * Cancels what of an order has not left, pending or processing, and mails the customer; it returns to stock when staff
 * say so. An order of which a part was sent is completed with that part, which stays owed or paid. What nobody has
 * paid is credited at once. Received money is refunded separately, and credited when it goes back: see `refundOrder`.
 */
export const cancelOrder = command(
  orderCommands.cancel,
  async (context, { orderId, from, note, restock }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const locked = await lockOrder(em, orderId, from);
      const { order, lines } = locked;
      if (!mayMove(order.status, "cancelled")) {
        throw new ShopError("conflict", `An order that is ${order.status} cannot become cancelled.`);
      }
      const rest = restOf(lines);
      const isPart = hasGoneOut(lines);
      if (isPart && rest.length === 0) {
        throw new ShopError("conflict", "All of this order has left: nothing is left to be cancelled.");
      }
      const uncredited = lines.map((line) => ({ lineId: line.id, quantity: owedUnits(line) }));
      cancelUnits(lines, rest);
      await endOrder(em, context, locked);
      await queueStatementsOfOrders(em, [orderId]);
      if (restock) {
        // What was refunded before and not put back then, as it was broken, is not put back now.
        const units = lines.map((line) => ({
          lineId: line.id,
          quantity: Math.min(cancelledForStock(line), quantityOf([...rest, ...uncredited], line.id)),
        }));
        await putIntoStock(em, context, lines, units);
      }
      const creditNote = order.paidAt ? null : await creditCancelled(em, context, locked, isPart);
      if (!order.paidAt && !isPart) await closeUnpaid(em, context, order);
      const what = isPart ? "Rest of the order cancelled" : "Order cancelled";
      await recordStep(em, context, order, {
        kind: "cancelled",
        message: withNote(creditNote ? `${what} (credit note ${creditNote.number})` : what, note),
        action: "cancelled",
        before: { status: from },
        after: { status: order.status, restock },
      });
      const { invoiceNumber } = order;
      // Of an order that was opened again since the last one, each is told.
      const number = await em.count(OrderEvent, { order: orderId, kind: "cancelled" });
      const { captured, owed } = await findMoneyOf(em, order, lines);
      const { token, recipient, facts } = await buyerMailOf(em, context, order);
      await queueEmail(em, context, {
        key: `order-cancelled:${invoiceNumber}${number === 1 ? "" : `:${number}`}`,
        template: "order-cancelled",
        recipient,
        props: {
          ...facts,
          note,
          wasPaid: captured > 0 || Boolean(order.paidAt),
          owed,
          currency: order.currency,
          ...(isPart ? { rest: namedUnits(lines, rest), stillToPay: order.paidAt ? 0 : dueOf(order) } : {}),
          creditNote: creditNote && {
            number: creditNote.number,
            url: `${context.publicUrl}${correctionNotePath(invoiceNumber, creditNote.number, token)}`,
          },
        },
      });
    });
  },
);

/** The note of what an unpaid order does not come to any more: its rest, or all of it. None for a free order. */
async function creditCancelled(
  em: EntityManager,
  context: Context,
  locked: LockedOrder,
  isPart: boolean,
): Promise<CorrectionNote | null> {
  const { order, lines } = locked;
  const units = lines.map((line) => ({ lineId: line.id, quantity: owedUnits(line), isBackToStock: false }));
  const credited = refundLinesOf(locked, {
    ...{ units, delivery: isPart ? 0 : deliveryLeft(order) },
    ...(isPart ? {} : { amount: dueOf(order) }),
  });
  const amount = credited.reduce((sum, line) => sum + line.amount, 0);
  if (amount <= 0) return null;
  credit(locked, credited);
  order.creditedUnpaid += amount;
  await em.flush();
  return issueCreditNote(em, context, order, { lines: credited, reason: CANCELLED_UNPAID });
}

/** Completes each chosen order, each for itself. Returns their numbers, and the changes that can be taken back. */
export const completeMany = command(
  orderCommands.completeMany,
  async (context, { order: chosen }): Promise<{ did: string[]; changes: number[] }> => {
    const orders = await context.em
      .fork()
      .find(Order, { id: { $in: chosen } }, { fields: ["invoiceNumber"], orderBy: { id: "asc" } });
    const changes: number[] = [];
    const rows = orders.map(({ id, invoiceNumber }) => ({
      name: invoiceNumber,
      field: "order",
      run: async () => {
        const move = { orderId: id, from: "processing", to: "completed", note: "" } as const;
        const { change } = await changeOrderStatus(context, move);
        if (change?.undo) changes.push(change.undo);
      },
    }));
    return {
      did: await runForEach(rows, "completed", () => undoChanges("/admin", changes).takeBack),
      changes,
    };
  },
);

/**
 * Writes down that the money of an order that staff took has come (docs/rules.md#orders-9). An order that was waiting
 * for it moves on to where paid orders stand, and the customer hears of it by mail. The ledger counts it as recorded
 * by hand, on this day.
 */
export const recordPaymentByHand = command(
  orderCommands.recordPayment,
  async (context, { orderId, from, note }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const { order } = await lockOrder(em, orderId, from);
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
        order.status = order.dispatchedAt
          ? "completed"
          : statusAfterPayment(context.settings, order.isBackorder);
      }
      await recordStep(em, context, order, {
        kind: "paid",
        message: withNote(`Payment received ${paymentLabels[order.paymentMethod]}`, note),
        action: "payment recorded",
        before: { status: from, paid: false },
        after: { status: order.status, paid: true },
      });
      const { recipient, facts } = await buyerMailOf(em, context, order);
      await queueEmail(em, context, {
        key: `payment-received:${order.invoiceNumber}`,
        template: "payment-received",
        recipient,
        props: {
          ...facts,
          amount: dueOf(order),
          currency: order.currency,
          paidBy: paymentLabels[order.paymentMethod],
          note,
        },
      });
    });
  },
);
