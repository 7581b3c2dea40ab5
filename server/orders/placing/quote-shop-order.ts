import type { DeliveryRule } from "#server/pricing/delivery.ts";
import { type PriceableLine, type Totals, totalsOf } from "#server/pricing/totals.ts";
import type { VatMode } from "#server/pricing/vat.ts";

/**
 * Goods sold over the counter are handed over there: the shop order form has no delivery, and charges none. Staff who
 * agree on a delivery include its price in the item prices (docs/rules.md#orders-10).
 */
const HANDED_OVER: DeliveryRule = {
  kind: "one_rule",
  enabled: false,
  freeFrom: 0,
  standard: 0,
  express: 0,
  fallsWithValue: false,
};

/** The total in pence of these lines when staff sell them. Dialog and server share this function. */
export function quoteShopOrder(lines: readonly PriceableLine[], vatMode: VatMode): Totals {
  return totalsOf(lines, { country: "United Kingdom", deliveryRule: HANDED_OVER, vatMode });
}
