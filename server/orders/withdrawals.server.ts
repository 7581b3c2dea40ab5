import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, type OrderLine, Withdrawal } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { hasGoneOut } from "./line-units.ts";
import { linesOfOrder } from "./move-order.server.ts";
import { findVisitedOrder, type OrderVisitor } from "./own-orders.server.ts";
import {
  leftToWithdraw,
  suggestRefund,
  type WithdrawalState,
  wentOut,
  withdrawnText,
} from "./withdrawal-rules.ts";
import { cancelByOf, clocksOf, type WithdrawalClocks, wordingOf } from "./withdrawal-words.ts";

/** Reads an order's lines with what was withdrawn of them. */
export async function readToWithdraw(em: EntityManager, order: Order) {
  return withWithdrawals(em, order, await linesOfOrder(em, order.id));
}

async function withWithdrawals(em: EntityManager, order: Order, lines: OrderLine[]) {
  const withdrawals = await em.find(Withdrawal, { order: order.id }, { orderBy: { id: "desc" } });
  const onTheWayBack = withdrawals
    .filter(({ closedAt, goodsBackAt }) => !closedAt && !goodsBackAt)
    .flatMap((withdrawal) => withdrawal.lines.map(({ lineId, sent }) => ({ lineId, quantity: sent })));
  /** By line, the units that can still be withdrawn. */
  const left = leftToWithdraw(lines, onTheWayBack);
  return { order, lines, withdrawals, left };
}

type Stated = Omit<Withdrawal, "refund" | "order" | "key"> & Partial<Pick<Withdrawal, "refund">>;
type Sold = { order: Pick<Order, "dispatchedAt" | "status"> };

/** What a customer told of an order that they do not want to keep, as they and staff see it. */
export type WithdrawalView = ReturnType<typeof viewOf>;

/** A withdrawal with its dates. */
export function viewOf(withdrawal: Stated, { order }: Sold) {
  const { submittedAt, goodsBackAt, closedAt } = withdrawal;
  const clocks = clocksOf({ submittedAt, goodsBackAt, wentOut: wentOut(withdrawal.lines) });
  return {
    id: withdrawal.id,
    submittedAt: submittedAt.toISOString(),
    lines: withdrawal.lines,
    reason: withdrawal.reason,
    /** It came after the 14 days that the shop can count: staff decide. */
    isLate: isLate(order, submittedAt),
    sendBackBy: clocks.sendBackBy,
    goodsBackAt: goodsBackAt?.toISOString() ?? null,
    refundBy: closedAt ? null : clocks.refundBy,
    state: stateOf(withdrawal),
    closingNote: withdrawal.closingNote,
  };
}

function stateOf({ closedAt, refund }: Pick<Stated, "closedAt" | "refund">): WithdrawalState {
  if (!closedAt) return "open";
  return refund ? "refunded" : "closed";
}

/** Whether the time to cancel may be over: the law counts from the arrival, of which the shop does not learn. */
function isLate({ dispatchedAt, status }: Sold["order"], at: Date): boolean {
  const end = cancelByOf({ dispatchedAt: dispatchedAt ?? null, status });
  return end !== null && at.getTime() > Date.parse(end);
}

/**
 * An order for the page on which it is cancelled, for those whose it is and for staff who refund. @throws ShopError
 * `not_found` for everybody else
 */
export async function findWithdrawable(context: Context, visitor: OrderVisitor) {
  const found = await readVisited(context, visitor);
  const { order, lines, left, withdrawals } = found;
  const { invoiceNumber, customerName, customerEmail } = order;
  return {
    ...{ invoiceNumber, customerName, customerEmail },
    createdAt: order.createdAt.toISOString(),
    wording: wordingOf(order),
    lines: lines.map((line) => ({
      lineId: line.id,
      productName: line.productName,
      quantity: line.quantity,
      left: left.get(line.id) ?? 0,
    })),
    isSent: hasGoneOut(lines),
    cancelBy: cancelByOf(order),
    isLate: isLate(order, context.clock.now()),
    earlier: withdrawals.map((withdrawal) => viewOf(withdrawal, found)),
  };
}

/** An order on the page on which its customer cancels it. */
export type WithdrawableOrder = Awaited<ReturnType<typeof findWithdrawable>>;

/** What was withdrawn of an order, the newest first, for the same. @throws ShopError `not_found` */
export async function listWithdrawals(context: Context, visitor: OrderVisitor): Promise<WithdrawalView[]> {
  const found = await readVisited(context, visitor);
  return found.withdrawals.map((withdrawal) => viewOf(withdrawal, found));
}

async function readVisited(context: Context, visitor: OrderVisitor) {
  return readToWithdraw(context.em.fork(), await findToWithdraw(context, visitor));
}

/** An order for those whose it is and for staff who refund. @throws ShopError `not_found` for everybody else */
export async function findToWithdraw(context: Context, visitor: OrderVisitor): Promise<Order> {
  const order = await findVisitedOrder(context, visitor, "orders.refund");
  if (!order) throw new ShopError("not_found", "Order not found");
  return order;
}

/** The same for whoever packs: settled is all that it says of the end, which may tell of money. */
export type PackedWithdrawal = Omit<WithdrawalView, "state"> & { state: WithdrawalState | "settled" };

/** What was withdrawn of an order that somebody packs, read without what went back for it and why it was closed. */
export async function withdrawalsToPack(em: EntityManager, id: number): Promise<PackedWithdrawal[]> {
  const order = await em.findOneOrFail(Order, id, { fields: ["dispatchedAt", "status"] });
  const withdrawals = await em.find(
    Withdrawal,
    { order: id },
    {
      fields: ["lines", "reason", "submittedAt", "goodsBackAt", "closedAt"],
      orderBy: { id: "desc" },
    },
  );
  return withdrawals.map(({ id, lines: stated, reason, submittedAt, goodsBackAt, closedAt }) => {
    const told = { id, lines: stated, reason, submittedAt, goodsBackAt, closedAt, closingNote: "" };
    return { ...viewOf(told, { order }), state: closedAt ? "settled" : "open" };
  });
}

export type StaffWithdrawal = Awaited<ReturnType<typeof withdrawalsOf>>[number];

/** The same of an order that staff opened, each with the refund that follows from it. */
export async function withdrawalsOf(
  em: EntityManager,
  order: Order,
  { lines, refundable }: { lines: OrderLine[]; refundable: number },
) {
  const found = await withWithdrawals(em, order, lines);
  const isAll = [...found.left.values()].every((quantity) => quantity === 0);
  return found.withdrawals.map((withdrawal) => ({
    ...viewOf(withdrawal, found),
    suggestion: suggestRefund(withdrawal.lines, {
      lines: found.lines,
      delivery: order.shippingCost - order.creditedDelivery,
      refundable,
      // What was paid for the delivery goes back once, with the last of them.
      isTheRest: isAll && withdrawal === found.withdrawals[0],
    }),
  }));
}

/** More than a small shop has open at a time. */
const MOST_WITHDRAWALS = 200;

/** What a customer cancelled and nobody has settled, without a word of money. Moments are ISO dates and times. */
export type OpenWithdrawal = Awaited<ReturnType<typeof findOpenWithdrawals>>[number];

/** All that is open, what is due first at the top, then what waits for its goods. */
export const findOpenWithdrawals = read("orders.view", async (context: Context) => {
  const rows = await typedSql(context.em)
    .selectFrom("withdrawal as w")
    .innerJoin("customer_order as o", "o.id", "w.order_id")
    .where("w.closed_at", "is", null)
    .orderBy("w.submitted_at")
    .limit(MOST_WITHDRAWALS)
    .select((found) => [
      "w.id",
      "w.lines as withdrawn",
      "o.id as orderId",
      "o.invoice_number as invoiceNumber",
      "o.customer_name as customerName",
      "o.status",
      isoTime(found.ref("w.submitted_at")).as("submittedAt"),
      isoTime(found.ref("w.goods_back_at")).as("goodsBackAt"),
      isoTime(found.ref("o.dispatched_at")).as("dispatchedAt"),
    ])
    .execute();
  const open = rows.map(({ withdrawn, status, dispatchedAt, ...row }) => {
    const { submittedAt, goodsBackAt } = row;
    const cancelBy = cancelByOf({ dispatchedAt, status });
    return {
      ...row,
      /** Such as "2 × Premium Biochar (unsealed), 1 × Masks". */
      contents: withdrawn.map(withdrawnText).join(", "),
      cancelBy,
      isLate: cancelBy !== null && submittedAt > cancelBy,
      /** Mixed into soil or unsealed, as the customer said: to be looked at. */
      isMarked: withdrawn.some(({ mixedIntoSoil, unsealed }) => mixedIntoSoil || unsealed),
      ...clocksOf({
        submittedAt: new Date(submittedAt),
        wentOut: wentOut(withdrawn),
        goodsBackAt: goodsBackAt === null ? null : new Date(goodsBackAt),
      }),
    };
  });
  return open.sort(byDueDate);
});

/** ISO times compare as text; what has no date yet comes last, by when its goods are due. */
function byDueDate(one: WithdrawalClocks, other: WithdrawalClocks): number {
  return (one.refundBy ?? `9${one.sendBackBy}`).localeCompare(other.refundBy ?? `9${other.sendBackBy}`);
}
