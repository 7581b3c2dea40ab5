import type { Currency, CurrencyCode, Pence } from "#server/pricing/money.ts";
import { type OrderSum, orderSums, type ShownTotals, taxWordsOf } from "#server/settings/company-facts.ts";
import { defaultSettings } from "#server/settings/default-settings.ts";
import { useRootData } from "./root-data.ts";

/** What the sums of an order are called here; `tax` is what the order carries. */
export function useTaxWords(tax: Pence) {
  return taxWordsOf(useRootData()?.store ?? defaultSettings, tax);
}

/** The lines between what was ordered and what it comes to. */
export function useOrderSums(totals: ShownTotals, currency: Currency | CurrencyCode): OrderSum[] {
  return orderSums(totals, useTaxWords(totals.vat), currency);
}
