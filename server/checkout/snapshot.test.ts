import { describe, expect, it } from "vitest";
import type { DeliveryRule } from "#server/pricing/delivery.ts";
import { parseZone } from "#server/pricing/delivery-zones.ts";
import { type DeliveryRequest, type PricingRules, quote } from "#server/pricing/quote.ts";
import type { PricedLine } from "#server/pricing/totals.ts";
import { filledForm } from "#server/testing/checkouts.ts";
import { detailsOf } from "./checkout-details.ts";
import { deliveryOf, snapshotOf } from "./snapshot.ts";

const bag: PricedLine = {
  ...{ productId: 1, productName: "Bag", quantity: 1, unitPrice: 3000, vatRate: 2000 },
  pack: { grossGrams: 11_000, handling: "parcel", footprint: null },
};
const rules: PricingRules = {
  deliveryRule: { kind: "as_specified" },
  vatMode: "as_specified",
  currency: "gbp",
  zeroRatesExports: true,
};
const flat: DeliveryRule = {
  ...{ kind: "one_rule", enabled: true, freeFrom: 4500, standard: 500, express: 1999, fallsWithValue: false },
};
const table: DeliveryRule = {
  kind: "tariff",
  tariff: {
    columns: [{ kind: "load", load: "parcel" }],
    zones: [{ name: "Home", places: "UK", entries: parseZone("United Kingdom").entries, prices: [695] }],
  },
};
const home = { country: "United Kingdom" };

function frozen(
  delivery: DeliveryRequest,
  changed: Partial<PricingRules> = {},
  tradeList: string | null = null,
) {
  const own = { ...rules, ...changed };
  return snapshotOf(quote([bag], delivery, own), { delivery, rules: own, tradeList });
}

describe("what is frozen of a quote", () => {
  it("is its lines, without what a carrier asks, and its totals alone by the built-in rule at home", () => {
    const { pack: _, ...line } = bag;
    expect(frozen(home)).toEqual({
      lines: [line],
      ...{ subtotal: 3000, vat: 600, vatDue: 500, shipping: 1099, total: 4099 },
    });
  });

  it("is the way of delivery that was chosen, where the shop has saved its rates", () => {
    expect(frozen(home, { deliveryRule: flat }).delivery).toMatchObject({
      ...{ id: "standard", price: 500, loads: "1 parcel" },
    });
    const express = frozen({ ...home, wantsExpress: true }, { deliveryRule: flat });
    expect(express).toMatchObject({ express: true, delivery: { id: "express", price: 1999 } });
    expect(frozen(home, { deliveryRule: table })).toMatchObject({
      ...{ isRatedByTable: true, delivery: { id: "standard", price: 695 } },
    });
  });

  it("is its collection with its time, by any rule", () => {
    const slot = "2030-01-07T10:00:00.000Z";
    const offered = { collection: true };
    expect(frozen({ ...home, collected: { slot } }, offered).delivery).toMatchObject({
      id: "collection",
      slot,
    });
    expect(frozen({ ...home, collected: {} }, offered).delivery).not.toHaveProperty("slot");
  });

  it("is that it is an export, whose list it was priced by, and its currency, where these are not the usual", () => {
    expect(frozen({ country: "France" })).toMatchObject({ isExport: true, vatDue: 0 });
    expect(frozen(home, {}, "growers")).toMatchObject({ tradeList: "growers" });
    expect(frozen(home, { currency: "eur" })).toMatchObject({ currency: "eur" });
  });

  it("is nothing where delivery has no price: beside the postcode, unless only staff can help", () => {
    const served = { countries: ["United Kingdom"], northernIreland: true };
    const refusal = (act: () => unknown) => {
      try {
        return act();
      } catch (error) {
        return error;
      }
    };
    const unserved = refusal(() => frozen({ country: "France" }, { deliveryRule: { ...flat, served } }));
    expect(unserved).toMatchObject({ code: "validation_failed", fields: { postcode: [expect.any(String)] } });
    const unrated = refusal(() => frozen({ country: "France" }, { deliveryRule: table }));
    expect(unrated).toMatchObject({ code: "conflict" });
    expect(unrated).not.toHaveProperty("fields.postcode");
  });
});

describe("the delivery that a form asks for", () => {
  const asked = (changes: Parameters<typeof filledForm>[0]) => deliveryOf(detailsOf(filledForm(changes)));

  it("is express where that was ticked, and collected where that was chosen", () => {
    expect(asked({})).toEqual({ ...home, postcode: "SY8 1AA", wantsExpress: false });
    expect(asked({ expressDelivery: true })).toMatchObject({ wantsExpress: true });
    const collecting = {
      ...detailsOf(filledForm()),
      delivery: { option: "collection", slot: "then" },
    } as const;
    expect(deliveryOf(collecting)).toMatchObject({ collected: { slot: "then" } });
  });
});
