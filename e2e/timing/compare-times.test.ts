import { describe, expect, it } from "vitest";
import { compareTimes, medianOf, signedRankProbability } from "./compare-times.ts";

describe("the median", () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[7], 7],
  ])("of %j is %d", (values, median) => {
    expect(medianOf(values)).toBe(median);
  });
});

describe("the signed-rank test", () => {
  it("is a book's: depression scores of nine patients before and after a tranquilliser", () => {
    // Hollander, Wolfe and Chicken, example 3.1; R: wilcox.test(exact = FALSE) says V = 5, p = 0.04401.
    const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
    const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
    const differences = after.map((score, patient) => score - (before[patient] ?? 0));
    expect(signedRankProbability(differences)).toBeCloseTo(0.04401, 4);
  });

  it("lets equal sizes share their ranks", () => {
    // Ranks 2, 2, 2, 4, 5 with one of the first three negative: V = 13, variance 13.75 - 0.5.
    expect(signedRankProbability([1, -1, 1, 2, 3])).toBeCloseTo(0.16957, 4);
  });

  it("sees nothing in differences that balance, nor in none", () => {
    expect(signedRankProbability([1, -1, 2, -2, 3, -3])).toBe(1);
    expect(signedRankProbability([0, 0, 0])).toBe(1);
  });

  it("is sure of a small difference that every pair has, whatever the pairs wait for together", () => {
    const waits = Array.from({ length: 100 }, (_, pair) => 10 + 40 * Math.abs(Math.sin(pair)));
    const notThere = waits.map((wait, pair) => wait + (pair % 3) / 10);
    const there = waits.map((wait) => wait + 0.3);
    const { pairs, difference, p } = compareTimes({ there, notThere });
    expect(pairs).toBe(100);
    expect(difference).toBeGreaterThan(0);
    expect(p).toBeLessThan(1e-10);
  });

  it("has a true probability also far out, where many endpoints are compared", () => {
    // Sixty pairs of one sign, all of different sizes: z = 6.7322 after the correction for continuity.
    const p = signedRankProbability(Array.from({ length: 60 }, (_, pair) => pair + 1));
    expect(p / 1.6714e-11).toBeCloseTo(1, 1);
  });
});

it("the margin is what lies between the 41st and the 60th of a hundred differences, halved", () => {
  const there = Array.from({ length: 100 }, (_, pair) => pair);
  const { margin } = compareTimes({ there, notThere: there.map(() => 0) });
  // The 95% interval of a median by ranks: 50 - 0.98 x 10, rounded down, stay outside on either side.
  expect(margin).toBe(9.5);
});
