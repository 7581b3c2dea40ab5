import type { DeliveryLine } from "./delivery.ts";
import type { PackSize } from "./loads.ts";
import type { Pence } from "./money.ts";
import type { PricePerMeasure } from "./price-per-measure.ts";
import { type BasisPoints, type VatMode, vatOf } from "./vat.ts";

/** The fields that a line needs to be priced. */
export interface PriceableLine {
  unitPrice: Pence;
  quantity: number;
  vatRate: BasisPoints;
  /** What a carrier asks about one unit; of unknown weight without it. */
  pack?: PackSize | undefined;
}

/** A line as it was priced. */
export interface PricedLine extends PriceableLine {
  productId: number;
  productName: string;
  /** What a measure of it costs at this price (docs/rules.md#prices-10); left out where none is told. */
  perMeasure?: PricePerMeasure;
}

export interface Totals {
  subtotal: Pence;
  /** The VAT line as shown at checkout: items only (docs/rules.md#vat-5). */
  vat: Pence;
  /** The VAT inside the items' prices that is owed, always by the fraction (docs/rules.md#vat-3). */
  vatDue: Pence;
  shipping: Pence;
  total: Pence;
}

export function lineTotal(line: PriceableLine): Pence {
  return line.unitPrice * line.quantity;
}

export function subtotalOf(lines: readonly PriceableLine[]): Pence {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0);
}

/** Item count is the sum of quantities. */
export function itemCountOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

/**
 * What lines come to, in pence, with what their delivery costs. VAT is rounded line by line, and is in the total already
 * (docs/rules.md#vat-1).
 */
export function totalsOf(lines: readonly PriceableLine[], vatMode: VatMode, shipping: Pence = 0): Totals {
  const subtotal = subtotalOf(lines);
  const vat = lines.reduce((sum, line) => sum + vatOf(lineTotal(line), line.vatRate, vatMode), 0);
  const vatDue = lines.reduce((sum, line) => sum + vatOf(lineTotal(line), line.vatRate, "fraction"), 0);
  return { subtotal, vat, vatDue, shipping, total: subtotal + shipping };
}

/** The lines as delivery is charged for them. */
export function deliveryLinesOf(lines: readonly PriceableLine[]): DeliveryLine[] {
  return lines.map((line) => ({ quantity: line.quantity, lineTotal: lineTotal(line), pack: line.pack }));
}
