import { describe, expect, it } from "vitest";
import { periodDays } from "./reconciliation.ts";

const now = new Date("2026-07-20T23:30:00Z");

describe("the days to reconcile", () => {
  it("are the last seven in London by default", () => {
    expect(periodDays({}, now)).toEqual({ from: "2026-07-15", to: "2026-07-21" });
    expect(periodDays({ to: "2026-03-03" }, now)).toEqual({ from: "2026-02-25", to: "2026-03-03" });
    expect(periodDays({ from: "2026-07-21" }, now)).toEqual({ from: "2026-07-21", to: "2026-07-21" });
  });

  it("are refused in a sentence when they are none", () => {
    expect(() => periodDays({ from: "yesterday" }, now)).toThrow("--from must be a day such as 2026-11-21.");
    expect(() => periodDays({ to: "2026-02-30" }, now)).toThrow("--to must be a day such as 2026-11-21.");
    expect(() => periodDays({ from: "2026-08-01", to: "2026-07-01" }, now)).toThrow(
      "--from 2026-08-01 is after --to 2026-07-01.",
    );
  });
});
