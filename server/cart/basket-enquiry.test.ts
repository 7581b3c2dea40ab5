import { expect, it } from "vitest";
import { basketEnquiry, basketEnquiryPath } from "./cart-view.ts";

const lines = [
  { name: "Bulk Biochar", quantity: 1 },
  { name: "Biochar Compost Mix", quantity: 2 },
];

it("asks for the price of a basket to a place", () => {
  expect(basketEnquiry(lines, { country: "United Kingdom", postcode: " ZE1 0AA " })).toEqual({
    subject: "What does delivery of my basket cost?",
    message:
      "Please tell me what it costs to bring this to ZE1 0AA, United Kingdom:\n1 × Bulk Biochar\n2 × Biochar Compost Mix",
  });
});

it("asks for the postcode where none is known", () => {
  expect(basketEnquiry(lines, { country: "" }).message).toContain("Postcode: ");
});

it("is reached by an address that names the place", () => {
  expect(basketEnquiryPath({ country: "GB", postcode: "ZE1 0AA" })).toBe(
    "/contact?basket=&postcode=ZE1+0AA&country=GB",
  );
  expect(basketEnquiryPath({ country: "" })).toBe("/contact?basket=");
});
