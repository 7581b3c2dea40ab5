import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Product } from "#db/entities/index.ts";
import { productSchema } from "#server/api/rest-shapes.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { callRest } from "#server/testing/rest-caller.ts";

const list = z.array(productSchema);
const category = "REST walk";

const context = await testContext();
const prices = [500, 300, 300, 900, 100];
const made = await Promise.all(
  prices.map((price, index) => makeProduct(context, { name: `Walk ${index}`, price, category })),
);

async function walk(sort: string, limit: number, of = category): Promise<string[]> {
  const names: string[] = [];
  let path: string | undefined =
    `/api/products?category=${encodeURIComponent(of)}&sort=${sort}&limit=${limit}`;
  while (path) {
    const { body, headers }: { body: unknown; headers: Headers } = await callRest("GET", path);
    const products = list.parse(body);
    expect(products.length).toBeLessThanOrEqual(limit);
    names.push(...products.map(({ name }) => name));
    path = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
  }
  return names;
}

describe("GET /api/products", () => {
  it("is a plain array with money in pounds and rates as fractions", async () => {
    const context = await testContext();
    const product = await makeProduct(context, {
      name: "Zebra biochar",
      price: 1999,
      salePrice: 1450,
      onSale: true,
      taxRate: 500,
      stockQuantity: 10,
      heldQuantity: 4,
    });
    const { body } = await callRest("GET", "/api/products?search=zebra");
    expect(body).toEqual([
      {
        id: product.id,
        name: "Zebra biochar",
        slug: product.slug,
        description: "Made for a test.",
        price: 19.99,
        salePrice: 14.5,
        onSale: true,
        category: "Testing",
        imageUrl: product.imageUrl,
        stockQuantity: 6,
        isBestseller: false,
        isNew: false,
        taxRate: 0.05,
        priceSteps: [],
        family: null,
        packLabel: null,
        netGrams: null,
        packMillilitres: null,
        grossGrams: null,
        unitPrice: null,
        handling: "parcel",
        pictures: [product.imageUrl],
        documents: [],
        gtin: null,
      },
    ]);
  });

  it("gives the same fields in the list and alone, null where there is no sale price or rate", async () => {
    const [product] = made;
    const { body } = await callRest("GET", `/api/products?search=${encodeURIComponent(product?.name ?? "")}`);
    const alone = await callRest("GET", `/api/products/${product?.slug}`);
    expect(body).toEqual([alone.body]);
    expect(alone.body).toMatchObject({ salePrice: null, taxRate: null });
  });

  for (const [sort, expected] of [
    ["name-asc", [0, 1, 2, 3, 4]],
    ["name-desc", [4, 3, 2, 1, 0]],
    ["price-asc", [4, 1, 2, 0, 3]],
    ["price-desc", [3, 0, 2, 1, 4]],
  ] as const) {
    it(`walks all products in the order ${sort}, each once, however small the steps`, async () => {
      const ordered = (names: string[]) => names.map((name) => Number(name.replace("Walk ", "")));
      const whole = ordered(await walk(sort, 200));
      // The two products of the same price may come in either order, but the same at every step.
      const prices = (order: readonly number[]) => order.map((index) => made[index]?.price);
      expect(sort.startsWith("price") ? prices(whole) : whole).toEqual(
        sort.startsWith("price") ? prices(expected) : expected,
      );
      for (const limit of [1, 2, 3]) expect(ordered(await walk(sort, limit))).toEqual(whole);
    });
  }

  it("walks names by letter, whatever their accents and capitals, without losing one between two steps", async () => {
    const context = await testContext();
    const names = ["eclat", "Eclat", "Éclat", "eco mix", "pH test kit", "Zinc Mix"];
    for (const name of names.toReversed()) await makeProduct(context, { name, category: "REST letters" });
    for (const limit of [2, 5]) {
      expect(await walk("name-asc", limit, "REST letters")).toEqual(names);
      expect(await walk("name-desc", limit, "REST letters")).toEqual(names.toReversed());
    }
  });

  it("gives the whole catalogue to anyone who asks for no limit, and says so", async () => {
    const context = await testContext();
    const many = Array.from({ length: 205 }, (_, index) => `Many ${index}`);
    const em = context.em.fork();
    for (const name of many) {
      em.create(Product, {
        name,
        slug: name.toLowerCase().replace(" ", "-"),
        description: "One of many.",
        price: 100,
        category: "REST many",
        imageUrl: "/pictures/premium-biochar.jpg",
      });
    }
    await em.flush();
    const { body, headers } = await callRest("GET", "/api/products?category=REST%20many");
    expect(list.parse(body)).toHaveLength(205);
    expect(headers.get("x-list-complete")).toBe("true");
  });

  it("looks for what was meant where nothing has what was typed, and says so, page by page", async () => {
    const context = await testContext();
    for (const number of [1, 2, 3]) await makeProduct(context, { name: `Zeolite ${number}` });
    const saved: string[] = [];
    let path: string | undefined = "/api/products?search=zeoltie&limit=2";
    while (path) {
      const { body, headers }: { body: unknown; headers: Headers } = await callRest("GET", path);
      expect(headers.get("x-searched-instead")).toBe("zeolite");
      saved.push(...list.parse(body).map(({ name }) => name));
      path = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(saved).toEqual(["Zeolite 1", "Zeolite 2", "Zeolite 3"]);
    expect((await callRest("GET", "/api/products?search=zeolite")).headers.has("x-searched-instead")).toBe(
      false,
    );
  });

  it("takes search texts for what they are", async () => {
    for (const search of ["%", "_", "' or 1=1 --", "\\", "\u{1F331}"]) {
      const { status, body } = await callRest("GET", `/api/products?search=${encodeURIComponent(search)}`);
      expect(status).toBe(200);
      const texts = list.parse(body).map(({ name, description }) => `${name} ${description}`);
      expect(texts.filter((text) => !text.includes(search))).toEqual([]);
    }
  });
});

describe("GET /api/products/{slug}", () => {
  it("answers 404 for products that are unknown or archived", async () => {
    const context = await testContext();
    const archived = await makeProduct(context, { archivedAt: new Date() });
    for (const slug of ["no-such-product", archived.slug, "No%20Slug", "..%2f..", "%F0%9F%8C%B1"]) {
      const { status, body } = await callRest("GET", `/api/products/${slug}`);
      expect(status).toBe(404);
      expect(body).toEqual({ message: "Product not found", code: "not_found" });
    }
  });
});
