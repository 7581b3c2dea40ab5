import { describe, expect, it } from "vitest";
import {
  cartEnquiry,
  cartEnquiryPath,
  limitedQuantity,
  quantityChoices,
  requireLineQuantity,
} from "./cart-view.ts";

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

const lines = [
  { name: "Bulk Biochar", quantity: 1 },
  { name: "Biochar Compost Mix", quantity: 2 },
];

it("asks for the price of a basket to a place", () => {
  expect(cartEnquiry(lines, { country: "United Kingdom", postcode: " ZE1 0AA " })).toEqual({
    subject: "What does delivery of my basket cost?",
    message:
      "Please tell me what it costs to bring this to ZE1 0AA, United Kingdom:\n1 × Bulk Biochar\n2 × Biochar Compost Mix",
  });
});

it("asks for the postcode where none is known", () => {
  expect(cartEnquiry(lines, { country: "" }).message).toContain("Postcode: ");
});

it("is reached by an address that names the place", () => {
  expect(cartEnquiryPath({ country: "GB", postcode: "ZE1 0AA" })).toBe(
    "/contact?basket=&postcode=ZE1+0AA&country=GB",
  );
  expect(cartEnquiryPath({ country: "" })).toBe("/contact?basket=");
});
