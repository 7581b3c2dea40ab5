import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handlings, splitIntoLoads, weightOf } from "#server/pricing/loads.ts";
import { type EqualLoads, withoutSplit } from "./delivery-choice.ts";
import { equalLoadsOf, packingFacts } from "./packed-loads.ts";

/** Packs of so many grams, in parcels where they fit. */
const line = (productName: string, quantity: number, grossGrams: number | null, isBulkBag = false) => ({
  productName,
  quantity,
  pack: { grossGrams, handling: isBulkBag ? ("bulk_bag" as const) : ("parcel" as const), footprint: null },
});

function splitOf(lines: ReturnType<typeof line>[]): EqualLoads[] {
  return equalLoadsOf(splitIntoLoads(lines, { parcels: true }) ?? [], lines);
}

const wordsOf = (split: EqualLoads[]) =>
  packingFacts({ id: "standard", label: "Standard delivery", loads: "some", split })
    .slice(2)
    .map(({ label, value }) => `${label}: ${value}`);

describe("what the parcels and pallets of an order hold", () => {
  it("is told of each, by its number, weight and packs", () => {
    const lines = [line("Compost", 3, 11_000), line("Vinegar", 2, 1300), line("Bulk Biochar", 1, null, true)];
    expect(wordsOf(splitOf(lines))).toEqual([
      "Bulk bag: 1 × Bulk Biochar",
      "Parcel 1 of 2, 22 kg: 2 × Compost",
      "Parcel 2 of 2, 13.6 kg: 1 × Compost, 2 × Vinegar",
    ]);
  });

  it("is told once of many that are alike", () => {
    expect(wordsOf(splitOf([line("Compost", 5, 11_000)]))).toEqual([
      "Parcels 1 to 2 of 3, 22 kg each: each with 2 × Compost",
      "Parcel 3 of 3, 11 kg: 1 × Compost",
    ]);
  });

  it("adds up to the order, in units and weight, and no two have one label", () => {
    const lines = fc
      .array(
        fc.record({
          quantity: fc.integer({ min: 1, max: 60 }),
          grossGrams: fc.integer({ min: 1, max: 900_000 }),
          handling: fc.constantFrom(...handlings),
        }),
        { minLength: 1, maxLength: 6 },
      )
      .map((packs) =>
        packs.map(({ quantity, ...pack }, index) => ({
          ...{ productName: `Product ${index}`, quantity },
          pack: { ...pack, footprint: null },
        })),
      );
    fc.assert(
      fc.property(lines, fc.boolean(), (lines, parcels) => {
        const loads = splitIntoLoads(lines, { parcels });
        if (!loads) return;
        const equal = equalLoadsOf(loads, lines);
        for (const { productName, quantity } of lines) {
          const units = equal.map(({ count, packs }) => {
            const contents = packs.filter((pack) => pack.productName === productName);
            return contents.reduce((sum, pack) => sum + pack.quantity, 0) * count;
          });
          expect(units.reduce((sum, contents) => sum + contents, 0)).toBe(quantity);
        }
        expect(equal.reduce((sum, { count, grams }) => sum + count * (grams ?? 0), 0)).toBe(weightOf(lines));
        const labels = packingFacts({ id: "standard", label: "", split: equal }).map(({ label }) => label);
        expect(new Set(labels).size).toBe(labels.length);
      }),
    );
  });

  it("is left out for the buyer, and missing in orders of before", () => {
    const before = { id: "standard", label: "Standard delivery", price: 695, loads: "1 parcel" };
    expect(packingFacts(before).at(-1)).toEqual({ label: "Goes out in", value: "1 parcel" });
    expect(withoutSplit({ ...before, split: splitOf([line("Compost", 1, 11_000)]) })).toEqual(before);
  });
});
