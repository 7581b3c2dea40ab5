import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, type OrderLine, Withdrawal } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { hasGoneOut } from "./line-units.ts";
import { type LockedOrder, linesOfOrder } from "./move-order.server.ts";
import { findVisitedOrder, type OrderVisitor } from "./own-orders.server.ts";
import { deliveryLeft } from "./refund-rules.ts";
import {
  onTheWayBack,
  suggestRefund,
  type WithdrawalState,
  wentOut,
  withdrawableOf,
  withdrawnText,
} from "./withdrawal-rules.ts";
import { cancelByOf, clocksOf, wordingOf } from "./withdrawal-texts.ts";

/** An order with its lines, what was withdrawn of it, the newest first, and what still can be. */
export async function readToWithdraw(em: EntityManager, { order, lines }: LockedOrder) {
  const withdrawals = await em.find(Withdrawal, { order: order.id }, { orderBy: { id: "desc" } });
  const open = withdrawals.filter(({ closedAt, goodsBackAt }) => !closedAt && !goodsBackAt);
  const comingBack = open.flatMap((withdrawal) => onTheWayBack(withdrawal.lines));
  return { order, lines, withdrawals, withdrawable: withdrawableOf(lines, comingBack) };
}

/** What a customer stated, which anyone who packs may read too. */
const stated = ["lines", "reason", "submittedAt", "goodsBackAt", "closedAt"] as const;

type Stated = Pick<Withdrawal, "id" | (typeof stated)[number]> &
  Partial<Pick<Withdrawal, "refund" | "closingNote">>;
type Dispatched = Pick<Order, "dispatchedAt" | "status">;

/** What a customer told of an order that they do not want to keep, as they and staff see it. */
export type WithdrawalView = ReturnType<typeof viewOf>;

/** A withdrawal with its dates. */
export function viewOf(withdrawal: Stated, order: Dispatched) {
  const { id, lines, reason, submittedAt, goodsBackAt, closedAt, closingNote = "" } = withdrawal;
  const { sendBackBy, refundBy } = clocksOf({ submittedAt, goodsBackAt, wentOut: wentOut(lines) });
  return {
    ...{ id, lines, reason, sendBackBy, closingNote },
    submittedAt: submittedAt.toISOString(),
    /** It came after the 14 days that the shop can count: staff decide. */
    isLate: isLate(order, submittedAt),
    goodsBackAt: goodsBackAt?.toISOString() ?? null,
    refundBy: closedAt ? null : refundBy,
    state: (closedAt ? (withdrawal.refund ? "refunded" : "closed") : "open") as WithdrawalState,
  };
}

/** Whether the time to cancel may be over: the law counts from the arrival, of which the shop does not learn. */
function isLate(order: Dispatched, at: Date): boolean {
  const end = cancelByOf(order);
  return end !== null && at.getTime() > Date.parse(end);
}

/**
 * An order for the page on which it is cancelled, for those whose it is and for staff who refund. @throws ShopError
 * `not_found` for everybody else
 */
export async function findWithdrawable(context: Context, visitor: OrderVisitor) {
  const order = await findToWithdraw(context, visitor);
  const em = context.em.fork();
  const lines = await linesOfOrder(em, order.id);
  const { withdrawable, withdrawals } = await readToWithdraw(em, { order, lines });
  const { invoiceNumber, customerName, customerEmail } = order;
  return {
    ...{ invoiceNumber, customerName, customerEmail },
    createdAt: order.createdAt.toISOString(),
    wording: wordingOf(order),
    lines: withdrawable,
    isSent: hasGoneOut(lines),
    cancelBy: cancelByOf(order),
    isLate: isLate(order, context.clock.now()),
    /** What was withdrawn of it, the newest first. */
    earlier: withdrawals.map((withdrawal) => viewOf(withdrawal, order)),
  };
}

/** An order on the page on which its customer cancels it. */
export type WithdrawableOrder = Awaited<ReturnType<typeof findWithdrawable>>;

/** An order for those whose it is and for staff who refund. @throws ShopError `not_found` for everybody else */
export async function findToWithdraw(context: Context, visitor: OrderVisitor): Promise<Order> {
  const order = await findVisitedOrder(context, visitor, "orders.refund");
  if (!order) throw new ShopError("not_found", "Order not found");
  return order;
}

/** The same for anyone who packs: settled is all that it says of the end, which may tell of money. */
export type PackedWithdrawal = Omit<WithdrawalView, "state"> & { state: WithdrawalState | "settled" };

/** What was withdrawn of an order that somebody packs, read without what went back for it and why it was closed. */
export async function withdrawalsToPack(em: EntityManager, id: number): Promise<PackedWithdrawal[]> {
  const order = await em.findOneOrFail(Order, id, { fields: ["dispatchedAt", "status"] });
  const withdrawals = await em.find(Withdrawal, { order: id }, { fields: stated, orderBy: { id: "desc" } });
  return withdrawals.map((withdrawal) => ({
    ...viewOf(withdrawal, order),
    state: withdrawal.closedAt ? "settled" : "open",
  }));
}

export type StaffWithdrawal = Awaited<ReturnType<typeof withdrawalsOf>>[number];

/** The same of an order that staff opened, each with the refund that follows from it. */
export async function withdrawalsOf(
  em: EntityManager,
  order: Order,
  { lines, refundable }: { lines: OrderLine[]; refundable: number },
) {
  const { withdrawals, withdrawable } = await readToWithdraw(em, { order, lines });
  const isAll = withdrawable.every(({ left }) => left === 0);
  return withdrawals.map((withdrawal, index) => ({
    ...viewOf(withdrawal, order),
    suggestion: suggestRefund(withdrawal.lines, {
      lines,
      delivery: deliveryLeft(order),
      refundable,
      // What was paid for the delivery goes back once, with the last of them.
      isTheRest: isAll && index === 0,
    }),
  }));
}

/** More than a small shop has open at a time. */
const MOST_WITHDRAWALS = 200;

/** What a customer cancelled and nobody has settled, without a word of money. Moments are ISO dates and times. */
export type OpenWithdrawal = Awaited<ReturnType<typeof findOpenWithdrawals>>[number];

/** All that is open, what is due first at the top, then what waits for its goods. */
export const findOpenWithdrawals = read("orders.view", async ({ em }: Context) => {
  const open = await em.fork().find(
    Withdrawal,
    { closedAt: null },
    {
      populate: ["order"],
      fields: [...stated, "order.invoiceNumber", "order.customerName", "order.status", "order.dispatchedAt"],
      orderBy: { submittedAt: "asc" },
      limit: MOST_WITHDRAWALS,
    },
  );
  const views = open.map((withdrawal) => {
    const { lines, order } = withdrawal;
    return {
      ...viewOf(withdrawal, order),
      ...{ orderId: order.id, invoiceNumber: order.invoiceNumber, customerName: order.customerName },
      cancelBy: cancelByOf(order),
      /** Such as "2 × Premium Biochar (unsealed), 1 × Masks". */
      contents: lines.map(withdrawnText).join(", "),
      /** Mixed into soil or unsealed, as the customer said: to be looked at. */
      isMarked: lines.some(({ mixedIntoSoil, unsealed }) => mixedIntoSoil || unsealed),
    };
  });
  return views.sort(byDueDate);
});

type DueDates = ReturnType<typeof clocksOf>;

/** ISO times compare as text; what has no date yet comes last, by when its goods are due. */
function byDueDate(one: DueDates, other: DueDates): number {
  return (one.refundBy ?? `9${one.sendBackBy}`).localeCompare(other.refundBy ?? `9${other.sendBackBy}`);
}
