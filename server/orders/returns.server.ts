import type { EntityManager } from "@mikro-orm/postgresql";
import { type Order, type OrderLine, Refund, Withdrawal } from "#db/entities/index.ts";
import { queueStatementsOfOrders } from "#server/batches/queue-statements.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { buyerMailOf } from "./confirmation.server.ts";
import { debitReasons } from "./correction-note.ts";
import { putIntoStock, returnUnits, undoGoodsLeaving } from "./goods-back.server.ts";
import { debitRefund, issueCreditNote } from "./invoices.server.ts";
import {
  creditableUnits,
  lineOf,
  owedUnits,
  quantityOf,
  type UnitsOfLine,
  withCustomer,
} from "./line-units.ts";
import {
  endWhenNothingIsLeft,
  type LockedOrder,
  lockOrder,
  namedUnits,
  openToSend,
  recordStep,
  withNote,
} from "./move-order.server.ts";
import { orderCommands } from "./order-commands.ts";
import { contentsText } from "./parcels.ts";
import { credit, refundLinesOf, undoCredit } from "./refund-rules.ts";
import { onTheWayBack, withdrawnText } from "./withdrawal-rules.ts";
import { withdrawalTexts, wordingOf } from "./withdrawal-texts.ts";

/** Notes that the goods of a withdrawal, or proof that they were sent, are here: from now on the days to refund count. */
export const noteGoodsBack = command(
  orderCommands.goodsBack,
  async (context, { note, ...named }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const { withdrawal, ...locked } = await lockOpen(em, named);
      const { order } = locked;
      if (withdrawal.goodsBackAt) throw new ShopError("conflict", "These goods are noted as back already.");
      withdrawal.goodsBackAt = context.clock.now();
      await returnUnits(em, context, locked, onTheWayBack(withdrawal.lines), withdrawal);
      await recordStep(em, context, order, {
        kind: "goods_back",
        message: withNote(`Back with us: ${contentsOf(withdrawal)}`, note),
        action: "goods back",
        before: { goodsBack: false },
        after: { goodsBack: true, cancelled: contentsOf(withdrawal) },
      });
    });
  },
);

/** Closes a withdrawal that leads to no refund, and tells the customer why. */
export const closeWithdrawal = command(
  orderCommands.closeWithdrawal,
  async (context, { reason, ...named }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const { withdrawal, ...locked } = await lockOpen(em, named);
      const { order } = locked;
      withdrawal.closedAt = context.clock.now();
      withdrawal.closingNote = reason;
      sendAfterAll(locked, withdrawal);
      await queueStatementsOfOrders(em, [order.id]);
      const { noun } = withdrawalTexts[wordingOf(order)];
      await recordStep(em, context, order, {
        kind: "withdrawal_closed",
        message: `The ${noun} was closed without a refund: ${reason}`,
        action: "cancellation closed",
        before: { cancelled: contentsOf(withdrawal) },
        after: { reason },
      });
      await endWhenNothingIsLeft(em, context, locked);
      const { recipient, facts } = await buyerMailOf(em, context, order);
      await queueEmail(em, context, {
        key: `withdrawal-closed:${withdrawal.id}`,
        template: "withdrawal-closed",
        recipient,
        props: { ...facts, noun, note: reason },
      });
    });
  },
);

/** Locks the order of an open withdrawal. @throws ShopError `not_found`, `conflict` */
async function lockOpen(
  em: EntityManager,
  { orderId, withdrawalId }: Record<"orderId" | "withdrawalId", number>,
) {
  const locked = await lockOrder(em, orderId);
  return { ...locked, withdrawal: await findOpenWithdrawal(em, locked.order, withdrawalId) };
}

/** A withdrawal of this order that nothing has settled. @throws ShopError `not_found`, `conflict` */
export async function findOpenWithdrawal(em: EntityManager, order: Order, id: number): Promise<Withdrawal> {
  const withdrawal = await em.findOne(Withdrawal, { id, order: order.id }, { refresh: true });
  if (!withdrawal) throw new ShopError("not_found", "This order was not cancelled by its customer.");
  if (!withdrawal.closedAt) return withdrawal;
  throw new ShopError("conflict", "Somebody was faster: this is settled already. Please look again.");
}

/** What a statement took off what is to be sent is to be sent again, unless its money or it itself went elsewhere. */
function sendAfterAll({ order, lines }: LockedOrder, withdrawal: Withdrawal): void {
  if (order.status === "cancelled") return;
  for (const { lineId, quantity, sent } of withdrawal.lines) {
    const line = lineOf(lines, lineId);
    const cancelledNotRestocked = line.cancelledQuantity - line.cancelledToStock;
    line.cancelledQuantity -= Math.min(quantity - sent, cancelledNotRestocked, owedUnits(line));
  }
  openToSend({ order, lines });
}

/**
 * Closes the withdrawal that a refund is for, or the note that credits what nobody has paid; nothing where there is none.
 * The order must be locked. @throws ShopError `not_found`, `conflict`
 */
export async function closeWithdrawn(
  em: EntityManager,
  { clock }: Context,
  order: Order,
  withdrawalId: number | undefined,
  by: { refund: Refund } | { closingNote: string },
): Promise<Withdrawal | undefined> {
  if (withdrawalId === undefined) return undefined;
  const withdrawal = await findOpenWithdrawal(em, order, withdrawalId);
  em.assign(withdrawal, { ...by, closedAt: clock.now() });
  await em.flush();
  return withdrawal;
}

/** Why nothing more is owed for an order. */
export const CANCELLED_UNPAID = "The order was cancelled before it was paid";

/** Closes what was withdrawn of an order that was cancelled before anybody paid: nothing is owed. */
export async function closeUnpaid(em: EntityManager, { clock }: Pick<Context, "clock">, order: Order) {
  const closed = { closedAt: clock.now(), closingNote: CANCELLED_UNPAID };
  await em.nativeUpdate(Withdrawal, { order: order.id, closedAt: null }, closed);
}

function contentsOf({ lines }: Withdrawal): string {
  return lines.map(withdrawnText).join(", ");
}

/**
 * Says that a refund which somebody made at the provider was for what a customer cancelled: it closes that, and
 * credits those units instead of a share of everything.
 */
export const settleWithRefund = command(
  orderCommands.settleWithRefund,
  async (context, { orderId, withdrawalId, refundId }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const locked = await lockOrder(em, orderId);
      const { order } = locked;
      const refund = await em.findOne(Refund, { id: refundId, order: orderId, source: "provider" });
      const withdrawal = await em.findOne(Withdrawal, { id: withdrawalId, order: orderId });
      if (!refund || !withdrawal) throw new ShopError("not_found", "This order has no such refund.");
      const isTaken = (await em.count(Withdrawal, { refund: refundId })) > 0;
      if (refund.status === "failed" || isTaken) {
        throw new ShopError("conflict", "This refund did not go through, or is for something else.");
      }
      await closeWithdrawn(em, context, order, withdrawalId, { refund });
      undoCredit(locked, refund.lines ?? []);
      // Whether goods go into stock is said as they come back.
      const units = withdrawal.lines.map(({ lineId, quantity }) => ({
        ...{ lineId, isBackToStock: false },
        quantity: Math.min(quantity, creditableUnits(lineOf(locked.lines, lineId))),
      }));
      const before = refund.lines;
      const { amount, reason } = refund;
      const lines = refundLinesOf(locked, { units, delivery: 0, amount });
      refund.lines = lines;
      credit(locked, lines);
      await em.flush();
      await queueStatementsOfOrders(em, [order.id]);
      if (refund.status === "succeeded" && JSON.stringify(before) !== JSON.stringify(lines)) {
        await debitRefund(em, context, order, refund, debitReasons.creditedAnew);
        await issueCreditNote(em, context, order, { refund, reason, lines });
      }
      await undoGoodsLeaving(em, context, locked, lines, withdrawal);
      await recordStep(em, context, order, {
        kind: "refunded",
        message: `What was cancelled is settled with the refund of ${formatMoney(amount, order.currency)} made at the payment provider`,
        action: "cancellation settled",
        currency: order.currency,
        after: { refunded: amount },
      });
    });
  },
);

/** Notes that goods of an order came back, into stock where staff say so; their money is refunded by itself. */
export const returnGoods = command(
  orderCommands.returnGoods,
  async (context, { orderId, units: named, note }): Promise<void> => {
    const units = named.filter(({ quantity }) => quantity > 0);
    await inTransaction(context.em, async (em) => {
      const locked = await lockOrder(em, orderId);
      const { order, lines } = locked;
      const error = returnError(units, lines);
      if (error) throw new ShopError("validation_failed", error, { fields: { units: [error] } });
      await returnUnits(em, context, locked, units);
      const toStock = await putIntoStock(
        em,
        context,
        lines,
        units.filter(({ isBackToStock }) => isBackToStock),
      );
      const contents = contentsText(namedUnits(lines, units));
      await recordStep(em, context, order, {
        kind: "goods_back",
        message: withNote(`Back with us: ${contents}`, note),
        action: "goods back",
        after: { goodsBack: contents, backIntoStock: toStock },
      });
    });
  },
);

/** Why these units cannot have come back, in words for staff; undefined when they can. */
function returnError(units: readonly UnitsOfLine[], lines: readonly OrderLine[]): string | undefined {
  if (units.length === 0) return "Say how many of what came back.";
  for (const { lineId } of units) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) return "This order has no such line.";
    const all = quantityOf(units, lineId);
    const has = withCustomer(line);
    if (all > has) {
      return has === 0
        ? `The customer has no ${line.productName} of this order.`
        : `The customer has only ${has} of ${line.productName}.`;
    }
  }
  return undefined;
}
