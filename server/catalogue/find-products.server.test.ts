import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { searchedRows } from "#server/core/typed-sql.server.ts";
import { makeProduct, testContext, withSettings } from "#server/testing/factories.ts";
import { statementsOf } from "#server/testing/watch-writes.ts";
import { parseCatalogueQuery } from "./catalogue-query.schema.ts";
import type { CatalogueQuery } from "./catalogue-query.ts";
import { findProducts } from "./find-products.server.ts";

async function names(query: Partial<CatalogueQuery>, on: Context = context): Promise<string[]> {
  const page = await findProducts(on, { ...parseCatalogueQuery(new URLSearchParams()), ...query });
  return page.products.map((product) => product.name);
}

const context = await testContext();
const category = "Findable";
await makeProduct(context, { category, name: "Ash Grade", price: 3000, description: "Holds 50% water" });
await makeProduct(context, {
  category,
  name: "Birch Grade",
  price: 1000,
  description: "It's a 'quoted' \\ one",
});
await makeProduct(context, { category, name: "Cedar Grade", price: 9000, salePrice: 500, onSale: true });
await makeProduct(context, {
  category,
  name: "Dogwood Grade",
  price: 2000,
  stockQuantity: 3,
  heldQuantity: 3,
});
await makeProduct(context, { category, name: "Elm Grade", archivedAt: new Date() });

describe("the catalogue", () => {
  it("shows everything that is not archived, by name", async () => {
    const page = await findProducts(context, parseCatalogueQuery(new URLSearchParams()));
    expect(page.total).toBe(12);
    expect(page.products.map((product) => product.name)).not.toContain("Elm Grade");
    expect(page.products[0]?.name).toBe("Activated Biochar");
    expect(page.pageCount).toBe(1);
  });

  it.each([
    ["name-asc", ["Ash", "Birch", "Cedar", "Dogwood"]],
    ["name-desc", ["Dogwood", "Cedar", "Birch", "Ash"]],
    ["price-asc", ["Cedar", "Birch", "Dogwood", "Ash"]],
    ["price-desc", ["Ash", "Dogwood", "Birch", "Cedar"]],
  ] as const)("sorts by %s, sale prices counted", async (sort, expected) => {
    expect(await names({ category: "Findable", sort })).toEqual(expected.map((name) => `${name} Grade`));
  });

  it("sorts names as a reader in Britain looks for them: by letter, then accent, then capital", async () => {
    const other = await testContext();
    for (const name of ["Wood Vinegar", "eco mix", "Zinc Mix", "Éclat", "pH test kit", "Eclat", "eclat"]) {
      await makeProduct(other, { category: "Sorted", name });
    }
    const sorted = ["eclat", "Eclat", "Éclat", "eco mix", "pH test kit", "Wood Vinegar", "Zinc Mix"];
    expect(await names({ category: "Sorted" }, other)).toEqual(sorted);
    expect(await names({ category: "Sorted", sort: "name-desc" }, other)).toEqual(sorted.toReversed());
    expect(await names({ category: "Sorted", search: "ec" }, other)).toEqual(["eclat", "Eclat", "eco mix"]);
  });

  it.each([
    ["bIrCh", ["Birch Grade"]],
    ["HOLDS 50", ["Ash Grade"]],
    ["50%", ["Ash Grade"]],
    ["5%", []],
    ["_irch", []],
    ["'quoted'", ["Birch Grade"]],
    ["\\", ["Birch Grade"]],
    ["\\%", []],
    ["elm", []],
  ])("finds %j in name and description without regard to case", async (search, expected) => {
    expect(await names({ search, category: "Findable" })).toEqual(expected);
  });

  it("counts out what open payments hold", async () => {
    const { products } = await findProducts(context, {
      ...parseCatalogueQuery(new URLSearchParams()),
      search: "dogwood",
    });
    expect(products[0]?.stockQuantity).toBe(0);
  });

  it("hides what cannot be sold only when the owner asks for it and stock is managed", async () => {
    const hiding = withSettings(context, { hideOutOfStock: true });
    expect(await names({ category: "Findable" }, hiding)).not.toContain("Dogwood Grade");
    const unmanaged = withSettings(context, { hideOutOfStock: true, stockManagement: false });
    expect(await names({ category: "Findable" }, unmanaged)).toContain("Dogwood Grade");
  });

  it("finds nothing in an unknown category", async () => {
    expect(
      await findProducts(context, { ...parseCatalogueQuery(new URLSearchParams()), category: "Nope" }),
    ).toEqual({
      products: [],
      total: 0,
      page: 1,
      pageCount: 1,
    });
  });

  it("has pages of 24, and shows the last one for a later number", async () => {
    for (let number = 0; number < 30; number++) {
      await makeProduct(context, { category: "Many", name: `Many ${String(number).padStart(2, "0")}` });
    }
    const query = { ...parseCatalogueQuery(new URLSearchParams()), category: "Many" };
    const first = await findProducts(context, query);
    expect([first.products.length, first.total, first.page, first.pageCount]).toEqual([24, 30, 1, 2]);
    const beyond = await findProducts(context, { ...query, page: 99 });
    expect([beyond.products[0]?.name, beyond.products.length, beyond.page]).toEqual(["Many 24", 6, 2]);
  });

  it("answers with plain objects that carry no hidden column", async () => {
    const { products } = await findProducts(context, parseCatalogueQuery(new URLSearchParams()));
    expect(Object.getPrototypeOf(products[0])).toBe(Object.prototype);
    expect(Object.keys(products[0] ?? {}).sort()).toEqual(
      [
        "bulkDensity",
        "canBuy",
        "category",
        "currentPrice",
        "description",
        "family",
        "grossGrams",
        "handling",
        "id",
        "imageUrl",
        "isBestseller",
        "isNew",
        "isTradePrice",
        "mixedIntoSoil",
        "name",
        "netGrams",
        "onSale",
        "packLabel",
        "packMillilitres",
        "perMeasure",
        "price",
        "priceSteps",
        "salePrice",
        "slug",
        "stockQuantity",
        "taxRate",
        "tradeList",
        "wasPrice",
      ].sort(),
    );
  });
});

describe("a search with typing errors", () => {
  const search = async (text: string, of = context) => {
    const { products, instead } = await findProducts(of, {
      ...parseCatalogueQuery(new URLSearchParams({ search: text })),
      category: "Forgiving",
    });
    return [products.map(({ name }) => name), instead];
  };

  beforeAll(async () => {
    await makeProduct(context, {
      category: "Forgiving",
      name: "Quickgrow Vermiculite",
      description: "Mineral.",
    });
    const document = { type: "guide", title: "Handbook", date: null, url: "/documents/x" } as const;
    await makeProduct(context, { category: "Forgiving", name: "Rapeseed Meal", documents: [document] });
  });

  it("finds what was meant, in name, description and documents, and says what it looked for", async () => {
    expect(await search("vermicluite")).toEqual([["Quickgrow Vermiculite"], "vermiculite"]);
    expect(await search("quikgrow verm")).toEqual([["Quickgrow Vermiculite"], "quickgrow verm"]);
    expect(await search("minerl")).toEqual([["Quickgrow Vermiculite"], "mineral"]);
    expect(await search("hanbdook")).toEqual([["Rapeseed Meal"], "handbook"]);
  });

  it("finds words in another order", async () => {
    expect(await search("meal rapeseed")).toEqual([["Rapeseed Meal"], "meal rapeseed"]);
  });

  it("looks for nothing else where something has what was typed, or nothing comes near", async () => {
    expect(await search("verm")).toEqual([["Quickgrow Vermiculite"], undefined]);
    for (const text of ["xylophone", "\\%", "?", "5%", "🌱"])
      expect(await search(text)).toEqual([[], undefined]);
  });

  it("finds a document by what it is, whatever its title", async () => {
    const document = {
      type: "safety_data_sheet",
      title: "Fine grade",
      date: null,
      url: "/documents/y",
    } as const;
    await makeProduct(context, { category: "Forgiving", name: "Zeolite", documents: [document] });
    expect(await search("safety data sheet")).toEqual([["Zeolite"], undefined]);
    expect(await search("saftey data shet")).toEqual([["Zeolite"], "safety data sheet"]);
  });

  it("proposes no word of what is archived, but the next that something has", async () => {
    await makeProduct(context, { category: "Forgiving", name: "Perlites", archivedAt: new Date() });
    await makeProduct(context, { category: "Forgiving", name: "Perlite" });
    expect(await search("perlitse")).toEqual([["Perlite"], "perlite"]);
    await makeProduct(context, { category: "Forgiving", name: "Bentonite", archivedAt: new Date() });
    expect(await search("bentonti")).toEqual([[], undefined]);
  });

  it("looks up three words for one that was typed, however many of what is archived resemble it", async () => {
    for (const name of ["Zumbalo", "Zumbala", "Zumbali", "Zumbalu", "Zumbale", "Zumbaly", "Zumbal"]) {
      await makeProduct(context, { category: "Forgiving", name, archivedAt: new Date() });
    }
    const statements = await statementsOf(() => search("zumbalq"));
    // One for what was typed, and three of those that resemble it.
    const lookups = statements.filter((statement) => statement.includes('select "id" from "found" limit'));
    expect(lookups).toHaveLength(4);
  });

  it("knows the words of a product as soon as it is changed", async () => {
    const { id } = await makeProduct(context, { category: "Forgiving" });
    await context.em.fork().nativeUpdate(Product, { id }, { name: "Leonardite" });
    expect(await search("leonardiet")).toEqual([["Leonardite"], "leonardite"]);
  });
});

it("sends the rest away when very many search at the same moment, and shows the catalogue meanwhile", async () => {
  // Four searches that last a second, and as many behind them as may wait.
  const others = Array.from({ length: 44 }, (_, number) =>
    searchedRows(context.em.fork(), (tables) =>
      tables.selectNoFrom(sql`pg_sleep(${number < 4 ? 1 : 0})`.as("slept")),
    ),
  );
  await expect(names({ search: "grade" })).toBeRefused("unavailable", {
    message: "Too many people are searching at this moment. Please try again in a moment.",
  });
  expect(await names({ category: "Findable" })).toContain("Ash Grade");
  await Promise.all(others);
  expect(await names({ search: "ash grade" })).toEqual(["Ash Grade"]);
});
