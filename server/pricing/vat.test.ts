import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rateOrDefault, vatOf } from "./vat.ts";

describe("VAT until the owner says that prices include tax: price × quantity × rate", () => {
  it.each([
    [3000, 2000, 600],
    [3000, 500, 150],
    [999, 2000, 200],
    [1, 2000, 0],
    [3, 2000, 1],
    [0, 2000, 0],
    [2499, 0, 0],
  ])("on %i pence at %i basis points is %i", (gross, rate, vat) => {
    expect(vatOf(gross, rate, "as_specified")).toBe(vat);
  });
});

describe("VAT inside a gross price", () => {
  it.each([
    [3000, 2000, 500],
    [10_500, 500, 500],
    [999, 2000, 167],
    [0, 2000, 0],
    [2499, 0, 0],
  ])("of %i pence at %i basis points is %i", (gross, rate, vat) => {
    expect(vatOf(gross, rate, "fraction")).toBe(vat);
  });

  it("and the net amount give the gross, and never exceed it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (gross, rate) => {
          const vat = vatOf(gross, rate, "fraction");
          const net = gross - vat;
          expect(vat).toBeGreaterThanOrEqual(0);
          expect(vat).toBeLessThanOrEqual(vatOf(gross, rate, "as_specified"));
          expect(Math.abs(net + (net * rate) / 10_000 - gross)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe("the rate of a product", () => {
  it("is its own, even when that is zero", () => {
    expect(rateOrDefault(500)).toBe(500);
    expect(rateOrDefault(0)).toBe(0);
  });

  it("is the store's, else 20%, when it names none", () => {
    expect(rateOrDefault(null, 1750)).toBe(1750);
    expect(rateOrDefault(undefined)).toBe(2000);
  });
});
