import type { DeliveryRule } from "#server/pricing/delivery.ts";
import { type PriceableLine, type Totals, totalsOf } from "#server/pricing/totals.ts";
import type { VatMode } from "#server/pricing/vat.ts";
import { deliveryRuleOf, type StoreSettings, vatModeOf } from "#server/settings/store-settings.ts";
import type { CheckoutDetails, PricedSnapshot, SnapshotLine } from "./priced-snapshot.ts";

/** The part of the settings that prices depend on: small enough to send to the browser. */
export interface PricingRules {
  deliveryRule: DeliveryRule;
  vatMode: VatMode;
}

/** The rules as the owner has set them. */
export function pricingRulesOf(settings: StoreSettings): PricingRules {
  return { deliveryRule: deliveryRuleOf(settings), vatMode: vatModeOf(settings) };
}

/** Where the goods go, and how fast. */
export interface WantedDelivery {
  country: string;
  wantsExpress?: boolean;
}

/** What these lines cost when delivered. Server and browser work it out with this one function. */
export function quoteCheckout(
  lines: readonly PriceableLine[],
  delivery: WantedDelivery,
  rules: PricingRules,
): Totals {
  return totalsOf(lines, { ...delivery, ...rules });
}

/** What a checkout's details say about its delivery. */
export function deliveryOf(details: CheckoutDetails): WantedDelivery {
  return { country: details.shippingAddress.country, wantsExpress: details.expressDelivery === true };
}

/** The lines with everything they are charged, to be frozen in a checkout. */
export function snapshotOf(
  lines: SnapshotLine[],
  delivery: WantedDelivery,
  rules: PricingRules,
): PricedSnapshot {
  return { lines, ...quoteCheckout(lines, delivery, rules) };
}
