import { expect, it } from "vitest";
import { seedProducts } from "./reference.ts";

it("a new shop has the eight products that the dashboard's figure names, the masks not on the home page", () => {
  expect(seedProducts).toHaveLength(8);
  expect(seedProducts.filter(({ showOnHome }) => showOnHome === false).map(({ slug }) => slug)).toEqual([
    "biochar-masks",
  ]);
});
