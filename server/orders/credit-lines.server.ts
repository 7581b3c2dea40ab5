import type { EntityManager } from "@mikro-orm/postgresql";
import type { OrderLine, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import {
  endWhenNothingIsLeft,
  type LockedOrder,
  lineOf,
  putIntoStock,
  returnUnits,
} from "./move-order.server.ts";
import { deliveryLeft, type RefundLine, refundLinesOf } from "./refund-rules.ts";

/** From now on these are credited, and what was still to be sent of them is not sent. */
export function credit(locked: LockedOrder, credited: readonly RefundLine[]): void {
  addCredit(locked, credited, 1);
  for (const { lineId, cancelled } of ofGoods(credited))
    lineOf(locked.lines, lineId).cancelledQuantity += cancelled;
}

/** The money did not go: these are not credited any more. */
export function takeCreditBack(locked: LockedOrder, credited: readonly RefundLine[]): void {
  addCredit(locked, credited, -1);
}

function addCredit({ order, lines }: LockedOrder, credited: readonly RefundLine[], sign: 1 | -1): void {
  for (const { lineId, amount } of credited) if (lineId === null) order.creditedDelivery += sign * amount;
  for (const { lineId, quantity, amount } of ofGoods(credited)) {
    const line = lineOf(lines, lineId);
    line.creditedQuantity += sign * quantity;
    line.creditedAmount += sign * amount;
  }
}

/** Without what is credited of the delivery. */
function ofGoods(credited: readonly RefundLine[]) {
  return credited.flatMap(({ lineId, ...rest }) => (lineId === null ? [] : { lineId, ...rest }));
}

/** Goods that come back with a credit are back, and go into stock where they are to. */
export async function takeGoodsBack(
  em: EntityManager,
  context: Context,
  locked: LockedOrder,
  credited: readonly RefundLine[],
): Promise<void> {
  const goods = ofGoods(credited);
  const returned = goods.map((line) => ({ lineId: line.lineId, quantity: line.returned }));
  const toStock = goods.map((line) => ({ lineId: line.lineId, quantity: line.toStock }));
  await returnUnits(em, locked.lines, returned);
  await putIntoStock(em, context, locked.lines, toStock);
  await endWhenNothingIsLeft(em, context, locked);
}

/** What a refund that is only asked for is for, of what is left since another one was made; its goods stay as they are. */
export function creditAgain(locked: LockedOrder, refund: Refund): void {
  const before = refund.lines ?? [];
  const units = ofGoods(before).map(({ lineId, quantity }) => ({ lineId, quantity, isBackToStock: false }));
  const ofDelivery = before.find(({ lineId }) => lineId === null)?.amount ?? 0;
  const delivery = Math.min(ofDelivery, deliveryLeft(locked.order));
  refund.lines = refundLinesOf(locked, { units, delivery, amount: refund.amount }).map((line) => {
    const same = before.find(({ lineId }) => lineId === line.lineId);
    const { cancelled, returned, toStock } = same ?? { cancelled: 0, returned: 0, toStock: 0 };
    return { ...line, cancelled, returned, toStock };
  });
  addCredit(locked, refund.lines, 1);
}

/** A refund that was refused before anything followed from it: what it cancelled is sent after all. */
export function takeCancellationBack(lines: readonly OrderLine[], credited: readonly RefundLine[]): void {
  for (const { lineId, cancelled } of ofGoods(credited)) {
    const line = lineOf(lines, lineId);
    line.cancelledQuantity -= Math.min(cancelled, line.cancelledQuantity - line.cancelledToStock);
  }
}
