import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carbonOf, type KnownBatch } from "./carbon-method.ts";

const analysis = { organicCarbon: 8_000, water: 2_000, hydrogenToCarbon: 350 };
const batch: KnownBatch = { kilnCelsius: 550, transportGramsPerKilogram: 40, analysis };

describe("what a batch stores", () => {
  it("is its dry organic carbon as CO2, as far as it stays, less stated transport", () => {
    // 10 kg × 80% dry × 80% carbon × 0.80 × 44/12 = 18.773… kg; 40 g/kg of transport are 0.4 kg.
    expect(carbonOf(10_000, batch)).toEqual({
      permanencePercent: 80,
      gramsBound: 18_773,
      gramsOfTransport: 400,
      gramsStored: 18_373,
    });
  });

  it.each([
    [350, 65],
    [450, 65],
    [451, 80],
    [600, 80],
    [601, 89],
  ])("counts the share of a kiln of %i °C, the lower one on a border", (kilnCelsius, permanencePercent) => {
    expect(carbonOf(1_000, { ...batch, kilnCelsius })).toMatchObject({ permanencePercent });
  });

  it("subtracts nothing where no transport is stated, and may be less than nothing where it is much", () => {
    expect(carbonOf(1_000, { ...batch, transportGramsPerKilogram: null })).toMatchObject({
      ...{ gramsOfTransport: 0, gramsStored: 1_877 },
    });
    expect(carbonOf(1_000, { ...batch, transportGramsPerKilogram: 5_000 })).toMatchObject({
      gramsStored: 1_877 - 5_000,
    });
  });

  it.each([
    ["no analysis", { analysis: null }, "No laboratory"],
    ["no water", { analysis: { ...analysis, water: null } }, "water"],
    ["too much hydrogen", { analysis: { ...analysis, hydrogenToCarbon: 701 } }, "H/Corg"],
    ["a cool kiln", { kilnCelsius: 349 }, "350"],
  ])("is not measured with %s", (_, known, words) => {
    const found = carbonOf(1_000, { ...batch, ...known });
    expect("notMeasured" in found && found.notMeasured).toContain(words);
  });

  it("never adds up to more in parts than as a whole, nor to more than pure carbon", () => {
    const grams = fc.integer({ min: 1, max: 1_000_000_000 });
    const share = fc.integer({ min: 1, max: 9_999 });
    fc.assert(
      fc.property(grams, grams, share, share, (one, other, organicCarbon, water) => {
        const known = { ...batch, analysis: { ...analysis, organicCarbon, water } };
        const [a, b, both] = [one, other, one + other].map((each) => {
          const found = carbonOf(each, known);
          return "gramsStored" in found ? found.gramsStored : Number.NaN;
        });
        expect((a ?? 0) + (b ?? 0)).toBeLessThanOrEqual(both ?? 0);
        expect(both).toBeLessThanOrEqual(((one + other) * 44) / 12);
      }),
    );
  });
});
