import { describe, expect, it } from "vitest";
import { doubtfulPostcodes, emptyCheckoutForm, isConfirmed } from "./checkout-form.ts";

const home = { ...emptyCheckoutForm, postcode: "SY8 1AA" };
const elsewhere = { ...home, sameShipping: false };

describe("the postcodes that a shopper is asked about", () => {
  it.each([
    ["none that has the form of its country", home, []],
    ["that of the bill", { ...home, postcode: "SY8 1A" }, ["postcode"]],
    ["that of the delivery", { ...elsewhere, shippingPostcode: "SY8" }, ["shippingPostcode"]],
    ["both", { ...elsewhere, postcode: "1", shippingPostcode: "2" }, ["postcode", "shippingPostcode"]],
    ["none to which nothing goes", { ...home, shippingPostcode: "SY8" }, []],
    ["none of another country", { ...elsewhere, shippingPostcode: "75001", shippingCountry: "France" }, []],
  ])("are %s", (_which, form, expected) => {
    expect(doubtfulPostcodes(form)).toEqual(expected);
  });

  it("are confirmed as they stand, and no other with them", () => {
    expect(isConfirmed("SY8 1A", " SY8 1A ")).toBe(true);
    for (const other of ["SY8 1B", "", undefined, true]) expect(isConfirmed("SY8 1A", other)).toBe(false);
  });
});
