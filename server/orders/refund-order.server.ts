import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { CorrectionNote, Dispute, type Order, Payment, Refund, Withdrawal } from "#db/entities/index.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import { formatMoney, type Pence } from "#server/pricing/money.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { buyerMailOf } from "./confirmation.server.ts";
import { credit, creditableOf, type LockedOrder, takeGoodsBack } from "./credit-lines.server.ts";
import { creditUnpaid } from "./invoices/invoices.server.ts";
import type { UnitsOfLine } from "./line-units.ts";
import { addOrderEvent, linesOfOrder, lockOrder, recordOrderChange } from "./move-order.server.ts";
import { correctionNotePath } from "./order.ts";
import { orderCommands, type RefundOrder } from "./order-commands.ts";
import { notifyOfRefund } from "./record-refund.server.ts";
import {
  amountOfUnits,
  lostOf,
  type RefundLine,
  refundedOf,
  refundLinesOf,
  refundRefusal,
  unitsRefusal,
} from "./refund-rules.ts";
import { closeWithCredit, closeWithRefund } from "./returns.server.ts";
import { settleRefund } from "./settle-refund.server.ts";
import { dueOf, findPaymentOf } from "./staff-order-view.server.ts";

/**
 * Refunds part or all of an order's payment, or credits a part of one that nobody has paid yet, and returns units to
 * stock where staff say so. It stores the refund before asking the provider; two requests with one key are one refund. Money that staff took by hand goes back by
 * hand: then it is only recorded. @returns the refund's status @throws ShopError `unauthenticated`, `forbidden`,
 * `not_found`, `validation_failed` (too much), `conflict` (another refund was made meanwhile, no provider has the money, or
 * what the customer cancelled is settled already), `payment_failed` (the provider refused), `unavailable` (the provider does not respond: the refund stays
 * stored and is retried)
 */
export const refundOrder = command(orderCommands.refund, async (context, refund): Promise<RefundStatus> => {
  const id = await inTransaction(context.em, (em) => request(em, context, refund), {
    retryUniqueViolations: true,
  });
  return id === null ? "succeeded" : settleRefund(context, id);
});

async function request(em: EntityManager, context: Context, input: RefundOrder): Promise<number | null> {
  const order = await lockOrder(em, input.orderId);
  const locked = { order, lines: await linesOfOrder(em, order.id) };
  if (isStaffPaymentMethod(order.paymentMethod)) {
    return order.paidAt
      ? refundByHand(em, context, locked, input)
      : creditBeforePayment(em, context, locked, input);
  }
  const payment = await lockedPaymentOf(em, order);
  const refunds = await em.find(Refund, { payment: payment.id });
  const same = refunds.find(({ key }) => key === input.key);
  if (same) return same.id;
  const lost = lostOf(await em.find(Dispute, { payment: payment.id }));
  const decided = await decidedOf(em, input, locked);
  assertRefundable(decided, { captured: payment.amountReceived - lost, refunds, order });
  const refund = await createRefund(em, context, decided, { ...locked, payment, status: "requested" });
  return refund.id;
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

/**
 * Records money that staff pay back themselves, the way they took it: at once, with the same rules, credit note,
 * stock, timeline and mail as a refund through a provider. The order must be locked. Returns the refund's id. @throws
 * ShopError `conflict` (another refund was made meanwhile), `validation_failed`
 */
async function refundByHand(
  em: EntityManager,
  context: Context,
  locked: LockedOrder,
  input: RefundOrder,
): Promise<number> {
  const { order } = locked;
  const refunds = await em.find(Refund, { order: order.id });
  const same = refunds.find(({ key }) => key === input.key);
  if (same) return same.id;
  const decided = await decidedOf(em, input, locked);
  assertRefundable(decided, { captured: dueOf(order), refunds, order });
  const refund = await createRefund(em, context, decided, { ...locked, status: "succeeded" });
  const refunded = refundedOf([...refunds, refund]);
  await notifyOfRefund(em, context, { order, refund, before: "requested", refunded });
  await em.flush();
  return refund.id;
}

/**
 * Credits a part of an order that nobody has paid yet: no money moves, and that much less is to be paid. The order must
 * be locked. @throws ShopError `conflict` (another credit was made meanwhile), `validation_failed`
 */
async function creditBeforePayment(
  em: EntityManager,
  context: Context,
  locked: LockedOrder,
  input: RefundOrder,
): Promise<null> {
  const { order } = locked;
  if ((await em.count(CorrectionNote, { key: input.key })) > 0) return null;
  const decided = await decidedOf(em, input, locked);
  assertRefundable(decided, { captured: order.totalAmount, refunds: [], order });
  const { lines, amount, reason, key, withdrawalId } = decided;
  credit(locked, lines);
  order.creditedUnpaid += amount;
  await em.flush();
  const note = await creditUnpaid(em, context, order, { lines, reason, key });
  const credited = `Credited ${formatMoney(amount, order.currency)}: ${reason} (credit note ${note.number})`;
  addOrderEvent(em, context, { order, kind: "refunded", message: credited });
  if (withdrawalId !== undefined) {
    await closeWithCredit(em, context, { order, withdrawalId, note: `Credited by ${note.number}` });
  }
  await takeGoodsBack(em, context, locked, lines);
  await recordRefunded(em, context, order, decided);
  await mailCredit(em, context, order, { note, amount, reason });
  return null;
}

async function mailCredit(
  em: EntityManager,
  context: Context,
  order: Order,
  { note, amount, reason }: { note: CorrectionNote; amount: Pence; reason: string },
): Promise<void> {
  const { invoiceNumber, currency } = order;
  const { token, recipient, facts } = await buyerMailOf(em, context, order);
  await queueEmail(em, {
    key: `order-credited:${note.number}`,
    template: "order-refunded",
    recipient,
    props: {
      ...{ ...facts, amount, currency, reason },
      refundedInAll: order.creditedUnpaid,
      orderTotal: order.totalAmount,
      stillToPay: dueOf(order),
      creditNoteNumber: note.number,
      creditNoteUrl: `${context.publicUrl}${correctionNotePath(invoiceNumber, note.number, token)}`,
    },
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
  const refusal = unitsRefusal(units, locked.lines);
  if (refusal) throw new ShopError("validation_failed", refusal, { fields: { units: [refusal] } });
  const delivery = deliveryOf(input, locked.order);
  const amount = input.amount ?? amountOfUnits(units, locked.lines) + delivery;
  const lines = refundLinesOf(creditableOf(locked), {
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
  const left = order.shippingCost - order.creditedDelivery;
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
  const withdrawal = await em.findOne(Withdrawal, { id: withdrawalId, order: order.id });
  return withdrawal?.lines.map(({ lineId, quantity }) => ({ lineId, quantity })) ?? [];
}

interface Refundable {
  order: Order;
  /** Pence received and not lost in a dispute; what is to be paid, where nobody has paid yet. */
  captured: Pence;
  refunds: Parameters<typeof refundedOf>[0];
}

/**
 * Checks a requested refund against what was paid and seen. @throws ShopError `conflict` when another refund was made
 * meanwhile, `validation_failed` naming the field at fault
 */
function assertRefundable(input: DecidedRefund, { order, captured, refunds }: Refundable): void {
  const { currency } = order;
  const credited = refundedOf(refunds) + order.creditedUnpaid;
  if (credited !== input.seenRefunded) {
    throw new ShopError(
      "conflict",
      `Another refund was made meanwhile: ${formatMoney(credited, currency)} in all. Nothing was refunded now; please look again.`,
    );
  }
  const left = order.paidAt ? captured : captured - order.creditedUnpaid;
  const amount = refundRefusal(input.amount, left, refunds, currency);
  if (amount) throw new ShopError("validation_failed", amount, { fields: { amount: [amount] } });
}

interface StaffRefund extends LockedOrder {
  /** Null where staff took the money themselves. */
  payment?: Payment;
  status: "requested" | "succeeded";
}

/** Stores a refund as staff requested it, and records in the audit who did. Call `assertRefundable` first. */
async function createRefund(
  em: EntityManager,
  context: Context,
  input: DecidedRefund,
  { order, lines, ...made }: StaffRefund,
): Promise<Refund> {
  const { actor, clock } = context;
  const refund = em.create(Refund, {
    ...made,
    key: input.key,
    order,
    amount: input.amount,
    reason: input.reason,
    source: "staff",
    lines: input.lines,
    requestedBy: actor.kind === "user" ? actor.name : null,
    createdAt: clock.now(),
  });
  credit({ order, lines }, input.lines);
  await em.flush();
  const { withdrawalId } = input;
  if (withdrawalId !== undefined) await closeWithRefund(em, context, { order, withdrawalId, refund });
  await recordRefunded(em, context, order, input);
  return refund;
}

async function recordRefunded(
  em: EntityManager,
  context: Context,
  order: Order,
  { seenRefunded, amount, reason, lines }: DecidedRefund,
): Promise<void> {
  await recordOrderChange(em, context, order, {
    action: "refunded",
    currency: order.currency,
    before: { refunded: seenRefunded },
    after: {
      refunded: seenRefunded + amount,
      reason,
      backIntoStock: lines.reduce((sum, { toStock }) => sum + toStock, 0),
    },
  });
}
