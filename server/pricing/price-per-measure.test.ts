import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Measure, measures, perMeasureText, pricePerMeasure } from "./price-per-measure.ts";

const pack = (unitPriceBasis: Measure | "none", netGrams: number | null, packMillilitres: number | null) => ({
  unitPriceBasis,
  netGrams,
  packMillilitres,
});

describe("the price per measure", () => {
  it.each([
    ["a kilogram", 899, pack("kg", 1000, null), 8.99, "£8.99 per kg"],
    ["five kilograms", 2499, pack("kg", 5000, null), 4.998, "£5.00 per kg"],
    ["twenty litres", 1195, pack("l", null, 20_000), 0.5975, "£0.598 per litre"],
    ["fifty litres", 2500, pack("l", null, 50_000), 0.5, "£0.50 per litre"],
    ["a cubic metre", 31_500, pack("m3", null, 1_000_000), 315, "£315.00 per m³"],
    ["a litre by the cubic metre", 315, pack("m3", null, 1000), 3150, "£3,150.00 per m³"],
    ["a tenth of a penny below a pound", 9996, pack("l", null, 100_000), 0.9996, "£1.00 per litre"],
  ])("of %s", (_, price, measured, amount, text) => {
    const told = pricePerMeasure(price, measured);
    expect(told).toEqual({ amount: expect.closeTo(amount, 9), per: measured.unitPriceBasis });
    expect(told && perMeasureText(told, "GBP")).toBe(text);
  });

  it("is in the shop's currency", () => {
    expect(perMeasureText({ amount: 4.5, per: "kg" }, "EUR")).toBe("€4.50 per kg");
    expect(perMeasureText({ amount: 0.4567, per: "l" }, "USD")).toBe("US$0.457 per litre");
  });

  it("is none where none is told, and where the fact that it needs is missing", () => {
    expect(pricePerMeasure(2499, pack("none", 5000, 20_000))).toBeNull();
    expect(pricePerMeasure(2499, pack("kg", null, 20_000))).toBeNull();
    expect(pricePerMeasure(2499, pack("l", 5000, null))).toBeNull();
    expect(pricePerMeasure(2499, pack("m3", 5000, null))).toBeNull();
  });

  const packs = fc.record({
    price: fc.integer({ min: 1, max: 99_999_999 }),
    content: fc.integer({ min: 1, max: 100_000_000 }),
    per: fc.constantFrom(...measures),
  });
  const parts = { kg: 1000, l: 1000, m3: 1_000_000 };

  it("times what is in the pack is the price, to within half a penny", () => {
    fc.assert(
      fc.property(packs, ({ price, content, per }) => {
        const told = pricePerMeasure(price, pack(per, content, content));
        const back = (told?.amount ?? 0) * (content / parts[per]) * 100;
        // A part in a thousand million for the arithmetic of this line.
        expect(Math.abs(back - price)).toBeLessThanOrEqual(0.5 + price * 1e-9);
      }),
    );
  });

  it("is printed to within half a penny, and half a tenth of one below a pound", () => {
    fc.assert(
      fc.property(packs, ({ price, content, per }) => {
        const told = pricePerMeasure(price, pack(per, content, content));
        const exact = price / 100 / (content / parts[per]);
        const printed = Number(told && perMeasureText(told, "GBP").replace(/[£,]|( per.*)/g, ""));
        const half = exact < 1 ? 0.0005 : 0.005;
        // The amount itself may be rounded where the pack is smaller than the measure.
        expect(Math.abs(printed - exact)).toBeLessThanOrEqual(
          half + 0.005 / (content / parts[per]) + exact * 1e-9,
        );
      }),
    );
  });
});
