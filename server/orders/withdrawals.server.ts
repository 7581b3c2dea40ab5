import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, type OrderLine, Withdrawal } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { hasGoneOut } from "./line-units.ts";
import { linesOfOrder } from "./move-order.server.ts";
import type { OrderStatus } from "./order.ts";
import { findVisitedOrder, type OrderVisitor } from "./own-orders.server.ts";
import {
  leftToWithdraw,
  type PackedWithdrawal,
  type StaffWithdrawal,
  suggestRefund,
  type WithdrawableOrder,
  type WithdrawalView,
  wentOut,
  withdrawnText,
} from "./withdrawal-rules.ts";
import { cancelByOf, clocksOf, wordingOf } from "./withdrawal-words.ts";

/** An order with what decides how much of it can be cancelled. */
interface OrderToWithdraw {
  order: Order;
  lines: OrderLine[];
  /** The newest first. */
  withdrawals: Withdrawal[];
  /** By line, the units that can still be withdrawn. */
  left: ReadonlyMap<number, number>;
}

/** Reads an order's lines with what was withdrawn of them. */
export async function readToWithdraw(em: EntityManager, order: Order): Promise<OrderToWithdraw> {
  return withWithdrawals(em, order, await linesOfOrder(em, order.id));
}

async function withWithdrawals(
  em: EntityManager,
  order: Order,
  lines: OrderLine[],
): Promise<OrderToWithdraw> {
  const withdrawals = await em.find(Withdrawal, { order: order.id }, { orderBy: { id: "desc" } });
  const onTheWayBack = withdrawals
    .filter(({ closedAt, goodsBackAt }) => !closedAt && !goodsBackAt)
    .flatMap((withdrawal) => withdrawal.lines.map(({ lineId, sent }) => ({ lineId, quantity: sent })));
  return { order, lines, withdrawals, left: leftToWithdraw(lines, onTheWayBack) };
}

type Stated = Omit<Withdrawal, "refund" | "order" | "key"> & Partial<Pick<Withdrawal, "refund">>;
type Sold = { order: Pick<Order, "dispatchedAt" | "status"> };

/** A withdrawal with its dates. */
export function viewOf(withdrawal: Stated, { order }: Sold): WithdrawalView {
  const { submittedAt, goodsBackAt, closedAt, refund } = withdrawal;
  const clocks = clocksOf({ submittedAt, goodsBackAt, wentOut: wentOut(withdrawal.lines) });
  return {
    id: withdrawal.id,
    submittedAt: submittedAt.toISOString(),
    lines: withdrawal.lines,
    reason: withdrawal.reason,
    isLate: isLate(order, submittedAt),
    sendBackBy: clocks.sendBackBy,
    goodsBackAt: goodsBackAt?.toISOString() ?? null,
    refundBy: closedAt ? null : clocks.refundBy,
    state: closedAt ? (refund ? "refunded" : "closed") : "open",
    closingNote: withdrawal.closingNote,
  };
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
export async function findWithdrawable(context: Context, visitor: OrderVisitor): Promise<WithdrawableOrder> {
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

/** What was withdrawn of an order, the newest first, for the same. @throws ShopError `not_found` */
export async function listWithdrawals(context: Context, visitor: OrderVisitor): Promise<WithdrawalView[]> {
  const found = await readVisited(context, visitor);
  return found.withdrawals.map((withdrawal) => viewOf(withdrawal, found));
}

async function readVisited(context: Context, visitor: OrderVisitor): Promise<OrderToWithdraw> {
  const order = await findVisitedOrder(context, visitor, "orders.refund");
  if (!order) throw new ShopError("not_found", "Order not found");
  return readToWithdraw(context.em.fork(), order);
}

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

/** The same of an order that staff opened, each with the refund that follows from it. */
export async function withdrawalsOf(
  em: EntityManager,
  order: Order,
  { lines, refundable }: { lines: OrderLine[]; refundable: number },
): Promise<StaffWithdrawal[]> {
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
export interface OpenWithdrawal {
  id: number;
  orderId: number;
  invoiceNumber: string;
  customerName: string;
  /** Such as "2 × Premium Biochar (unsealed), 1 × Masks". */
  contents: string;
  submittedAt: string;
  /** Until when the order could be cancelled at least; null before all of it went out. */
  cancelBy: string | null;
  /** It came after that: staff decide. */
  isLate: boolean;
  /** Until when the goods have to be sent back; null where none went out. */
  sendBackBy: string | null;
  goodsBackAt: string | null;
  /** Until when the money has to go back; null while that waits for the goods. */
  refundBy: string | null;
  /** Mixed into soil or unsealed, as the customer said: to be looked at. */
  isMarked: boolean;
}

/** All that is open, what is due first at the top, then what waits for its goods. @throws ShopError `unauthenticated`, `forbidden` */
export const findOpenWithdrawals = read(
  "orders.view",
  async (context: Context): Promise<OpenWithdrawal[]> => {
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
    return rows.map(openWithdrawalOf).sort(byDueDate);
  },
);

interface OpenRow {
  id: number;
  withdrawn: Parameters<typeof withdrawnText>[0][] & Parameters<typeof wentOut>[0];
  orderId: number;
  invoiceNumber: string;
  customerName: string;
  status: OrderStatus;
  submittedAt: string;
  goodsBackAt: string | null;
  dispatchedAt: string | null;
}

function openWithdrawalOf({ withdrawn, status, dispatchedAt, ...row }: OpenRow): OpenWithdrawal {
  const { submittedAt, goodsBackAt } = row;
  const cancelBy = cancelByOf({ dispatchedAt, status });
  return {
    ...row,
    contents: withdrawn.map(withdrawnText).join(", "),
    cancelBy,
    isLate: cancelBy !== null && submittedAt > cancelBy,
    isMarked: withdrawn.some(({ mixedIntoSoil, unsealed }) => mixedIntoSoil || unsealed),
    ...clocksOf({
      submittedAt: new Date(submittedAt),
      wentOut: wentOut(withdrawn),
      goodsBackAt: goodsBackAt === null ? null : new Date(goodsBackAt),
    }),
  };
}

/** ISO times compare as text; what has no date yet comes last, by when its goods are due. */
function byDueDate(one: OpenWithdrawal, other: OpenWithdrawal): number {
  return (one.refundBy ?? `9${one.sendBackBy}`).localeCompare(other.refundBy ?? `9${other.sendBackBy}`);
}
