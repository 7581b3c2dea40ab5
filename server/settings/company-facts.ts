import { type Currency, type CurrencyCode, formatMoney, type Pence } from "#server/pricing/money.ts";
import type { Totals } from "#server/pricing/totals.ts";
import type { StoreSettingsValues } from "./store-settings.ts";

// A module of its own: every page has it in its footer, and none needs the default settings.

/**
 * What a company must say of itself wherever it trades (docs/rules.md#settings-5); only what the owner has filled in.
 */
export function companyFactsOf(
  settings: Pick<StoreSettingsValues, "companyNumber" | "vatNumber" | "registeredOffice">,
): string[] {
  const { companyNumber, vatNumber, registeredOffice } = settings;
  return [
    companyNumber && `Company no. ${companyNumber}`,
    registeredOffice && `Registered office: ${registeredOffice}`,
    vatNumber && `VAT no. ${vatNumber}`,
  ].filter((fact) => fact !== "");
}

export interface TaxLabels {
  subtotal: string;
  /** The name of the tax line; null where no tax is charged. */
  ofWhich: string | null;
  total: string;
}

/**
 * The names of an order's sums, with the owner's word for the tax. A shop without tax never mentions it, except for an
 * order that was made with tax.
 */
export function taxLabelsFor(
  settings: Pick<StoreSettingsValues, "taxEnabled" | "taxLabel">,
  taxAmount: Pence,
): TaxLabels {
  if (!settings.taxEnabled && taxAmount === 0) return { subtotal: "Subtotal", ofWhich: null, total: "Total" };
  const inc = `(inc. ${settings.taxLabel})`;
  return { subtotal: `Subtotal ${inc}`, ofWhich: `of which ${settings.taxLabel}`, total: `Total ${inc}` };
}

/** Where the tax is not told apart: in what staff see of an order. */
export const plainTaxLabels: TaxLabels = { subtotal: "Subtotal", ofWhich: null, total: "Total" };

/** The sums of an order, as far as they are shown. */
export type ShownTotals = Omit<Totals, "vatDue"> & {
  /** `shipping` is the price of express delivery. */
  express?: boolean | undefined;
};

/** One line of the sums. */
export interface OrderSum {
  label: string;
  amount: string;
  /** "ofWhich" is part of the line above it. */
  kind: "part" | "ofWhich" | "total";
}

/** The lines between items and total, in the order used by every page and mail. */
export function orderSums(
  totals: ShownTotals,
  labels: TaxLabels,
  currency: Currency | CurrencyCode,
  { delivery = "Shipping", free = "Free" }: { delivery?: "Shipping" | "Delivery"; free?: string } = {},
): OrderSum[] {
  const { subtotal, vat, shipping, express, total } = totals;
  const sums: OrderSum[] = [
    { label: labels.subtotal, amount: formatMoney(subtotal, currency), kind: "part" },
  ];
  if (labels.ofWhich)
    sums.push({ label: labels.ofWhich, amount: formatMoney(vat, currency), kind: "ofWhich" });
  sums.push({
    label: express ? `Express ${delivery.toLowerCase()}` : delivery,
    amount: shipping === 0 ? free : formatMoney(shipping, currency),
    kind: "part",
  });
  sums.push({ label: labels.total, amount: formatMoney(total, currency), kind: "total" });
  return sums;
}
