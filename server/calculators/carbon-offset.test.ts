import { describe, expect, it } from "vitest";
import { carbonOffsetOf, parseCarbonOffsetView, snapQuantity, stepQuantity } from "./carbon-offset.ts";

describe("CO2, share of a year's footprint and kilometres", () => {
  it.each<[number, number, number, [car: number, flight: number, train: number, bus: number, ferry: number]]>(
    [
      [1, 3.6, 0, [30, 14, 88, 34, 20]],
      [100, 360, 3, [3000, 1412, 8780, 3429, 2000]],
      [333, 1198.8, 10, [9990, 4701, 29_239, 11_417, 6660]],
      [1000, 3600, 30, [30_000, 14_118, 87_805, 34_286, 20_000]],
    ],
  )("%d kg of biochar", (biocharKg, co2Kg, footprintPercent, kilometres) => {
    const offset = carbonOffsetOf(biocharKg);
    expect(offset).toMatchObject({ biocharKg, co2Kg, footprintPercent });
    expect(offset.distances.map(({ id }) => id)).toEqual(["car", "flight", "train", "bus", "ferry"]);
    expect(offset.distances.map(({ km }) => km)).toEqual(kilometres);
  });
});

describe("the slider", () => {
  it.each([
    [100, 1, 110],
    [100, -1, 90],
    [10, -1, 1],
    [1, 1, 11],
    [1, -1, 1],
    [995, 1, 1000],
    [1000, 1, 1000],
    [1000, -1, 990],
    [100, 10, 200],
  ])("at %d kg, %d steps on, is at %d kg", (from, steps, to) => expect(stepQuantity(from, steps)).toBe(to));

  it.each([
    [1, 1],
    [4.9, 1],
    [5, 10],
    [104, 100],
    [996, 1000],
    [1000, 1000],
  ])("dropped at %d stands for %d kg", (place, kg) => expect(snapQuantity(place)).toBe(kg));
});

describe("what an address asks of the calculator", () => {
  it.each<[string, object]>([
    ["", { kind: "input", biocharKg: 100 }],
    ["kg=120", { kind: "result", biocharKg: 120 }],
    ["kg=2.5", { kind: "result", biocharKg: 2.5 }],
    ["kg-from=10", { kind: "input", biocharKg: 10 }],
    ["kg-from=many", { kind: "input", biocharKg: 100 }],
    ...["0", "1001", "", "many", "Infinity"].map((typed): [string, object] => [
      `kg=${typed}`,
      { kind: "input", biocharKg: 100, error: "Enter a quantity from 1 to 1,000 kg", typed },
    ]),
  ])("%j", (search, view) => expect(parseCarbonOffsetView(new URLSearchParams(search))).toEqual(view));
});
