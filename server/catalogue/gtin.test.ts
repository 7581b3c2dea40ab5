import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gtin14, gtinDigits, gtinMistake } from "./gtin.ts";

describe("a GTIN", () => {
  // Of GS1's own examples, and of books and bottles.
  it.each(["09506000134352", "9506000134352", "4006381333931", "036000291452", "96385074", "9780306406157"])(
    "is %s",
    (gtin) => {
      expect(gtinMistake(gtin)).toBeUndefined();
    },
  );

  it.each([
    "",
    "950600013435",
    "123456789",
    "0950600013435A",
    "９５０６０００１３４３５２",
    "095060001343521",
  ])("is not %j, and the sentence says what one is", (text) => {
    expect(gtinMistake(text)).toMatch(/8, 12, 13 or 14 digits|its last one would be/);
  });

  it("with a wrong check digit is told which it would be", () => {
    expect(gtinMistake("09506000134353")).toContain("its last one would be 2");
  });

  it("is found out when any one digit was mistyped", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digits = [..."09506000134352"];
        digits[place] = String((Number(digits[place]) + by) % 10);
        expect(gtinMistake(digits.join(""))).toBeDefined();
      }),
    );
  });

  it("is typed with spaces or hyphens, and compared in fourteen digits", () => {
    expect(gtinDigits(" 9506-0001 34352")).toBe("9506000134352");
    expect(gtin14("9506000134352")).toBe("09506000134352");
  });
});
