import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeProduct, testContext, withSettings } from "#server/testing/factories.ts";
import { parseCatalogueQuery } from "./catalogue-query.schema.ts";
import { findPacksOfFamily } from "./find-product.server.ts";
import { findProducts } from "./find-products.server.ts";

const shop = await testContext();
const carded = withSettings(shop, { oneCardPerFamily: true });
const category = "Sizes";
for (const [packLabel, price] of [
  ["25 kg", 9000],
  ["5 kg", 2500],
  ["1 kg", 700],
] as const) {
  await makeProduct(shop, {
    name: `Fine Char ${packLabel}`,
    family: "Fine Char",
    packLabel,
    price,
    category,
  });
}
await makeProduct(shop, { name: "Ash", price: 1000, category });
await makeProduct(shop, { name: "Zeolite", price: 500, category, description: "Not charred." });

const query = (parameters: Record<string, string>) => parseCatalogueQuery(new URLSearchParams(parameters));
const cards = async (parameters: Record<string, string>, context = carded) =>
  (await findProducts(context, query({ category: "Sizes", ...parameters }))).products;
const names = async (parameters: Record<string, string>, context = carded) =>
  (await cards(parameters, context)).map(({ name }) => name);

describe("the catalogue with one card per family", () => {
  it("shows the cheapest pack of a family, with what its packs are, by the name of the family", async () => {
    expect((await cards({})).map(({ name, packLabels }) => [name, packLabels])).toEqual([
      ["Ash", undefined],
      ["Fine Char 1 kg", ["1 kg", "5 kg", "25 kg"]],
      ["Zeolite", undefined],
    ]);
    expect(await names({ sort: "price-asc" })).toEqual(["Zeolite", "Fine Char 1 kg", "Ash"]);
  });

  it("shows every pack until the owner asks for it", async () => {
    expect(await names({}, shop)).toHaveLength(5);
  });

  it("finds a family by any of its packs, and shows the cheapest all the same", async () => {
    expect(await names({ search: "25 kg" })).toEqual(["Fine Char 1 kg"]);
    expect(await names({ search: "fine char" })).toEqual(["Fine Char 1 kg"]);
    expect((await findProducts(carded, query({ search: "25 kg", page: "9" }))).total).toBe(1);
  });

  it("shows a pack that can be bought before one that cannot", async () => {
    const context = await testContext();
    const pack = (packLabel: string, price: number, stockQuantity: number) =>
      makeProduct(context, {
        name: packLabel,
        family: "Sold",
        packLabel,
        price,
        stockQuantity,
        category: "Sold",
      });
    await pack("small", 100, 0);
    await pack("large", 900, 1);
    const sold = (settings: object) => names({ category: "Sold" }, withSettings(carded, settings));
    expect(await sold({})).toEqual(["large"]);
    expect(await sold({ stockManagement: false })).toEqual(["small"]);
    expect(await sold({ hideOutOfStock: true })).toEqual(["large"]);
  });

  it("has each family once on its pages, and counts the cards, whatever the families are", async () => {
    const context = await testContext();
    let round = 0;
    const sizes = fc.array(
      fc.record({ family: fc.option(fc.constantFrom("a", "b", "c")), price: fc.integer({ min: 1, max: 9 }) }),
      {
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(sizes, async (products) => {
        round += 1;
        const category = `Round ${round}`;
        for (const [index, { family, price }] of products.entries()) {
          await makeProduct(context, {
            name: `Round${round} ${index}`,
            category,
            price,
            ...(family === null ? {} : { family: `Family ${family} ${round}`, packLabel: String(index) }),
          });
        }
        const expected =
          products.filter(({ family }) => family === null).length +
          new Set(products.flatMap(({ family }) => family ?? [])).size;
        for (const search of ["", `round${round} `]) {
          const first = await findProducts(carded, query({ category, search, sort: "price-asc" }));
          const second =
            first.pageCount > 1
              ? (await findProducts(carded, query({ category, search, sort: "price-asc", page: "2" })))
                  .products
              : [];
          const shown = [...first.products, ...second];
          expect([first.total, shown.length]).toEqual([expected, expected]);
          const families = shown.flatMap(({ family }) => family ?? []);
          expect(new Set(families).size).toBe(families.length);
          for (const { family, currentPrice } of shown) {
            const cheapest = products
              .filter((one) => family === `Family ${one.family} ${round}`)
              .map(({ price }) => price);
            if (family !== null) expect(currentPrice).toBe(Math.min(...cheapest));
          }
        }
      }),
      { numRuns: 8 },
    );
  });
});

describe("the packs of a family", () => {
  it("are all that are sold, the cheapest first; none where there is one", async () => {
    const context = await testContext();
    const family = "Packed";
    for (const [packLabel, price] of [
      ["b", 20],
      ["a", 10],
    ] as const) {
      await makeProduct(context, { family, packLabel, price });
    }
    await makeProduct(context, { family, packLabel: "gone", price: 5, archivedAt: new Date() });
    await makeProduct(context, { family: "Alone", packLabel: "one" });
    expect((await findPacksOfFamily(context, { family })).map(({ packLabel }) => packLabel)).toEqual([
      "a",
      "b",
    ]);
    expect(await findPacksOfFamily(context, { family: "Alone" })).toEqual([]);
    expect(await findPacksOfFamily(context, { family: null })).toEqual([]);
  });
});
