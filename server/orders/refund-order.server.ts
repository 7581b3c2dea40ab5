import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { CorrectionNote, type Order, Payment, Refund } from "#db/entities/index.ts";
import { queueStatementsOfOrders } from "#server/batches/queue-statements.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import { formatMoney, type Pence } from "#server/pricing/money.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { undoGoodsLeaving } from "./goods-back.server.ts";
import { issueCreditNote } from "./invoices.server.ts";
import { quantityOf, type UnitsOfLine } from "./line-units.ts";
import { addOrderEvent, type LockedOrder, lockOrder, recordOrderChange } from "./move-order.server.ts";
import { orderCommands, type RefundOrder } from "./order-commands.ts";
import { leftOfPayment, mailRefund, notifyOfRefund } from "./record-refund.server.ts";
import {
  amountOfUnits,
  credit,
  deliveryLeft,
  type RefundLine,
  refundableOf,
  refundError,
  refundedOf,
  refundLinesOf,
  unitsError,
} from "./refund-rules.ts";
import { closeWithdrawn, findOpenWithdrawal } from "./returns.server.ts";
import { sendRefund } from "./send-refund.server.ts";
import { dueOf, findPaymentOf } from "./staff-order-view.server.ts";

/**
 * Refunds part or all of an order's payment, or credits a part of one that nobody has paid yet, and returns units to
 * stock where staff say so. It stores the refund before asking the provider; two requests with one key are one refund.
 * Money that staff took by hand goes back by hand: then it is only recorded. @throws ShopError `payment_failed` when
 * the provider refused, `unavailable` when it does not respond: the refund stays stored and is retried
 */
export const refundOrder = command(orderCommands.refund, async (context, refund): Promise<RefundStatus> => {
  const id = await inTransaction(context.em, (em) => request(em, context, refund));
  return id === null ? "succeeded" : sendRefund(context, id);
});

async function request(em: EntityManager, context: Context, input: RefundOrder): Promise<number | null> {
  const locked = await lockOrder(em, input.orderId);
  const { order } = locked;
  const isOfStaff = isStaffPaymentMethod(order.paymentMethod);
  const payment = isOfStaff ? null : await lockedPaymentOf(em, order);
  const refunds = await em.find(Refund, payment ? { payment: payment.id } : { order: order.id });
  const same = refunds.find(({ key }) => key === input.key);
  if (same) {
    assertSame(input, same, order);
    return same.id;
  }
  if ((await em.count(CorrectionNote, { key: input.key })) > 0) return null;
  const left = payment ? await leftOfPayment(em, payment, refunds) : refundableOf(dueOf(order), refunds);
  const decided = await decidedOf(em, input, locked);
  assertRefundable(decided, order, { refunded: refundedOf(refunds) + order.creditedUnpaid, left });
  credit(locked, decided.lines);
  await recordOrderChange(em, context, order, {
    action: "refunded",
    currency: order.currency,
    before: { refunded: input.seenRefunded },
    after: {
      refunded: input.seenRefunded + decided.amount,
      reason: input.reason,
      backIntoStock: decided.lines.reduce((sum, { toStock }) => sum + toStock, 0),
    },
  });
  if (isOfStaff && !order.paidAt) {
    await creditBeforePayment(em, context, locked, decided);
    return null;
  }
  const refund = await createRefund(em, context, order, { payment, decided });
  if (!payment) {
    const refunded = refundedOf([...refunds, refund]);
    await notifyOfRefund(em, context, { order, refund, before: "requested", refunded });
  }
  return refund.id;
}

/**
 * Sent again, a refund is the one that it was, also where its provider refused it.
 * @throws ShopError `conflict` when this is for something else
 */
function assertSame(input: RefundOrder, { amount, lines, status }: Refund, { currency }: Order): void {
  const { units = [] } = input;
  const isOfUnits = units.every(
    ({ lineId }) =>
      quantityOf(units, lineId) === (lines?.find((line) => line.lineId === lineId)?.quantity ?? 0),
  );
  if (status === "failed" || ((input.amount ?? amount) === amount && isOfUnits)) return;
  const message = `${formatMoney(amount, currency)} was refunded from here already. Please look again.`;
  throw new ShopError("conflict", message);
}

/** All refunds lock the payment's row, so that together they stay within its amount. */
async function lockedPaymentOf(em: EntityManager, order: Order): Promise<Payment> {
  const payment = await findPaymentOf(em, order);
  if (payment) {
    return em.findOneOrFail(Payment, payment.id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }
  throw new ShopError(
    "conflict",
    "This order was not paid through a payment provider. Give the money back the way it was paid.",
  );
}

/** Credits a part of an order that nobody has paid yet: no money moves, and that much less is to be paid. */
async function creditBeforePayment(
  em: EntityManager,
  context: Context,
  locked: LockedOrder,
  decided: DecidedRefund,
): Promise<void> {
  const { order } = locked;
  const { lines, amount, reason, key, withdrawalId } = decided;
  order.creditedUnpaid += amount;
  await em.flush();
  await queueStatementsOfOrders(em, [order.id]);
  const note = await issueCreditNote(em, context, order, { lines, reason, key });
  const credited = `Credited ${formatMoney(amount, order.currency)}: ${reason} (credit note ${note.number})`;
  addOrderEvent(em, context, { order, kind: "refunded", message: credited });
  const by = { closingNote: `Credited by ${note.number}` };
  const withdrawal = await closeWithdrawn(em, context, order, withdrawalId, by);
  await undoGoodsLeaving(em, context, locked, lines, withdrawal);
  await mailRefund(em, context, order, {
    ...{ key: `order-credited:${note.number}`, note, amount, reason },
    refundedInAll: order.creditedUnpaid,
    stillToPay: dueOf(order),
  });
}

/** A refund whose amount is settled, with what of the order it is for. */
type DecidedRefund = RefundOrder & { amount: Pence; lines: RefundLine[] };

/**
 * What was typed counts; else what was paid for the chosen units. Without units a refund of what the customer cancelled is
 * for that. @throws ShopError `validation_failed` (too many units)
 */
async function decidedOf(em: EntityManager, input: RefundOrder, locked: LockedOrder): Promise<DecidedRefund> {
  const chosen = (input.units ?? []).filter(({ quantity }) => quantity > 0);
  const units = chosen.length > 0 ? chosen : await withdrawnUnits(em, locked.order, input.withdrawalId);
  const error = unitsError(units, locked.lines);
  if (error) throw new ShopError("validation_failed", error, { fields: { units: [error] } });
  const delivery = deliveryOf(input, locked.order);
  const amount = input.amount ?? amountOfUnits(units, locked.lines) + delivery;
  const lines = refundLinesOf(locked, {
    units: units.map((each) => ({
      ...each,
      isBackToStock: each.isBackToStock ?? input.backToStock ?? false,
    })),
    ...{ delivery, amount },
  });
  return { ...input, amount, lines };
}

/** @throws ShopError `validation_failed` for more of the delivery than is left */
function deliveryOf({ withDelivery, deliveryAmount }: RefundOrder, order: Order): Pence {
  const left = deliveryLeft(order);
  if (deliveryAmount === undefined) return withDelivery ? left : 0;
  if (deliveryAmount <= left) return deliveryAmount;
  const message = `At most ${formatMoney(left, order.currency)} of the delivery can be refunded.`;
  throw new ShopError("validation_failed", message, { fields: { deliveryAmount: [message] } });
}

/** What a customer cancelled, as the units that its refund is for. */
async function withdrawnUnits(
  em: EntityManager,
  order: Order,
  withdrawalId: number | undefined,
): Promise<(UnitsOfLine & { isBackToStock?: boolean | undefined })[]> {
  if (withdrawalId === undefined) return [];
  const { lines } = await findOpenWithdrawal(em, order, withdrawalId);
  return lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
}

/**
 * Checks a requested refund against what was paid and seen. @throws ShopError `conflict` when another refund was made
 * meanwhile, `validation_failed` naming the field at fault
 */
function assertRefundable(
  input: DecidedRefund,
  { currency }: Order,
  { refunded, left }: { refunded: Pence; left: Pence },
): void {
  if (refunded !== input.seenRefunded) {
    throw new ShopError(
      "conflict",
      `Another refund was made meanwhile: ${formatMoney(refunded, currency)} in all. Nothing was refunded now; please look again.`,
    );
  }
  const amount = refundError(input.amount, left, currency);
  if (amount) throw new ShopError("validation_failed", amount, { fields: { amount: [amount] } });
}

/**
 * Stores a refund as staff requested it. Money that they took by hand they pay back themselves, the way they took it:
 * then it has gone at once.
 */
async function createRefund(
  em: EntityManager,
  context: Context,
  order: Order,
  { payment, decided }: { payment: Payment | null; decided: DecidedRefund },
): Promise<Refund> {
  const { actor, clock } = context;
  const { key, amount, reason, lines, withdrawalId } = decided;
  const refund = em.create(Refund, {
    ...{ key, order, payment, amount, reason, lines },
    source: "staff",
    status: payment ? "requested" : "succeeded",
    requestedBy: actor.kind === "user" ? actor.name : null,
    createdAt: clock.now(),
  });
  await em.flush();
  await closeWithdrawn(em, context, order, withdrawalId, { refund });
  return refund;
}
