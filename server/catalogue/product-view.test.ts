import { describe, expect, it } from "vitest";
import type { DeliveryRule } from "#server/pricing/delivery.ts";
import { tariffIn } from "#server/pricing/tariff-text.ts";
import { structuredDelivery } from "./product-view.ts";

const bag = {
  currentPrice: 1450,
  pack: { grossGrams: 11_000, handling: "parcel", footprint: null },
} as const;
const oneRule = {
  kind: "one_rule",
  enabled: true,
  freeFrom: 10_000,
  standard: 999,
  express: 0,
  fallsWithValue: false,
} as const;
const tariff = tariffIn(
  [
    "zone;places;parcel;half pallet",
    "Mainland;United Kingdom;6.95;59",
    "Highlands and Bristol;IV, B, KW1-14, KW16;12.95;95",
    "Northern Ireland;BT;14.95;",
    "Islands;JE;;",
  ].join("\n"),
);
const servedIn = (countries: string[], northernIreland = true) => ({
  served: { countries, northernIreland },
});

/** "GB: 6.95", a line for each place. */
function linesOf(rule: DeliveryRule, product: Parameters<typeof structuredDelivery>[0] = bag) {
  return structuredDelivery(product, rule, "GBP")?.map((details) => {
    const { shippingRate, shippingDestination, doesNotShip } = details as {
      shippingRate?: { value: string; currency: string };
      shippingDestination: Record<string, unknown>;
      doesNotShip?: true;
    };
    const { addressCountry, postalCodePrefix = [], postalCodeRange = [] } = shippingDestination;
    const ranges = (postalCodeRange as { postalCodeBegin: string; postalCodeEnd: string }[]).map(
      (range) => `${range.postalCodeBegin}-${range.postalCodeEnd}`,
    );
    const where = [addressCountry, ...(postalCodePrefix as string[]), ...ranges].join(" ");
    return `${where}: ${doesNotShip ? "no" : `${shippingRate?.value} ${shippingRate?.currency}`}`;
  });
}

describe("what search engines are told of delivery", () => {
  it("is nothing by the built-in rule", () => {
    expect(linesOf({ kind: "as_specified" })).toBeUndefined();
    expect(linesOf({ kind: "as_specified", ...servedIn(["United Kingdom"]) })).toBeUndefined();
  });

  it("is in schema.org's words", () => {
    expect(structuredDelivery(bag, oneRule, "EUR")).toEqual([
      {
        "@type": "OfferShippingDetails",
        shippingRate: { "@type": "MonetaryAmount", value: "9.99", currency: "EUR" },
        shippingDestination: { "@type": "DefinedRegion", addressCountry: "GB" },
      },
    ]);
  });

  it("is the price for one of the product, with express beside it", () => {
    expect(linesOf({ ...oneRule, express: 1999 })).toEqual(["GB: 9.99 GBP", "GB: 19.99 GBP"]);
    expect(linesOf({ ...oneRule, fallsWithValue: true })).toEqual(["GB: 8.54 GBP"]);
    expect(linesOf(oneRule, { ...bag, currentPrice: 10_000 })).toEqual(["GB: 0.00 GBP"]);
  });

  it("names the countries that the owner named, and what is left out of them", () => {
    expect(linesOf({ ...oneRule, ...servedIn(["United Kingdom", "Ireland"]) })).toEqual([
      "GB: 9.99 GBP",
      "IE: 0.00 GBP",
    ]);
    expect(linesOf({ ...oneRule, ...servedIn(["United Kingdom"], false) })).toEqual([
      "GB: 9.99 GBP",
      "GB BT: no",
    ]);
    expect(linesOf({ ...oneRule, ...servedIn(["Ireland"]) })).toEqual(["IE: 0.00 GBP"]);
  });

  it("goes through the zones of a table, whose places are beginnings and ranges of postcodes", () => {
    const digits = [..."0123456789"].map((digit) => `B${digit}`).join(" ");
    expect(linesOf({ kind: "tariff", tariff })).toEqual([
      "GB: 6.95 GBP",
      `GB IV ${digits}: 12.95 GBP`,
      "GB KW1-KW14 KW16-KW16: 12.95 GBP",
      "GB BT: 14.95 GBP",
      "JE JE: no",
    ]);
  });

  it("leaves out zones that are not served, and says where a product must be asked about", () => {
    const rule = { kind: "tariff", tariff, ...servedIn(["United Kingdom"], false) } as const;
    expect(linesOf(rule)?.at(-1)).toBe("GB BT: no");
    expect(linesOf(rule)).toHaveLength(4);
    const unweighed = { ...bag, pack: { ...bag.pack, grossGrams: null } };
    expect(linesOf(rule, unweighed)?.every((line) => line.endsWith(": no"))).toBe(true);
  });
});
