import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ProductBadges } from "./product-card.tsx";

const none = { isBestseller: false, isNew: false, onSale: false };

it.each([
  ["Bestseller", { ...none, isBestseller: true }],
  ["New", { ...none, isNew: true }],
  ["Sale", { ...none, onSale: true }],
])("a product has the badge '%s' when it is one, and no other", (badge, product) => {
  expect(renderToStaticMarkup(<ProductBadges product={product} />).match(/>[^<]+</g)).toEqual([`>${badge}<`]);
});

it("an ordinary product has none", () => {
  expect(renderToStaticMarkup(<ProductBadges product={none} />)).toBe("");
});
