import { quoteInZone } from "#server/pricing/delivery-tariff.ts";
import type { Pence } from "#server/pricing/money.ts";
import { isEntryServed } from "#server/pricing/served-places.ts";
import { deliveryLinesOf, type PriceableLine, subtotalOf } from "#server/pricing/totals.ts";
import { type PricingRules, quoteCheckout } from "./quote-checkout.ts";

/**
 * What these lines may come to with their delivery, at all places that are served: a script begins a payment before it
 * says where its order goes. Empty where delivery has no price anywhere.
 */
export function possibleTotals(lines: readonly PriceableLine[], rules: PricingRules): Set<Pence> {
  const { deliveryRule } = rules;
  const totals = ["United Kingdom", "elsewhere", ...(deliveryRule.served?.countries ?? [])]
    .flatMap((country) => [false, true].map((wantsExpress) => ({ country, wantsExpress })))
    .map((delivery) => quoteCheckout(lines, delivery, rules))
    .flatMap(({ unquoted, total }) => (unquoted ? [] : [total]));
  const collected = rules.collection ? [subtotalOf(lines)] : [];
  return new Set([...totals, ...totalsByTariff(lines, rules), ...collected]);
}

function totalsByTariff(lines: readonly PriceableLine[], { deliveryRule }: PricingRules): Pence[] {
  if (deliveryRule.kind !== "tariff") return [];
  const { served, tariff } = deliveryRule;
  const subtotal = subtotalOf(lines);
  return tariff.zones
    .filter(({ entries }) => !served || entries.some((entry) => isEntryServed(entry, served)))
    .map((zone) => quoteInZone(deliveryLinesOf(lines), tariff.columns, zone))
    .flatMap((quote) => (quote.kind === "quoted" ? [subtotal + quote.price] : []));
}
