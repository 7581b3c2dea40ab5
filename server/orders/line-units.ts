import { ShopError } from "#server/core/errors.ts";
import type { Pence } from "#server/pricing/money.ts";

/**
 * What happened to the units of an order line, each written where it happened (db/entities/order.ts says what each
 * is). Every figure about them is derived here and nowhere else (docs/decisions/092-what-happened-to-each-unit.md).
 */
export interface LineUnits {
  quantity: number;
  stockTaken: number;
  cancelledQuantity: number;
  cancelledToStock: number;
  leftQuantity: number;
  returnedQuantity: number;
  returnedToStock: number;
}

/** Units of an order line. */
export interface UnitsOfLine {
  lineId: number;
  quantity: number;
}

/** How many units of a line these are, however often they name it. */
export function quantityOf(units: readonly UnitsOfLine[], lineId: number): number {
  return units.reduce((sum, each) => (each.lineId === lineId ? sum + each.quantity : sum), 0);
}

/** @throws ShopError `validation_failed` for a line of another order */
export function lineOf<Line extends { id: number }>(lines: readonly Line[], lineId: number): Line {
  const line = lines.find(({ id }) => id === lineId);
  if (!line) throw new ShopError("validation_failed", "This order has no such line.");
  return line;
}

/** A line as far as its units are sent. */
export type SentUnits = Pick<LineUnits, "quantity" | "cancelledQuantity" | "leftQuantity">;

/** Units that are still to be sent. */
export function toSend({ quantity, cancelledQuantity, leftQuantity }: SentUnits): number {
  return quantity - cancelledQuantity - leftQuantity;
}

/** All of an order that is still to be sent. */
export function restOf(lines: readonly (SentUnits & { id: number })[]): UnitsOfLine[] {
  const units = lines.map((line) => ({ lineId: line.id, quantity: toSend(line) }));
  return units.filter(({ quantity }) => quantity > 0);
}

/** Units that the customer has. */
export function withCustomer({ leftQuantity, returnedQuantity }: LineUnits): number {
  return leftQuantity - returnedQuantity;
}

/** Units that were taken out of stock and wait in the house, for this order or since a part of it was cancelled. */
function inTheHouse({ stockTaken, leftQuantity, cancelledToStock }: LineUnits): number {
  return Math.max(0, stockTaken - leftQuantity - cancelledToStock);
}

/** Units that sending these takes out of stock, because the sale could not. */
export function missingToSend(line: LineUnits, units: number): number {
  return Math.max(0, units - Math.min(inTheHouse(line), toSend(line)));
}

/**
 * Cancelled units that can be put back into stock. Of a backorder those are cancelled first that were never there: what
 * was taken is kept for what is still to be sent.
 */
export function cancelledForStock(line: LineUnits): number {
  return Math.max(0, inTheHouse(line) - toSend(line));
}

/** Returned units that can be put back into stock: never more than ever left it. */
export function returnedForStock(line: LineUnits): number {
  const { stockTaken, cancelledToStock, returnedQuantity, returnedToStock } = line;
  return Math.max(
    0,
    Math.min(returnedQuantity - returnedToStock, stockTaken - cancelledToStock - returnedToStock),
  );
}

/** Whether something of an order has left the house. */
export function hasGoneOut(lines: readonly Pick<LineUnits, "leftQuantity">[]): boolean {
  return lines.some(({ leftQuantity }) => leftQuantity > 0);
}

/** Whether nothing of an order is to be sent any more. */
export function isAllSent(lines: readonly SentUnits[]): boolean {
  return lines.every((line) => toSend(line) === 0);
}

/** What was credited of a line, too. */
export interface CreditedUnits extends LineUnits {
  creditedQuantity: number;
  creditedAmount: Pence;
  lineTotal: Pence;
  unitPrice: Pence;
}

/** Units whose price can still be credited. */
export function creditableUnits({
  quantity,
  creditedQuantity,
}: Pick<CreditedUnits, "quantity" | "creditedQuantity">): number {
  return quantity - creditedQuantity;
}

/** Units that were cancelled or came back and are not credited yet: credited first, as the customer does not have them. */
export function owedUnits({ cancelledQuantity, returnedQuantity, creditedQuantity }: CreditedUnits): number {
  return Math.max(0, cancelledQuantity + returnedQuantity - creditedQuantity);
}

/** Units that the customer has and has not been credited. */
export function paidWithCustomer(line: CreditedUnits): number {
  const creditedWithCustomer = Math.max(
    0,
    line.creditedQuantity - line.cancelledQuantity - line.returnedQuantity,
  );
  return Math.max(0, withCustomer(line) - creditedWithCustomer);
}

/** What these units cost, as far as it is not credited. */
export function priceOfUnits(
  { unitPrice, lineTotal, creditedAmount }: Pick<CreditedUnits, "unitPrice" | "lineTotal" | "creditedAmount">,
  units: number,
): Pence {
  return Math.min(units * unitPrice, lineTotal - creditedAmount);
}

/** What goes back for units that were cancelled or came back: until then the shop owes it. */
export function owedForUnits(lines: readonly CreditedUnits[]): Pence {
  return lines.reduce((sum, line) => sum + priceOfUnits(line, owedUnits(line)), 0);
}

/**
 * Which units of a line a credit is for: those that are gone already, then those that the customer has, then those that
 * are still to be sent. Of those that the customer has as many come back as go into stock; the others are kept.
 */
export function partsOfCredit(
  line: CreditedUnits,
  units: number,
  toStock: number,
): { cancelled: number; returned: number } {
  const gone = Math.min(units, owedUnits(line));
  const had = Math.min(units - gone, paidWithCustomer(line));
  const cancelled = Math.min(units - gone - had, toSend(line));
  return { cancelled, returned: Math.min(had, Math.max(0, toStock - gone)) };
}
