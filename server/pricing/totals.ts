import { type DeliveryLine, type DeliveryRule, quoteDelivery, type UnquotedDelivery } from "./delivery.ts";
import type { Place } from "./delivery-zones.ts";
import type { PackSize } from "./loads.ts";
import type { Pence } from "./money.ts";
import { type BasisPoints, type VatMode, vatOf } from "./vat.ts";

/** The fields that a line needs to be priced. */
export interface PriceableLine {
  unitPrice: Pence;
  quantity: number;
  vatRate: BasisPoints;
  /** What a carrier asks about one unit; of unknown weight without it. */
  pack?: PackSize | undefined;
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
  /** Why delivery has no price yet. `shipping` is then 0, and nothing can be paid. */
  unquoted?: UnquotedDelivery;
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
  options: Place & { deliveryRule: DeliveryRule; vatMode: VatMode; wantsExpress?: boolean },
): Totals {
  const subtotal = subtotalOf(lines);
  const vat = lines.reduce((sum, line) => sum + vatOf(lineTotal(line), line.vatRate, options.vatMode), 0);
  const vatDue = lines.reduce((sum, line) => sum + vatOf(lineTotal(line), line.vatRate, "fraction"), 0);
  const quote = quoteDelivery(deliveryLinesOf(lines), options, options.deliveryRule);
  if (quote.kind !== "quoted")
    return { subtotal, vat, vatDue, shipping: 0, total: subtotal, unquoted: quote };
  const [standard, ...others] = quote.options;
  const express = options.wantsExpress ? others.find(({ id }) => id === "express") : undefined;
  const shipping = (express ?? standard).price;
  return {
    subtotal,
    vat,
    vatDue,
    shipping,
    ...(express ? { express: true } : {}),
    total: subtotal + shipping,
  };
}

/** The lines as delivery is charged for them. */
export function deliveryLinesOf(lines: readonly PriceableLine[]): DeliveryLine[] {
  return lines.map((line) => ({ quantity: line.quantity, lineTotal: lineTotal(line), pack: line.pack }));
}
