import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Dispute, Order, OrderLine, Payment, Refund } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import { type CurrencyCode, formatMoney, type Pence } from "#server/pricing/money.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { findPaymentOf } from "../lists/find-staff-order.server.ts";
import type { RefundOrder } from "../order-commands.ts";
import { orderCommands } from "../order-commands.ts";
import { closeWithRefund } from "../withdrawals/settle-withdrawal.server.ts";
import { notifyOfRefund } from "./record-refund.server.ts";
import { amountOfUnits, backIntoStock, unitsRefusal } from "./refund-amount.ts";
import { lostOf, refundedOf, refundRefusal, restockRefusal } from "./refund-rules.ts";
import { settleRefund } from "./settle-refund.server.ts";

/**
 * Refunds part or all of an order's payment, and returns the lines to stock that staff name. It stores the refund
 * before asking the provider; two requests with one key are one refund. Money that staff took by hand goes back by
 * hand: then it is only recorded. @returns the refund's status @throws ShopError `unauthenticated`, `forbidden`,
 * `not_found`, `validation_failed` (too much), `conflict` (another refund was made meanwhile, no provider has the money, or
 * what the customer cancelled is settled already), `payment_failed` (the provider refused), `unavailable` (the provider does not respond: the refund stays
 * stored and is retried)
 */
export const refundOrder = command(orderCommands.refund, async (context, refund): Promise<RefundStatus> => {
  const id = await inTransaction(context.em, (em) => request(em, context, refund), {
    retryUniqueViolations: true,
  });
  return settleRefund(context, id);
});

async function request(em: EntityManager, context: Context, input: RefundOrder): Promise<number> {
  const order = await em.findOne(Order, input.orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!order) throw new ShopError("not_found", "Order not found");
  if (isStaffPaymentMethod(order.paymentMethod)) return refundByHand(em, context, order, input);
  const payment = await lockedPaymentOf(em, order);
  const refunds = await em.find(Refund, { payment: payment.id });
  const same = refunds.find(({ key }) => key === input.key);
  if (same) return same.id;
  const lost = lostOf(await em.find(Dispute, { payment: payment.id }));
  const lines = await em.find(OrderLine, { order: order.id });
  const decided = decidedOf(input, order, lines);
  assertRefundable(decided, {
    captured: payment.amountReceived - lost,
    currency: order.currency,
    refunds,
    lines,
  });
  const refund = await createRefund(em, context, decided, { order, payment, status: "requested" });
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
 * ShopError `conflict` (not paid yet, or another refund was made meanwhile), `validation_failed`
 */
async function refundByHand(
  em: EntityManager,
  context: Context,
  order: Order,
  input: RefundOrder,
): Promise<number> {
  const refunds = await em.find(Refund, { order: order.id });
  const same = refunds.find(({ key }) => key === input.key);
  if (same) return same.id;
  if (!order.paidAt) throw new ShopError("conflict", "Nothing was paid for this order yet.");
  const lines = await em.find(OrderLine, { order: order.id });
  const decided = decidedOf(input, order, lines);
  assertRefundable(decided, { captured: order.totalAmount, currency: order.currency, refunds, lines });
  const refund = await createRefund(em, context, decided, { order, status: "succeeded" });
  const refunded = refundedOf([...refunds, refund]);
  await notifyOfRefund(em, context, { order, refund, before: "requested", refunded });
  await em.flush();
  return refund.id;
}

/** A refund whose amount is settled, with all that goes back into stock. */
type DecidedRefund = RefundOrder & { amount: Pence };

/** What was typed counts; else what was paid for the chosen units. @throws ShopError `validation_failed` (too many units) */
function decidedOf(input: RefundOrder, order: Order, lines: readonly OrderLine[]): DecidedRefund {
  const units = (input.units ?? []).filter(({ quantity }) => quantity > 0);
  const refusal = unitsRefusal(units, lines);
  if (refusal) throw new ShopError("validation_failed", refusal, { fields: { units: [refusal] } });
  const amount =
    input.amount ??
    amountOfUnits(units, input.withDelivery ?? false, { lines, shippingCost: order.shippingCost });
  const restock = input.backToStock ? [...input.restock, ...backIntoStock(units, lines)] : input.restock;
  return { ...input, amount, restock };
}

interface Refundable {
  /** Pence received and not lost in a dispute. */
  captured: Pence;
  currency: CurrencyCode;
  refunds: Parameters<typeof refundedOf>[0];
  lines: Parameters<typeof restockRefusal>[1];
}

/**
 * Checks a requested refund against what was paid, sold and seen. @throws ShopError `conflict` when another refund was
 * made meanwhile, `validation_failed` naming the field at fault
 */
function assertRefundable(input: DecidedRefund, { captured, currency, refunds, lines }: Refundable): void {
  const refunded = refundedOf(refunds);
  if (refunded !== input.seenRefunded) {
    throw new ShopError(
      "conflict",
      `Another refund was made meanwhile: ${formatMoney(refunded, currency)} in all. Nothing was refunded now; please look again.`,
    );
  }
  const amount = refundRefusal(input.amount, captured, refunds, currency);
  if (amount) throw new ShopError("validation_failed", amount, { fields: { amount: [amount] } });
  const restock = restockRefusal(input.restock, lines);
  if (restock) throw new ShopError("validation_failed", restock, { fields: { restock: [restock] } });
}

interface StaffRefund {
  order: Order;
  /** Null where staff took the money themselves. */
  payment?: Payment;
  status: "requested" | "succeeded";
}

/** Stores a refund as staff requested it, and records in the audit who did. Call `assertRefundable` first. */
async function createRefund(
  em: EntityManager,
  context: Context,
  input: DecidedRefund,
  { order, ...made }: StaffRefund,
): Promise<Refund> {
  const { actor, clock } = context;
  const refund = em.create(Refund, {
    ...made,
    key: input.key,
    order,
    amount: input.amount,
    reason: input.reason,
    source: "staff",
    restock: input.restock.filter(({ quantity }) => quantity > 0),
    requestedBy: actor.kind === "user" ? actor.name : null,
    createdAt: clock.now(),
  });
  await em.flush();
  const { withdrawalId } = input;
  if (withdrawalId !== undefined) await closeWithRefund(em, context, { order, withdrawalId, refund });
  await recordChange(em, context, {
    area: "orders",
    action: "refunded",
    subjectId: order.id,
    subjectName: order.invoiceNumber,
    currency: order.currency,
    before: { refunded: input.seenRefunded },
    after: { refunded: input.seenRefunded + input.amount, reason: input.reason, restock: refund.restock },
  });
  return refund;
}
