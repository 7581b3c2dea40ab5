import type { EntityManager } from "@mikro-orm/postgresql";
import type { Order, OrderLine, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { endWhenNothingIsLeft, type LockedOrder, putIntoStock, returnUnits } from "./move-order.server.ts";
import { type CreditableOrder, type RefundLine, refundLinesOf } from "./refund-rules.ts";

/** A locked order as far as it can be credited. */
export function creditableOf({ order, lines }: LockedOrder): CreditableOrder {
  const { shippingCost, creditedDelivery } = order;
  return { lines, shippingCost, creditedDelivery };
}

/** From now on these are credited, and what was still to be sent of them is not sent. */
export function credit({ order, lines }: LockedOrder, credited: readonly RefundLine[]): void {
  addCredit(order, lines, credited, 1);
  for (const { lineId, cancelled } of credited) {
    const line = lines.find(({ id }) => id === lineId);
    if (line) line.cancelledQuantity += cancelled;
  }
}

/** Goods that come back with a credit are back, and go into stock where they are to. */
export async function takeGoodsBack(
  em: EntityManager,
  context: Context,
  { order, lines }: LockedOrder,
  credited: readonly RefundLine[],
): Promise<void> {
  const ofLines = credited.flatMap(({ lineId, ...rest }) => (lineId === null ? [] : { lineId, ...rest }));
  await returnUnits(
    em,
    lines,
    ofLines.map(({ lineId, returned }) => ({ lineId, quantity: returned })),
  );
  await putIntoStock(
    em,
    context,
    lines,
    ofLines.map(({ lineId, toStock }) => ({ lineId, quantity: toStock })),
  );
  await endWhenNothingIsLeft(em, context, { order, lines });
}

/** What a refund that is only asked for is for, of what is left since another one was made; its goods stay as they are. */
export function creditAgain(locked: LockedOrder, refund: Refund): void {
  const { order, lines } = locked;
  const before = refund.lines ?? [];
  const units = before.flatMap(({ lineId, quantity }) =>
    lineId === null || quantity === 0 ? [] : { lineId, quantity, isBackToStock: false },
  );
  const ofDelivery = before.find(({ lineId }) => lineId === null)?.amount ?? 0;
  const delivery = Math.min(ofDelivery, order.shippingCost - order.creditedDelivery);
  const wanted = { units, delivery, amount: refund.amount };
  const credited = refundLinesOf(creditableOf(locked), wanted).map((line) => {
    const same = before.find(({ lineId }) => lineId === line.lineId);
    const { cancelled, returned, toStock } = same ?? { cancelled: 0, returned: 0, toStock: 0 };
    return { ...line, cancelled, returned, toStock };
  });
  refund.lines = credited;
  addCredit(order, lines, credited, 1);
}

/** The money did not go: these are not credited any more. */
export function takeCreditBack({ order, lines }: LockedOrder, credited: readonly RefundLine[]): void {
  addCredit(order, lines, credited, -1);
}

/** A refund that was refused before anything followed from it: what it cancelled is sent after all. */
export function takeCancellationBack(lines: readonly OrderLine[], credited: readonly RefundLine[]): void {
  for (const { lineId, cancelled } of credited) {
    const line = lines.find(({ id }) => id === lineId);
    if (line) line.cancelledQuantity -= Math.min(cancelled, line.cancelledQuantity - line.cancelledToStock);
  }
}

function addCredit(
  order: Order,
  lines: readonly OrderLine[],
  credited: readonly RefundLine[],
  sign: 1 | -1,
): void {
  for (const { lineId, quantity, amount } of credited) {
    if (lineId === null) order.creditedDelivery += sign * amount;
    const line = lines.find(({ id }) => id === lineId);
    if (!line) continue;
    line.creditedQuantity += sign * quantity;
    line.creditedAmount += sign * amount;
  }
}
