import { describe, expect, it } from "vitest";
import { acceptableNumber } from "./invoices.server.ts";

const now = new Date("2026-11-22T12:00:00Z");
const ms = now.getTime();
const HOUR = 3_600_000;

describe("the number that a client wishes for", () => {
  it.each([`INV-${ms}`, `INV-${ms - 20 * HOUR}`, `INV-${ms + HOUR}`, `INV-${ms}77`, `INV-${ms}123`])(
    "is taken when it is of now: %s",
    (requested) => {
      expect(acceptableNumber(requested, now)).toBe(requested);
    },
  );

  it.each([
    "INV-2000000000123",
    "INV-1000000000000",
    "INV-9999999999",
    `INV-${ms + 25 * HOUR}`,
    `INV-${ms - 25 * HOUR}`,
    `XINV-${ms}`,
    "",
    null,
  ])("is left when it is not: %s", (requested) => {
    expect(acceptableNumber(requested, now)).toBeNull();
  });
});
