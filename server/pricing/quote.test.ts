import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeliveryRule } from "./delivery.ts";
import { parseZone } from "./delivery-zones.ts";
import { type PricingRules, possibleTotals, quote } from "./quote.ts";
import { itemCountOf, lineTotal, type PriceableLine, subtotalOf, type Totals } from "./totals.ts";

const rules: PricingRules = {
  deliveryRule: { kind: "as_specified" },
  vatMode: "as_specified",
  currency: "gbp",
  zeroRatesExports: false,
};
const uk = { country: "United Kingdom" };
const places = "United Kingdom";
const pack = { grossGrams: 11_000, handling: "parcel" as const, footprint: null };
/** £30.00 at 20%. */
const lines = [{ unitPrice: 3000, quantity: 1, vatRate: 2000, pack }];
/** With an owner's saved rule, which has express delivery. */
const saved: PricingRules = {
  ...rules,
  deliveryRule: {
    ...{ kind: "one_rule", enabled: true, freeFrom: 4500, standard: 500, express: 1999 },
    fallsWithValue: false,
  },
};

describe("totals", () => {
  it("of an empty cart are zero, delivery included", () => {
    expect(quote([], uk, rules)).toMatchObject({ subtotal: 0, vat: 0, vatDue: 0, shipping: 0, total: 0 });
  });

  it.each<[string, PriceableLine[], Partial<Totals>]>([
    [
      "£30.00 at 20%: VAT shown £6.00, due £5.00",
      [{ unitPrice: 3000, quantity: 1, vatRate: 2000 }],
      { subtotal: 3000, vat: 600, vatDue: 500, shipping: 1099, total: 4099 },
    ],
    [
      "£44.99 pays delivery",
      [{ unitPrice: 4499, quantity: 1, vatRate: 2000 }],
      { subtotal: 4499, shipping: 1099, total: 5598 },
    ],
    ["£45.00 does not", [{ unitPrice: 4500, quantity: 1, vatRate: 2000 }], { shipping: 0, total: 4500 }],
    [
      "two rates are worked out line by line",
      [
        { unitPrice: 2499, quantity: 2, vatRate: 2000 },
        { unitPrice: 3250, quantity: 1, vatRate: 500 },
      ],
      { subtotal: 8248, vat: 1163, vatDue: 988, shipping: 0, total: 8248 },
    ],
    [
      "delivery goes by the price of all units",
      [{ unitPrice: 3000, quantity: 2, vatRate: 2000 }],
      { subtotal: 6000, shipping: 0, total: 6000 },
    ],
    [
      "99 of one product",
      [{ unitPrice: 34_500, quantity: 99, vatRate: 2000 }],
      { subtotal: 3_415_500, vat: 683_100, total: 3_415_500 },
    ],
  ])("%s", (_name, lines, expected) => {
    expect(quote(lines, uk, rules)).toMatchObject(expected);
  });

  it("charge express delivery where the shopper chose it, and the standard one otherwise", () => {
    expect(quote(lines, uk, saved)).toMatchObject({ shipping: 500, total: 3500 });
    const express = { express: true, chosen: { id: "express" }, shipping: 1999, total: 4999 };
    expect(quote(lines, { ...uk, wantsExpress: true }, saved)).toMatchObject(express);
    expect(quote(lines, { country: "France", wantsExpress: true }, saved)).toMatchObject({ shipping: 0 });
  });

  it("charge nothing for what is collected, which is no export, and still say what bringing it costs", () => {
    const zeroRated = { ...rules, zeroRatesExports: true };
    const asked = { country: "France", collected: {} };
    const collected = quote(lines, asked, { ...zeroRated, collection: true });
    expect(collected).toMatchObject({ isCollected: true, isExport: false, vatDue: 500, shipping: 0 });
    const fromHome = { ...uk, collected: {} };
    expect(quote(lines, fromHome, { ...rules, collection: true })).toMatchObject({
      total: 3000,
      chosen: undefined,
      bringing: { options: [{ price: 1099 }] },
    });
    // Where it is not offered, it is brought.
    expect(quote(lines, asked, zeroRated)).toMatchObject({ isCollected: false, isExport: true, vatDue: 0 });
    expect(quote(lines, fromHome, rules)).toMatchObject({ total: 4099 });
  });

  it("bring what nobody collects, also where that is offered", () => {
    const offered = { ...rules, collection: true };
    expect(quote(lines, uk, offered)).toMatchObject({ isCollected: false, total: 4099 });
  });

  it("are at 0% for what goes abroad where the owner says so, and for nothing else", () => {
    const zeroRated = { ...rules, zeroRatesExports: true };
    const abroad = { country: "France" };
    expect(quote(lines, abroad, zeroRated)).toMatchObject({ isExport: true, vatDue: 0, total: 3000 });
    expect(quote(lines, uk, zeroRated)).toMatchObject({ isExport: false, vatDue: 500 });
    expect(quote(lines, abroad, rules)).toMatchObject({ isExport: false, vatDue: 500 });
  });

  it("show the VAT fraction once prices are said to include tax, and charge the same", () => {
    const { total } = quote(lines, uk, rules);
    const fraction: PricingRules = { ...rules, vatMode: "fraction" };
    expect(quote(lines, uk, fraction)).toMatchObject({ vat: 500, vatDue: 500, total });
  });

  it("sum to the penny, whatever the lines, the country and the mode", () => {
    const anyLine = fc.record({
      unitPrice: fc.integer({ min: 1, max: 10_000_000 }),
      quantity: fc.integer({ min: 1, max: 99 }),
      vatRate: fc.constantFrom(0, 500, 2000),
    });
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 40 }),
        fc.constantFrom("United Kingdom", "GB", "Ukraine", "France"),
        fc.constantFrom("as_specified" as const, "fraction" as const),
        (lines, country, vatMode) => {
          const { subtotal, vat, vatDue, shipping, total } = quote(lines, { country }, { ...rules, vatMode });
          const totals = { subtotal, vat, vatDue, shipping, total };
          expect(totals.subtotal).toBe(lines.reduce((sum, line) => sum + lineTotal(line), 0));
          expect(totals.total).toBe(totals.subtotal + totals.shipping);
          expect(Object.values(totals).every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(
            true,
          );
          expect(totals.vatDue).toBeLessThanOrEqual(totals.subtotal);
          expect(quote([...lines].reverse(), { country }, { ...rules, vatMode })).toMatchObject(totals);
        },
      ),
    );
  });
});

describe("a cart's count", () => {
  it("is the sum of quantities", () => {
    const lines = [
      { unitPrice: 100, quantity: 2, vatRate: 0 },
      { unitPrice: 50, quantity: 14, vatRate: 0 },
    ];
    expect(itemCountOf(lines)).toBe(16);
    expect(subtotalOf(lines)).toBe(900);
  });
});

const deliveryRule = {
  kind: "tariff",
  served: { countries: [places], northernIreland: true },
  tariff: {
    columns: [{ kind: "load", load: "parcel" }],
    zones: [{ name: "Mainland", places, entries: parseZone(places).entries, prices: [695] }],
  },
} satisfies DeliveryRule;

describe("a table of rates", () => {
  const byTable = { ...rules, deliveryRule };

  it("weighs all units of a line", () => {
    const three = lines.map((line) => ({ ...line, quantity: 3 }));
    expect(quote(three, uk, byTable)).toMatchObject({ shipping: 2 * 695, total: 3 * 3000 + 2 * 695 });
  });

  it("keeps nothing from being collected that it has no price for", () => {
    const abroad = { country: "Germany" };
    expect(quote(lines, abroad, byTable).unquoted).toMatchObject({ kind: "not_served" });
    const collecting = { ...byTable, collection: true };
    expect(quote(lines, { ...abroad, collected: {} }, collecting).unquoted).toBeUndefined();
  });
});

describe("what a script's order may come to", () => {
  it("is never the goods alone where every place pays for delivery", () => {
    expect([...possibleTotals(lines, { ...rules, deliveryRule })]).toEqual([3695]);
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

  it("is what each zone of postcodes costs that is served in part and has a price for the goods", () => {
    const zone = (text: string, price: number | null) => ({
      ...{ name: text, places: text, entries: parseZone(text).entries, prices: [price] },
    });
    const zones = [zone("IV, BT", 1495), zone("JE", 2495), zone("ZE", null)];
    const tariff = { ...deliveryRule.tariff, zones };
    const totals = (rule: DeliveryRule) => [...possibleTotals(lines, { ...rules, deliveryRule: rule })];
    const served = { countries: [places], northernIreland: false };
    expect(totals({ kind: "tariff", tariff, served })).toEqual([4495]);
    expect(totals({ kind: "tariff", tariff })).toEqual([4495, 5495]);
  });

  it("is with the delivery that only the United Kingdom pays, or without, where there is no tariff", () => {
    expect([...possibleTotals(lines, rules)]).toEqual([4099, 3000]);
  });

  it("is with express delivery, too, where the shop offers it", () => {
    expect([...possibleTotals(lines, saved)]).toEqual([3500, 4999, 3000]);
  });

  it("is what it costs to bring it to the one country that is served", () => {
    const served = { countries: ["France"], northernIreland: true };
    expect([...possibleTotals(lines, { ...rules, deliveryRule: { kind: "as_specified", served } })]).toEqual([
      3000,
    ]);
  });

  it("may be the goods alone where they can be collected", () => {
    expect(possibleTotals(lines, { ...rules, deliveryRule, collection: true })).toEqual(
      new Set([3695, 3000]),
    );
  });
});
