import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BatchInStore, chooseBatches, type UnitsToAllocate } from "./choose-batches.ts";

const units: UnitsToAllocate = {
  lineId: 1,
  productId: 1,
  productName: "Char",
  quantity: 3,
  grams: 15_000,
};

function batch(code: string, gramsLeft: number, status: BatchInStore["status"] = "open"): BatchInStore {
  return { id: code.charCodeAt(0), code, productId: 1, status, gramsLeft };
}

/** "A 2, B 1", or the refusal. */
function chosen(batches: BatchInStore[], more: Partial<UnitsToAllocate> = {}): string {
  const choice = chooseBatches({ ...units, ...more }, batches);
  if ("error" in choice) return choice.error;
  return choice.allocated.map(({ code, quantity }) => `${code} ${quantity}`).join(", ");
}

describe("a line gets its batch", () => {
  it.each([
    ["the oldest one that has enough", [batch("A", 20_000), batch("B", 90_000)], {}, "A 3"],
    ["the next one where the oldest has too little", [batch("A", 5_000), batch("B", 90_000)], {}, "B 3"],
    ["two where no single one has enough", [batch("A", 10_000), batch("B", 12_000)], {}, "A 2, B 1"],
    ["the chosen one", [batch("A", 90_000), batch("B", 90_000)], { batch: "B" }, "B 3"],
    ["none in quarantine", [batch("A", 90_000, "quarantined"), batch("B", 90_000)], {}, "B 3"],
    ["none that is sold out", [batch("A", 90_000, "sold_out"), batch("B", 90_000)], {}, "B 3"],
  ])("%s", (_name, batches, more, expected) => {
    expect(chosen(batches, more)).toBe(expected);
  });

  it.each([
    [
      "a chosen one is in quarantine",
      [batch("A", 90_000, "quarantined")],
      { batch: "A" },
      "is in quarantine",
    ],
    ["a chosen one has too little", [batch("A", 9_000)], { batch: "A" }, "has 9 kg left, too little for 3"],
    ["a chosen one is another product's", [batch("A", 9_000)], { batch: "X" }, "Char has no batch X"],
    ["all are in quarantine", [batch("A", 90_000, "quarantined")], {}, "In quarantine: A. It cannot be sent"],
    ["together they have too little", [batch("A", 10_000)], {}, "hold only 2 of 3 × Char (15 kg)"],
    ["nobody knows what a pack weighs", [batch("A", 90_000)], { grams: null }, "type its kilograms"],
  ])("is refused where %s", (_name, batches, more, expected) => {
    expect(chosen(batches, more)).toContain(expected);
  });

  it("splits to the gram, and never takes more than a batch has left", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 50_000 }),
        fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 5 }),
        (quantity, grams, lefts) => {
          const batches = lefts.map((left, index) => batch(String.fromCharCode(65 + index), left));
          const choice = chooseBatches({ ...units, quantity, grams }, batches);
          if ("error" in choice) return;
          const sum = (field: "quantity" | "grams") =>
            choice.allocated.reduce((total, each) => total + each[field], 0);
          expect([sum("quantity"), sum("grams")]).toEqual([quantity, grams]);
          for (const each of choice.allocated) {
            expect(each.grams).toBeLessThanOrEqual(
              batches.find(({ id }) => id === each.batchId)?.gramsLeft ?? 0,
            );
          }
        },
      ),
    );
  });

  it("counts what earlier lines of the same order take", () => {
    const taken = new Map<number, number>();
    const batches = [batch("A", 20_000), batch("B", 20_000)];
    chooseBatches(units, batches, taken);
    expect(chooseBatches({ ...units, lineId: 2 }, batches, taken)).toMatchObject({
      allocated: [{ code: "B", quantity: 3 }],
    });
  });
});
