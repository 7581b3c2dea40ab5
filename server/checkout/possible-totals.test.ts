import { describe, expect, it } from "vitest";
import type { DeliveryRule } from "#server/pricing/delivery.ts";
import { parseZone } from "#server/pricing/delivery-zones.ts";
import { type PricingRules, possibleTotals } from "./quote-checkout.ts";

const places = "United Kingdom";
const deliveryRule = {
  kind: "tariff",
  served: { countries: [places], northernIreland: true },
  tariff: {
    columns: [{ kind: "load", load: "parcel" }],
    zones: [{ name: "Mainland", places, entries: parseZone(places).entries, prices: [695] }],
  },
} satisfies DeliveryRule;
const rules: PricingRules = { deliveryRule, vatMode: "fraction", currency: "gbp", zeroRatesExports: false };
const pack = { grossGrams: 11_000, handling: "parcel" as const, footprint: null };
const lines = [{ unitPrice: 3000, quantity: 1, vatRate: 2000, pack }];

describe("what a script's order may come to", () => {
  it("is never the goods alone where every place pays for delivery", () => {
    expect([...possibleTotals(lines, rules)]).toEqual([3695]);
  });

  it("is none of a zone that is not served", () => {
    const france = { name: "France", places: "France", entries: parseZone("France").entries, prices: [1995] };
    const tariff = { ...deliveryRule.tariff, zones: [...deliveryRule.tariff.zones, france] };
    const totals = (served: DeliveryRule["served"]) => [
      ...possibleTotals(lines, { ...rules, deliveryRule: { ...deliveryRule, tariff, served } }),
    ];
    expect(totals(deliveryRule.served)).toEqual([3695]);
    expect(totals({ countries: [places, "France"], northernIreland: true }).sort()).toEqual([3695, 4995]);
  });

  it("may be the goods alone where they can be collected", () => {
    expect(possibleTotals(lines, { ...rules, collection: true })).toEqual(new Set([3695, 3000]));
  });
});
