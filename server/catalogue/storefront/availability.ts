import type { StoreSettings } from "#server/settings/store-settings.ts";

/** Whether a product can be bought, and what the page says about it. */
export interface Availability {
  canBuy: boolean;
  /** "In Stock (N available)" or "Out of Stock"; no number while stock is not managed. */
  stockLine: string;
  /** "Only n left", from the low-stock threshold down. */
  lowStockLine: string | null;
}

/** Reads `stockManagement` and `lowStockThreshold`; `stockQuantity` is what can be sold now. */
export function availabilityOf(
  product: { stockQuantity: number },
  settings: Pick<StoreSettings, "stockManagement" | "lowStockThreshold">,
): Availability {
  if (!settings.stockManagement) return { canBuy: true, stockLine: "In Stock", lowStockLine: null };
  const left = product.stockQuantity;
  if (left <= 0) return { canBuy: false, stockLine: "Out of Stock", lowStockLine: null };
  return {
    canBuy: true,
    stockLine: `In Stock (${left} available)`,
    lowStockLine: left <= settings.lowStockThreshold ? `Only ${left} left` : null,
  };
}
