import type { Pence } from "#server/pricing/money.ts";
import { type BasisPoints, STANDARD_VAT_RATE } from "#server/pricing/vat.ts";

interface RatedAmount {
  vatRate: BasisPoints;
  gross: Pence;
}

/**
 * Shares a delivery charge out over the VAT rates of the goods it delivers, by their gross value (docs/rules.md#vat-5):
 * delivery of goods follows the goods. The shares add up to the charge exactly; odd pence go where most was cut off.
 * The highest rate comes first. Goods that were all given away are delivered at their highest rate.
 */
export function apportionDelivery(delivery: Pence, goods: readonly RatedAmount[]): RatedAmount[] {
  if (delivery <= 0) return [];
  const byRate = new Map<BasisPoints, Pence>();
  for (const { vatRate, gross } of goods) byRate.set(vatRate, (byRate.get(vatRate) ?? 0) + gross);
  const rates = [...byRate].map(([vatRate, gross]) => ({ vatRate, gross }));
  rates.sort((a, b) => b.vatRate - a.vatRate);
  const value = rates.reduce((sum, { gross }) => sum + gross, 0);
  if (value <= 0) return [{ vatRate: rates[0]?.vatRate ?? STANDARD_VAT_RATE, gross: delivery }];

  const shares = rates.map(({ vatRate, gross }) => ({
    vatRate,
    gross: Math.floor((delivery * gross) / value),
    cutOff: (delivery * gross) % value,
  }));
  let left = delivery - shares.reduce((sum, { gross }) => sum + gross, 0);
  for (const share of shares.toSorted((a, b) => b.cutOff - a.cutOff)) {
    if (left === 0) break;
    share.gross += 1;
    left -= 1;
  }
  return shares.filter(({ gross }) => gross > 0).map(({ vatRate, gross }) => ({ vatRate, gross }));
}
