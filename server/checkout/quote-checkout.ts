import type { DeliveryRule } from "#server/pricing/delivery.ts";
import { type PriceableLine, type Totals, totalsOf } from "#server/pricing/totals.ts";
import type { VatMode } from "#server/pricing/vat.ts";
import { deliveryRuleOf, type StoreSettings, vatModeOf } from "#server/settings/store-settings.ts";
import type { PricedSnapshot, SnapshotLine } from "./priced-snapshot.ts";

/** The part of the settings that prices depend on: small enough to send to the browser. */
export interface PricingRules {
  deliveryRule: DeliveryRule;
  vatMode: VatMode;
}

export function pricingRulesOf(settings: StoreSettings): PricingRules {
  return { deliveryRule: deliveryRuleOf(settings), vatMode: vatModeOf(settings) };
}

/** What these lines cost when delivered to a country. Server and browser work it out with this one function. */
export function quoteCheckout(lines: readonly PriceableLine[], country: string, rules: PricingRules): Totals {
  return totalsOf(lines, { country, ...rules });
}

/** The lines with everything they are charged, to be frozen in a checkout. */
export function snapshotOf(lines: SnapshotLine[], country: string, rules: PricingRules): PricedSnapshot {
  return { lines, ...quoteCheckout(lines, country, rules) };
}
