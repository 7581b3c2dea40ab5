import { formatPounds, type Pence } from "#server/pricing/money.ts";
import type { Totals } from "#server/pricing/totals.ts";
import type { StoreSettingsValues } from "./store-settings.ts";

export interface TaxWords {
  subtotal: string;
  /** Names the tax line; none where no tax is charged. */
  ofWhich: string | null;
  total: string;
}

/**
 * What the sums of an order are called, with the owner's word for the tax. A shop without tax says nothing of it,
 * except of an order that was made with tax.
 */
export function taxWordsOf(
  settings: Pick<StoreSettingsValues, "taxEnabled" | "taxLabel">,
  taxAmount: Pence,
): TaxWords {
  if (!settings.taxEnabled && taxAmount === 0) return { subtotal: "Subtotal", ofWhich: null, total: "Total" };
  const inc = `(inc. ${settings.taxLabel})`;
  return { subtotal: `Subtotal ${inc}`, ofWhich: `of which ${settings.taxLabel}`, total: `Total ${inc}` };
}

/** What an order came to, as far as it is shown. */
export type ShownTotals = Pick<Totals, "subtotal" | "vat" | "shipping" | "express" | "total">;

/** One of the lines below what was ordered. */
export interface OrderSum {
  label: string;
  amount: string;
  /** "ofWhich" is part of the line above it. */
  kind: "part" | "ofWhich" | "total";
}

/** The lines between what was ordered and what it comes to, in the order in which every page and mail shows them. */
export function orderSums(
  totals: ShownTotals,
  words: TaxWords,
  delivery: "Shipping" | "Delivery" = "Shipping",
): OrderSum[] {
  const { subtotal, vat, shipping, express, total } = totals;
  const sums: OrderSum[] = [{ label: words.subtotal, amount: formatPounds(subtotal), kind: "part" }];
  if (words.ofWhich) sums.push({ label: words.ofWhich, amount: formatPounds(vat), kind: "ofWhich" });
  sums.push({
    label: express ? `Express ${delivery.toLowerCase()}` : delivery,
    amount: shipping === 0 ? "Free" : formatPounds(shipping),
    kind: "part",
  });
  sums.push({ label: words.total, amount: formatPounds(total), kind: "total" });
  return sums;
}
