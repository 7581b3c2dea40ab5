import type { Pence } from "#server/pricing/money.ts";
import { type RestockedLine, restockableOf } from "./refund-rules.ts";

/** Units of an order line whose price goes back. */
export type RefundedUnits = RestockedLine;

interface PricedLine {
  id: number;
  /** What one unit cost, VAT included. */
  unitPrice: Pence;
}

interface PaidFor {
  lines: readonly PricedLine[];
  /** What delivery cost. */
  shippingCost: Pence;
}

/** What was paid for these units, and for the delivery where it goes back too. */
export function amountOfUnits(
  units: readonly RefundedUnits[],
  withDelivery: boolean,
  { lines, shippingCost }: PaidFor,
): Pence {
  const priceOf = (lineId: number) => lines.find(({ id }) => id === lineId)?.unitPrice ?? 0;
  const goods = units.reduce((sum, { lineId, quantity }) => sum + priceOf(lineId) * quantity, 0);
  return goods + (withDelivery ? shippingCost : 0);
}

/** Why the price of these units cannot go back, in words for staff; undefined when it can. */
export function unitsRefusal(
  units: readonly RefundedUnits[],
  lines: readonly { id: number; quantity: number }[],
): string | undefined {
  const isTooMuch = units.some(({ lineId }) => {
    const sold = lines.find(({ id }) => id === lineId)?.quantity ?? 0;
    const all = units.filter((each) => each.lineId === lineId);
    return all.reduce((sum, { quantity }) => sum + quantity, 0) > sold;
  });
  return isTooMuch ? "More units than were ordered cannot be refunded." : undefined;
}

/** Of refunded units those that can go back into stock: what was sold beyond the stock never left it. */
export function backIntoStock(
  units: readonly RefundedUnits[],
  lines: readonly (Parameters<typeof restockableOf>[0] & { id: number })[],
): RestockedLine[] {
  return units.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId);
    return line ? [{ lineId, quantity: Math.min(quantity, restockableOf(line)) }] : [];
  });
}
