import { describe, expect, it } from "vitest";
import type { DeliveryRule } from "./delivery.ts";
import { deliveryRates, isAgreedAbroad } from "./delivery-sentences.ts";

const saved = {
  kind: "one_rule",
  enabled: true,
  freeFrom: 10_000,
  standard: 999,
  express: 0,
  fallsWithValue: false,
} as const;

const cases: [name: string, rule: DeliveryRule, uk: string[]][] = [
  ["the built-in rule", { kind: "as_specified" }, ["under £45.00: £10.99", "£45.00 or more: Free"]],
  ["a saved rule", saved, ["under £100.00: £9.99", "£100.00 or more: Free"]],
  [
    "a charge that falls with the value",
    { ...saved, fallsWithValue: true },
    ["under £100.00: from £9.99, less the more you buy", "£100.00 or more: Free"],
  ],
  ["delivery that is switched off", { ...saved, enabled: false }, ["any value: Free"]],
  [
    "express beside it",
    { ...saved, express: 1999 },
    ["under £100.00: £9.99", "£100.00 or more: Free", "any value: £19.99"],
  ],
];

it.each(cases)("%s, and other countries as the checkout charges them", (_, rule, uk) => {
  const rates = deliveryRates(rule, "GBP").map(({ order, cost }) => `${order}: ${cost}`);
  expect(rates).toEqual([...uk, "any value: Free"]);
});

describe("what the checkout says of other countries", () => {
  const places = (countries: string[]) => ({ countries, northernIreland: true });

  it.each([
    [{ kind: "as_specified" }, true],
    [{ kind: "one_rule", served: places([]) }, true],
    [{ kind: "one_rule", served: places(["United Kingdom", "Ireland"]) }, true],
    [{ kind: "one_rule", served: places(["United Kingdom"]) }, false],
    [{ kind: "tariff", served: places([]) }, false],
  ] as const)("%j: delivery there is agreed afterwards: %s", (rule, expected) => {
    expect(isAgreedAbroad(rule)).toBe(expected);
  });
});
