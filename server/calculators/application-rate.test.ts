import { describe, expect, it } from "vitest";
import {
  applicationFieldsIn,
  applicationOf,
  applicationRates,
  calculationOf,
  packLitresOf,
  packsFor,
} from "./application-rate.ts";

describe("litres of biochar for an area, a depth and a rate by volume", () => {
  it.each([
    // The first three are the examples of the article on how much a bed needs.
    ["2", "20", "garden-10", 40],
    ["2", "20", "garden-20", 80],
    ["4.8", "15", "recommended-5", 36],
    ["10", "10", "garden-10", 100],
    ["0.1", "1", "potting-5", 0.1],
    ["0.5", "25", "potting-15", 18.8],
    ["10000", "100", "garden-20", 2_000_000],
  ] as const)("%s m², %s cm, %s: %d litres", (area, depth, rate, litres) => {
    expect(applicationOf({ area, depth, rate })).toEqual({ ok: true, litres });
  });

  it.each([
    ["0", "10", ["area"]],
    ["10001", "10", ["area"]],
    ["", "10", ["area"]],
    ["wide", "10", ["area"]],
    ["10", "0.5", ["depth"]],
    ["10", "101", ["depth"]],
    ["", "", ["area", "depth"]],
  ])("%j m² and %j cm are refused beside the field", (area, depth, fields) => {
    const result = applicationOf({ area, depth, rate: "garden-10" });
    expect(result.ok).toBe(false);
    if (result.ok) return;
    const named = Object.entries(result.errors).filter(([, errors]) => errors !== undefined);
    expect(named.map(([name]) => name)).toEqual(fields);
  });

  it("has the rates that pages state: garden 10–20%, potting mixes 5–15%, recommended mix 5–10%", () => {
    const spans: Record<string, number[]> = {};
    for (const { id, percent } of applicationRates) {
      const [use = ""] = id.split("-");
      spans[use] = [...(spans[use] ?? []), percent];
    }
    expect(spans).toEqual({ garden: [10, 15, 20], potting: [5, 10, 15], recommended: [5, 10] });
  });
});

it("takes what an address leaves out or gets wrong from the defaults", () => {
  const read = (search: string) => applicationFieldsIn(new URLSearchParams(search));
  expect(read("")).toEqual({ area: "10", depth: "10", rate: "garden-10" });
  expect(read("area=3&rate=potting-5")).toEqual({ area: "3", depth: "10", rate: "potting-5" });
  expect(read("area=wide&rate=all-of-it")).toEqual({ area: "wide", depth: "10", rate: "garden-10" });
});

describe("packs", () => {
  const fiveKilograms = { netGrams: 5000, packMillilitres: null, bulkDensity: null };
  const oneKilogram = { netGrams: 1000, packMillilitres: null, bulkDensity: null };
  const cubicMetre = { netGrams: null, packMillilitres: 1_000_000, bulkDensity: null };

  it.each([
    ["5 kg", fiveKilograms, 100, 5],
    ["5 kg", fiveKilograms, 100.1, 6],
    ["1 kg", oneKilogram, 0.1, 1],
    ["1 m³", cubicMetre, 1000, 1],
    ["1 m³", cubicMetre, 2_000_000, 2000],
    ["5 kg at 200 g per litre", { ...fiveKilograms, bulkDensity: 200 }, 100, 4],
    ["5 kg at 290 g per litre", { ...fiveKilograms, bulkDensity: 290 }, 5000 / 29, 10],
    [
      "5 kg in 18 litres, whatever its density",
      { ...fiveKilograms, packMillilitres: 18_000, bulkDensity: 200 },
      36,
      2,
    ],
  ])("of %s for %d litres: %d", (_, pack, litres, packs) => {
    expect(packsFor(litres, packLitresOf(pack, 4) ?? 0)).toBe(packs);
  });

  it("are none of a product whose weight and volume nobody has said", () => {
    expect(packLitresOf({ netGrams: null, packMillilitres: null, bulkDensity: 250 }, 4)).toBeUndefined();
  });

  it("say what a kilogram was reckoned at, by name where it was measured", () => {
    const pack = (name: string, litresPerKilogram: number, isMeasured: boolean) => ({
      ...{ id: 1, slug: "x", currentPrice: 1, canBuy: true, packLitres: 20, priceSteps: [], tradeList: null },
      perMeasure: null,
      ...{ name, litresPerKilogram, isMeasured },
    });
    expect(calculationOf([pack("A", 4, false), pack("B", 4, false)])).toBe(
      "Packs sold by weight are reckoned at 4 litres to the kilogram",
    );
    expect(calculationOf([pack("A", 1000 / 240, true), pack("B", 5, true), pack("C", 4, false)])).toBe(
      "We reckon A at 4.17, B at 5 and other packs sold by weight at 4 litres to the kilogram",
    );
    expect(calculationOf([pack("A", 5, true)])).toBe("We reckon A at 5 litres to the kilogram");
  });
});
