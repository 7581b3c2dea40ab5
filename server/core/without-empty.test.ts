import { expect, it } from "vitest";
import { addressOf, withoutEmpty } from "./without-empty.ts";

it("leaves out what says nothing, however deep, and keeps noughts and refusals", () => {
  const brand = { "@type": "Brand", name: " " };
  const offers = { price: 0, isFree: false, url: "https://shop.example/", sizes: ["", null] };
  expect(withoutEmpty({ name: "Bag", description: "", image: "", brand, offers, gtin: undefined })).toEqual({
    name: "Bag",
    offers: { price: 0, isFree: false, url: "https://shop.example/" },
  });
});

it("takes no picture for the address of the home page", () => {
  expect(addressOf("", "https://shop.example")).toBe("");
  expect(addressOf("/media/a.webp", "https://shop.example")).toBe("https://shop.example/media/a.webp");
});
