import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import type { OrderStatus } from "../status/order-status.ts";
import { cancelByOf, clocksOf } from "./withdrawal-periods.ts";
import { wentOut, withdrawnText } from "./withdrawal-rules.ts";

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
