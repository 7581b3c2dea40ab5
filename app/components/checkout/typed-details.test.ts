import { describe, expect, it } from "vitest";
import { deliveryCountryOf, type FormDetails, isFilledIn, methodIn } from "./typed-details.ts";

const filled: FormDetails = {
  country: "United Kingdom",
  shippingCountry: "France",
  sameShipping: true,
  expressDelivery: false,
  fields: {
    firstName: "Rowan",
    lastName: "Field",
    email: "rowan@example.com",
    phone: "",
    address: "1 Mill Lane",
    city: "Ludlow",
    postcode: "SY8 1AA",
  },
};

describe("the payment area", () => {
  it("is enabled without a phone", () => {
    expect(isFilledIn(filled)).toBe(true);
  });

  it.each(["firstName", "lastName", "email", "address", "city", "postcode"])("waits for %s", (name) => {
    expect(isFilledIn({ ...filled, fields: { ...filled.fields, [name]: " " } })).toBe(false);
  });

  it("waits for a separate shipping address too", () => {
    const elsewhere = { ...filled, sameShipping: false };
    expect(isFilledIn(elsewhere)).toBe(false);
    const shipping = { shippingAddress: "2 Rue", shippingCity: "Lyon", shippingPostcode: "69001" };
    expect(isFilledIn({ ...elsewhere, fields: { ...filled.fields, ...shipping } })).toBe(true);
  });
});

it("the payment is by card unless PayPal is chosen", () => {
  expect(methodIn(undefined)).toBe("stripe");
  expect(methodIn({ paymentMethod: "paypal" })).toBe("paypal");
});

it("delivery is to the billing country unless shipping differs", () => {
  expect(deliveryCountryOf(filled)).toBe("United Kingdom");
  expect(deliveryCountryOf({ ...filled, sameShipping: false })).toBe("France");
});
