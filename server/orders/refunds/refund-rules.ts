import { type CurrencyCode, formatMoney, type Pence } from "#server/pricing/money.ts";

/** Units of an order line that return to stock. */
export interface RestockedLine {
  lineId: number;
  quantity: number;
}

interface CountedRefund {
  amount: Pence;
  status: "requested" | "pending" | "succeeded" | "failed";
}

/** The amount refunded or on its way; a failed refund counts nothing. */
export function refundedOf(refunds: readonly CountedRefund[]): Pence {
  return refunds.reduce((sum, { amount, status }) => (status === "failed" ? sum : sum + amount), 0);
}

/** The amount that disputes have taken from a payment for good. */
export function lostOf(disputes: readonly { amountLost: Pence }[]): Pence {
  return disputes.reduce((sum, { amountLost }) => sum + amountLost, 0);
}

/** The amount of a payment that can still be refunded: never more than was captured, all refunds together. */
export function refundableOf(captured: Pence, refunds: readonly CountedRefund[]): Pence {
  return Math.max(0, captured - refundedOf(refunds));
}

/** Why this amount cannot be refunded, in words for staff; undefined when it can. */
export function refundRefusal(
  amount: Pence,
  captured: Pence,
  refunds: readonly CountedRefund[],
  currency: CurrencyCode,
): string | undefined {
  const refundable = refundableOf(captured, refunds);
  if (refundable === 0) return "Everything that was paid has been refunded.";
  if (!Number.isInteger(amount) || amount <= 0) return `Enter an amount above ${formatMoney(0, currency)}.`;
  if (amount > refundable) return `At most ${formatMoney(refundable, currency)} can be refunded.`;
  return undefined;
}

interface SoldLine {
  id: number;
  quantity: number;
  /** The units that the sale took out of stock; all of them when that was not recorded. */
  stockTaken: number | null | undefined;
  restockedQuantity: number;
}

/** How many units of a line can still go back into stock: never more than the sale took out of it. */
export function restockableOf(line: Omit<SoldLine, "id">): number {
  return Math.max(0, (line.stockTaken ?? line.quantity) - line.restockedQuantity);
}

/** Why these units cannot go back into stock, in words for staff; undefined when they can. */
export function restockRefusal(
  restock: readonly RestockedLine[],
  lines: readonly SoldLine[],
): string | undefined {
  const quantities = new Map<number, number>();
  for (const { lineId, quantity } of restock)
    quantities.set(lineId, (quantities.get(lineId) ?? 0) + quantity);
  for (const [lineId, quantity] of quantities) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line || !Number.isInteger(quantity) || quantity < 0 || quantity > restockableOf(line)) {
      return "More units than were sold cannot go back into stock.";
    }
  }
  return undefined;
}
