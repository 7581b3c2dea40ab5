import type { Currency, CurrencyCode, Pence } from "#server/pricing/money.ts";
import {
  type OrderSum,
  orderSums,
  type ShownTotals,
  type TaxLabels,
  taxLabelsFor,
} from "#server/settings/company-facts.ts";
import { useRootData } from "./root-data.ts";

/** Of a new shop: on an error page nobody knows the shop's own. */
const UNKNOWN = { taxEnabled: true, taxLabel: "VAT" };

/** What the sums of an order are called here, by the tax that the order carries. */
export function useTaxLabels(): (tax: Pence) => TaxLabels {
  const store = useRootData()?.store ?? UNKNOWN;
  return (tax) => taxLabelsFor(store, tax);
}

/** The lines between what was ordered and what it comes to. */
export function useOrderSums(totals: ShownTotals, currency: Currency | CurrencyCode): OrderSum[] {
  return orderSums(totals, useTaxLabels()(totals.vat), currency);
}
