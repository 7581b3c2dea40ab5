import { describe, expect, it } from "vitest";
import { limitedQuantity, quantityChoices, requireLineQuantity } from "./cart-view.ts";

describe("a line's quantity", () => {
  it.each([
    [1, 100, 1],
    [99, 100, 99],
    [150, 200, 99],
    [10, 4, 4],
  ])("wanted %i of %i becomes %i", (requested, stock, expected) => {
    expect(limitedQuantity(requested, stock)).toBe(expected);
  });

  it("is refused when nothing can be sold", () => {
    expect(() => limitedQuantity(1, 0)).toThrow("Out of Stock");
  });

  it.each([0, -1, 100, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("cannot be %d", (quantity) => {
    expect(() => requireLineQuantity(quantity)).toThrow("Choose a quantity from 1 to 99.");
  });
});

describe("a line's selector", () => {
  it("offers 1 to 10", () => {
    expect(quantityChoices(3)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("offers the current quantity too when that is larger", () => {
    expect(quantityChoices(14)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14]);
  });
});
