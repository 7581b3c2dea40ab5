import type { Pence } from "#server/pricing/money.ts";
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
