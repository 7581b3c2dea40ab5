import { expect, it } from "vitest";
import { loadingTextOf } from "./pending-page.tsx";

const at = (address: string) => {
  const { pathname, search } = new URL(address, "http://shop.test");
  return { pathname, search };
};

it.each([
  ["/", "/products", "Loading products"],
  ["/products/bulk-biochar", "/products?category=Soil", "Loading products"],
  ["/", "/community", "Loading community impact data..."],
  ["/community", "/community?view=achievements", "Loading community impact data..."],
  ["/", "/blog?tab=community", "Loading community impact data..."],
  ["/", "/blog", "Loading"],
  ["/products", "/cart", "Loading"],
  // These tell it beside what changes.
  ["/products", "/products?sort=name-desc", null],
  ["/blog", "/blog?tab=community", null],
])("from %s to %s it says %j", (here, next, text) => {
  expect(loadingTextOf(at(here), at(next))).toBe(text);
});
