import { describe, expect, it } from "vitest";
import type { PackagingYear } from "#server/reports/find-packaging-report.server.ts";
import { producerSentence } from "./analytics-panel.tsx";

describe("the limits of a producer", () => {
  const year = (turnover: number, totalGrams: number): PackagingYear => ({
    year: "2026",
    grams: { paper: totalGrams, plastic: 0, wovenPlastic: 0, wood: 0, glass: 0, metal: 0 },
    totalGrams,
    turnover,
  });

  it.each([
    ["neither", year(100_000_000, 25_000_000), "Neither limit of a small producer is reached"],
    ["turnover alone", year(100_000_001, 25_000_000), "One of the two limits of a small producer is reached"],
    [
      "packaging alone",
      year(100_000_000, 25_000_001),
      "One of the two limits of a small producer is reached",
    ],
    ["both", year(100_000_001, 25_000_001), "The limits of a small producer are reached"],
    ["both, far", year(200_000_001, 50_000_001), "The limits of a large producer are reached"],
  ])("are told: %s", (_, known, labels) => {
    expect(producerSentence(known)).toContain(labels);
  });

  it("say what they are, and what this shop knows of", () => {
    expect(producerSentence(year(1_234_500, 4500))).toBe(
      "Neither limit of a small producer is reached, so by these figures you need not register: this shop knows of 4.5 kg of packaging and £12,345.00 of turnover without VAT in 2026. A small producer has more than £1,000,000 of turnover and more than 25 tonnes of packaging in a year.",
    );
  });
});
