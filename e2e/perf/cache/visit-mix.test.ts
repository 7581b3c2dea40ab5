import { expect, it } from "vitest";
import { hourShares, pageRequestsOf, pageWeights, shareOfCache, visitShares } from "./visit-mix.ts";

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const all = new Map(Object.keys(pageWeights).map((page) => [page, 10]));

it("has shares that make a whole", () => {
  for (const shares of [Object.values(visitShares), hourShares]) expect(sum(shares)).toBeCloseTo(1);
  expect(sum(Object.values(pageWeights))).toBe(100);
});

it("leaves everything to the shop when nothing is kept", () => {
  expect(shareOfCache(1_000_000, new Map())).toEqual({ requests: 0, visits: 0 });
});

it("answers nearly every page without a cookie when a page is asked for many times while it is kept", () => {
  const { anonymous, withCart } = pageRequestsOf(1);
  const { requests, visits } = shareOfCache(1_000_000_000, all);
  expect(requests).toBeCloseTo(anonymous / (anonymous + withCart), 3);
  expect(visits).toBeCloseTo(visitShares.looksAtOnePage + visitShares.browses, 2);
});

it("answers hardly anything where visits are rarer than the time a page is kept", () => {
  expect(shareOfCache(1000, all).requests).toBeLessThan(0.1);
});
