import { describe, expect, it } from "vitest";
import { decimalOf, decimalsOf, formatProviderMoney, unitsOf } from "./provider-facts.ts";
import { paymentPageOf } from "./provider-list.ts";

describe("an amount in another currency", () => {
  it.each([
    ["stripe", "gbp", 2],
    ["stripe", "jpy", 0],
    ["stripe", "huf", 2],
    ["stripe", "krw", 0],
    ["stripe", "kwd", 3],
    ["paypal", "eur", 2],
    ["paypal", "jpy", 0],
    ["paypal", "huf", 0],
    ["paypal", "twd", 0],
    ["paypal", "tnd", 3],
  ] as const)("at %s in %s has %i decimals", (provider, currency, decimals) => {
    expect(decimalsOf(provider, currency)).toBe(decimals);
  });

  it.each([
    ["12.34", 2, 1234],
    ["0.05", 2, 5],
    [".5", 2, 50],
    ["19.99", 2, 1999],
    ["-20.00", 2, -2000],
    ["1000", 0, 1000],
    ["1000.00", 0, 1000],
    ["1.234", 3, 1234],
  ])("%s with %i decimals is %i of the smallest unit", (text, decimals, units) => {
    expect(unitsOf(text, decimals)).toBe(units);
  });

  it.each([
    ["10.5", 0],
    ["1.234", 2],
    ["", 2],
    [".", 2],
    ["1,000", 2],
    ["1e3", 0],
  ])("%s with %i decimals is none", (text, decimals) => {
    expect(unitsOf(text, decimals)).toBeUndefined();
  });

  it("is written with as many decimals as it has, for providers and for people", () => {
    expect([decimalOf(5, 2), decimalOf(1000, 0), decimalOf(-1234, 3)]).toEqual(["0.05", "1000", "-1.234"]);
    expect(formatProviderMoney(1234, { provider: "stripe", currency: "gbp" })).toBe("£12.34");
    expect(formatProviderMoney(1234, { provider: "paypal", currency: "eur" })).toBe("€12.34");
    expect(formatProviderMoney(1000, { provider: "paypal", currency: "jpy" })).toBe("1000 JPY");
    expect(formatProviderMoney(1000, { provider: "stripe", currency: "huf" })).toBe("10.00 HUF");
    expect(formatProviderMoney(1000, { provider: "paypal", currency: "huf" })).toBe("1000 HUF");
  });
});

/* Where staff look at a payment: in the dashboard of its provider, where there is a real one. */

it.each([
  ["stripe", { STRIPE_SECRET_KEY: "sk_live_1" }, "https://dashboard.stripe.com/payments/P1"],
  ["stripe", { STRIPE_SECRET_KEY: "sk_test_1" }, "https://dashboard.stripe.com/test/payments/P1"],
  ["stripe", {}, null],
  ["paypal", { PAYPAL_CLIENT_ID: "id" }, "https://www.paypal.com/activity/payment/P1"],
  [
    "paypal",
    { PAYPAL_CLIENT_ID: "id", PAYPAL_ENVIRONMENT: "sandbox" },
    "https://www.sandbox.paypal.com/activity/payment/P1",
  ],
  ["paypal", { STRIPE_SECRET_KEY: "sk_live_1" }, null],
] as const)("of %s with %j it is %s", (provider, environment, page) => {
  expect(paymentPageOf(provider, "P1", environment)).toBe(page);
});
