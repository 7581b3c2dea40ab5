import { describe, expect, it } from "vitest";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { findProductBySlug } from "./find-product.server.ts";
import { findHomeProducts, listCategories } from "./find-products.server.ts";

describe("one product", () => {
  it.each(["", "no-such-product", "\u0000", "Premium-Biochar", "a'b", "x".repeat(5000)])(
    "is not found at %j",
    async (slug) => {
      expect(await findProductBySlug(await testContext(), slug)).toBeUndefined();
    },
  );
});

describe("the home grid", () => {
  it("shows the first four by name, without the masks", async () => {
    const products = await findHomeProducts(await testContext());
    expect(products.map((product) => product.name)).toEqual([
      "Activated Biochar",
      "Animal Feed Biochar",
      "Biochar Compost Mix",
      "Bulk Biochar",
    ]);
  });
});

describe("the categories", () => {
  it("are those of products on sale, each once, by name", async () => {
    const context = await testContext();
    await makeProduct(context, { category: "Zebra" });
    await makeProduct(context, { category: "Zebra" });
    await makeProduct(context, { category: "ash and lime" });
    await makeProduct(context, { category: "Gone", archivedAt: new Date() });
    const categories = await listCategories(context);
    expect(categories).toEqual([...new Set(categories)].sort(new Intl.Collator("en-GB").compare));
    expect(categories).toContain("Zebra");
    expect(categories).toContain("ash and lime");
    expect(categories).not.toContain("Gone");
  });
});
