import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DeliveryRule, expressPrice, quoteDelivery } from "./delivery.ts";
import { deliverySentence, freeShippingLine } from "./delivery-sentences.ts";
import { isInUnitedKingdom, locate } from "./delivery-zones.ts";

const asSpecified: DeliveryRule = { kind: "as_specified" };
const oneRule: DeliveryRule = {
  kind: "one_rule",
  enabled: true,
  freeFrom: 10_000,
  standard: 999,
  express: 1999,
  fallsWithValue: false,
};
const falling: DeliveryRule = { ...oneRule, fallsWithValue: true };

/** Goods of this value, of unknown weight. */
const goods = (lineTotal: number) => [{ quantity: 1, lineTotal }];

function costOf(subtotal: number, country: string, rule: DeliveryRule) {
  const quote = quoteDelivery(goods(subtotal), locate({ country }), rule);
  return quote.kind === "quoted" ? quote.options[0].price : quote.kind;
}

describe("the United Kingdom", () => {
  it.each([
    "United Kingdom",
    "UNITED KINGDOM",
    "The Kingdom",
    "UK",
    "U.K. (UK)",
    "GB",
    " gb ",
    "Great Britain",
    "England",
    "Scotland",
    "Wales",
    "Northern Ireland",
    "London, UK",
    "United Kingdom of Great Britain and Northern Ireland",
    "The United Kingdom of Great Britain",
    "Kingdom of Great Britain",
    "England, United Kingdom",
    ...[
      "U.K.",
      "u. k.",
      "GBR",
      "G.B.",
      "Gt. Britain",
      "Britain",
      "UnitedKingdom",
      "united-kingdom",
      "U\u200bK",
    ],
    ...[
      "N. Ireland",
      "N.I.",
      "Kernow",
      "Großbritannien",
      "Ireland, Northern",
      "Northern Ireland (UK)",
      "Cymru",
      "Scotland UK",
      "GB-NIR",
      "BFPO",
    ],
    ...["Isle of Wight", "I.O.W.", "Isles of Scilly", "Scilly", "Anglesey", "Ynys Môn", "Orkney", "Shetland"],
    ...["The Shetland Islands", "Outer Hebrides", "Isle of Skye", "Lundy", "Holy Island", "Isle of Sheppey"],
    ...["Royaume-Uni", "Vereinigtes Königreich", "英国", "Велика Британія"],
  ])("is meant by %j", (country) => {
    expect(isInUnitedKingdom(locate({ country }))).toBe(true);
  });

  it.each([
    ...["Ukraine", "UKRAINE", "Kyiv, Ukraine", "Ireland", "IE", "France", "US", "Gabon", "", "other"],
    ...["New South Wales", "new south wales, Australia", "NSW (New South Wales)", "New England, USA"],
    ...["Kingdom of Saudi Arabia", "KINGDOM OF SAUDI-ARABIA", "The Kingdom of the Netherlands"],
    ...["Kingdom of Norway", "Kingdom of Eswatini", "Kingdom of Swaziland", "Hashemite Kingdom of Jordan"],
    ...["Fukuoka, Japan", "Milwaukee, USA", "Milwaukee WI, United States", "Suketi - India"],
    ...[
      "Milwaukee",
      "Milwaukee, WI",
      "Wales, Alaska, USA",
      "New Britain",
      "UKR",
      "Україна",
      "British Columbia",
    ],
    ...[
      "Jersey (UK)",
      "Isle of Man, United Kingdom",
      "Gibraltar, UK",
      "Falkland Islands (UK)",
      "Channel Islands",
    ],
  ])("is not meant by %j", (country) => {
    expect(isInUnitedKingdom(locate({ country }))).toBe(false);
  });
});

describe("a postcode beside a country", () => {
  it.each([
    ["a country that nobody knows", "Blighty", "SY8 1AA", true],
    ["no country", "", "sy81aa", true],
    ["the other Ireland, in Belfast", "Ireland", "BT1 1AA", true],
    ["Nicaragua's code, in Belfast", "NI", "BT1 1AA", true],
    ["half of one", "Blighty", "SY8", false],
    ["the other Ireland, in Dublin", "Ireland", "D02 X285", false],
    ["Gibraltar", "United Kingdom", "GX11 1AA", false],
    ["Jersey", "United Kingdom", "JE2 3AB", false],
    ["Douglas", "UK", "im1 1aa", false],
    ["the Falklands", "United Kingdom", "FIQQ 1ZZ", false],
  ])("decides where %s is written", (_name, country, postcode, isHome) => {
    expect(isInUnitedKingdom(locate({ country, postcode }))).toBe(isHome);
  });
});

describe("delivery by the built-in rule", () => {
  it.each([
    [1, "United Kingdom", 1099],
    [4499, "United Kingdom", 1099],
    [4500, "United Kingdom", 0],
    [4501, "United Kingdom", 0],
    [0, "United Kingdom", 0],
    [1000, "GB", 1099],
    [1000, "France", 0],
    [1000, "Ukraine", 0],
    [1000, "U.K.", 1099],
    [1000, "Orkney", 1099],
    [1000, "Jersey", 0],
    [1000, "Milwaukee", 0],
  ])("of %i pence of goods to %s costs %i", (subtotal, country, cost) => {
    expect(costOf(subtotal, country, asSpecified)).toBe(cost);
  });
});

describe("delivery by the owner's saved rule", () => {
  it.each([
    [9999, "United Kingdom", 999],
    [10_000, "United Kingdom", 0],
    [1, "Ireland", 0],
    [0, "United Kingdom", 0],
  ])("of %i pence of goods to %s costs %i", (subtotal, country, cost) => {
    expect(costOf(subtotal, country, oneRule)).toBe(cost);
  });

  it("costs nothing while shipping is switched off", () => {
    expect(costOf(100, "United Kingdom", { ...oneRule, enabled: false })).toBe(0);
  });

  it.each([
    [1, 999],
    [5000, 500],
    [9000, 100],
    [9999, 0],
    [10_000, 0],
  ])("falls evenly with the value where the owner wants that: %i pence of goods, %i", (subtotal, cost) => {
    expect(costOf(subtotal, "United Kingdom", falling)).toBe(cost);
  });
});

describe("express delivery", () => {
  it.each<[string, DeliveryRule, number | null]>([
    ["by the owner's rule", oneRule, 1999],
    ["by the built-in rule", asSpecified, null],
    ["with shipping off", { ...oneRule, enabled: false }, null],
    ["without a price", { ...oneRule, express: 0 }, null],
    [
      "where the United Kingdom is not served",
      { ...oneRule, served: { countries: ["France"], northernIreland: true } },
      null,
    ],
  ])("%s costs %o", (_name, rule, price) => {
    expect(expressPrice(rule)).toBe(price);
  });

  it.each([
    ["United Kingdom", ["standard", "express"]],
    ["France", ["standard"]],
  ])("to %s is one of %o", (country, ids) => {
    const quote = quoteDelivery(goods(100), locate({ country }), oneRule);
    expect(quote.kind === "quoted" && quote.options.map(({ id }) => id)).toEqual(ids);
  });
});

it("nothing is sent by express, nor for anything", () => {
  expect(quoteDelivery([], locate({ country: "GB" }), oneRule)).toMatchObject({
    options: [{ id: "standard", price: 0 }],
  });
});

describe("the line about free shipping", () => {
  it.each<[string, DeliveryRule, string]>([
    ["of the built-in rule", asSpecified, "Free shipping on orders over £50"],
    ["saved by the owner", oneRule, "Free shipping on orders over £100"],
    ["with shipping off", { ...oneRule, enabled: false }, "Free shipping"],
  ])("states the rule %s", (_name, rule, line) => {
    expect(freeShippingLine(rule, "GBP")).toBe(line);
  });
});

describe("the sentence about delivery", () => {
  it.each<[string, DeliveryRule, string]>([
    ["of the built-in rule", asSpecified, "UK delivery £10.99, free from £45; final total before you pay."],
    ["saved by the owner", oneRule, "UK delivery £9.99, free from £100; final total before you pay."],
    ["with shipping off", { ...oneRule, enabled: false }, "Free UK delivery; final total before you pay."],
    ["free from nothing", { ...oneRule, freeFrom: 0 }, "Free UK delivery; final total before you pay."],
    ["at no cost", { ...oneRule, standard: 0 }, "Free UK delivery; final total before you pay."],
    [
      "falling with the value",
      falling,
      "UK delivery at most £9.99, less the more you buy, free from £100; final total before you pay.",
    ],
  ])("states the rule %s", (_name, rule, sentence) => {
    expect(deliverySentence(rule, "GBP")).toBe(sentence);
  });
});

describe("a further line", () => {
  const amounts = fc.integer({ min: 1, max: 20_000 });
  const total = (subtotal: number, rule: DeliveryRule) =>
    subtotal + Number(costOf(subtotal, "United Kingdom", rule));

  it("never lowers the total by value, where the charge is at most the value from which delivery is free", () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, amounts, (first, more, one, other) => {
        const rule = { ...falling, standard: Math.min(one, other), freeFrom: Math.max(one, other) };
        expect(total(first + more, rule)).toBeGreaterThanOrEqual(total(first, rule));
      }),
    );
  });

  it("never lowers it by a flat price either, but where delivery becomes free, by no more than that price", () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, amounts, (first, more, standard, freeFrom) => {
        const rule = { ...oneRule, standard, freeFrom };
        const becomesFree = first < freeFrom && first + more >= freeFrom;
        const least = total(first, rule) - (becomesFree ? standard : 0);
        expect(total(first + more, rule)).toBeGreaterThanOrEqual(least);
      }),
    );
  });

  it("never lowers it where delivery is free", () => {
    fc.assert(
      fc.property(amounts, amounts, (first, more) => {
        const rule = { ...oneRule, enabled: false };
        expect(total(first + more, rule)).toBeGreaterThan(total(first, rule));
      }),
    );
  });
});
