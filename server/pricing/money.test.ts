import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  apportion,
  codeOf,
  currencyName,
  currencySign,
  divideRounded,
  formatMoney,
  formatMoneyShort,
  inPounds,
  isCurrencyCode,
  knownCurrency,
  parsePounds,
  penceToDecimal,
  penceToPounds,
} from "./money.ts";
import { penceTyped } from "./typed-money.ts";

describe("pounds on screen", () => {
  it.each([
    [0, "£0.00"],
    [5, "£0.05"],
    [1999, "£19.99"],
    [-250, "-£2.50"],
  ])("%i pence read %s", (pence, text) => {
    expect(formatMoney(pence, "GBP")).toBe(text);
  });
});

describe("an amount that is shared out", () => {
  it.each([
    ["by weight", 100, [1, 3], [25, 75]],
    ["with its odd penny where most was cut off", 10, [1, 2], [3, 7]],
    ["with each odd penny once", 10, [1, 1, 1], [4, 3, 3]],
    ["of nothing", 0, [1, 2], [0, 0]],
    ["of less than nothing", -5, [1, 2], [0, 0]],
    ["over nothing", 5, [0, 0], [0, 0]],
  ])("%s", (_name, amount, weights, shares) => {
    expect(apportion(amount, weights)).toEqual(shares);
  });
});

describe("foreign money in pounds", () => {
  it.each([
    [1000, 854_300, 854],
    [1001, 500_000, 501],
    [-1001, 500_000, -501],
    [1000, 1_200_000, 1200],
  ])("%i at a rate of %i millionths is %i pence", (amount, rate, pence) => {
    expect(inPounds(amount, { rate })).toBe(pence);
  });
});

describe("the currencies of the shop", () => {
  it.each([
    ["GBP", "£1,234.50", "£1,234.50", "£", "pounds"],
    ["EUR", "€1,234.50", "€1,234.50", "€", "euros"],
    ["USD", "US$1,234.50", "US$1,234.50", "US$", "dollars"],
  ] as const)(
    "%s stands before the number, and no other sign with it",
    (currency, text, short, sign, name) => {
      expect(formatMoney(123_450, currency)).toBe(text);
      expect(formatMoney(123_450, codeOf(currency))).toBe(text);
      expect(formatMoneyShort(123_450, currency)).toBe(short);
      expect(formatMoneyShort(4500, currency)).toBe(`${sign}45`);
      expect(currencySign(currency)).toBe(sign);
      expect(currencyName(currency)).toBe(name);
      expect(penceTyped(`${sign}1,250.50`)).toBe(125_050);
    },
  );

  it("are known by their codes, and no other is", () => {
    expect(isCurrencyCode("eur")).toBe(true);
    expect(isCurrencyCode("EUR")).toBe(false);
    expect(() => knownCurrency("jpy")).toThrow("does not trade in jpy");
  });
});

describe("pounds as a decimal", () => {
  it.each([
    [0, "0.00"],
    [7, "0.07"],
    [1999, "19.99"],
    [123_450, "1234.50"],
    [-5, "-0.05"],
  ])("%i pence are %s", (pence, text) => {
    expect(penceToDecimal(pence)).toBe(text);
  });

  it("print as they are read, whatever the amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (pence) => {
        expect(parsePounds(penceToDecimal(pence))).toBe(pence);
        expect(parsePounds(penceToPounds(pence))).toBe(pence);
        expect(JSON.stringify(penceToPounds(pence))).not.toMatch(/e|\.\d{3}/);
      }),
    );
  });
});

describe("reading pounds", () => {
  it.each([
    ["19.99", 1999],
    [19.99, 1999],
    [" 5 ", 500],
    ["0.1", 10],
    [1.1, 110],
    ["-3.5", -350],
    ["-0", 0],
  ])("%j is an amount", (text, pence) => {
    expect(parsePounds(text)).toBe(pence);
  });

  it.each([
    "",
    "abc",
    "1.234",
    "1,50",
    "£5",
    "1e3",
    ".5",
    "5.",
    "--1",
    "Infinity",
    Number.NaN,
    1e21,
    0.1 + 0.2,
  ])("%j is none", (text) => {
    expect(parsePounds(text)).toBeUndefined();
  });
});

describe("rounding", () => {
  it.each([
    [1, 2, 1],
    [-1, 2, -1],
    [1, 3, 0],
    [2, 3, 1],
    [5, 10, 1],
    [4, 10, 0],
    [0, 7, 0],
  ])("%i / %i is %i, half away from zero", (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected);
  });
});
