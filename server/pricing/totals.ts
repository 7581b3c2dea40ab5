import { type DeliveryRule, expressPrice, quoteDelivery } from "./delivery.ts";
import type { Pence } from "./money.ts";
import { type BasisPoints, type VatMode, vatOf } from "./vat.ts";

/** The fields that a line needs to be priced. */
export interface PriceableLine {
  unitPrice: Pence;
  quantity: number;
  vatRate: BasisPoints;
}

export interface Totals {
  subtotal: Pence;
  /** The VAT line as shown at checkout: items only (docs/rules.md#vat-5). */
  vat: Pence;
  /** The VAT inside the items' prices that is owed, always by the fraction (docs/rules.md#vat-3). */
  vatDue: Pence;
  shipping: Pence;
  /** The shopper chose express delivery, and `shipping` is its price. */
  express?: boolean;
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
 * Everything the checkout charges, in pence. VAT is rounded line by line, and is in the total already
 * (docs/rules.md#vat-1).
 */
export function totalsOf(
  lines: readonly PriceableLine[],
  options: { country: string; deliveryRule: DeliveryRule; vatMode: VatMode; wantsExpress?: boolean },
): Totals {
  const subtotal = subtotalOf(lines);
  const vat = lines.reduce((sum, line) => sum + vatOf(lineTotal(line), line.vatRate, options.vatMode), 0);
  const vatDue = lines.reduce((sum, line) => sum + vatOf(lineTotal(line), line.vatRate, "fraction"), 0);
  const { country, deliveryRule } = options;
  const express = options.wantsExpress && subtotal > 0 ? expressPrice(country, deliveryRule) : null;
  const shipping = express ?? quoteDelivery(subtotal, country, deliveryRule);
  const choice = express === null ? {} : { express: true };
  return { subtotal, vat, vatDue, shipping, ...choice, total: subtotal + shipping };
}
