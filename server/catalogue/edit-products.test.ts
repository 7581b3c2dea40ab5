import { beforeAll, describe, expect, it } from "vitest";
import { AuditEntry, PastPrice, Product } from "#db/entities/index.ts";
import { lockProducts } from "#server/checkout/hold-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import { mediaPictureAt } from "#server/media/media-address.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { makePicture } from "#server/testing/pictures.ts";
import { archiveProduct, restoreProduct } from "./archive-product.server.ts";
import { changeProducts } from "./change-products.server.ts";
import { createProduct } from "./create-product.server.ts";
import { findHomeProducts } from "./find-home-products.server.ts";
import { findProductBySlug } from "./find-product.server.ts";
import { findStaffProduct, listStaffProducts } from "./find-staff-products.server.ts";
import { listSoldProducts } from "./list-sold-products.server.ts";
import { productFormSchema } from "./product.schema.ts";
import { renameCategory } from "./rename-category.server.ts";
import { reorderHomeProducts } from "./reorder-home-products.server.ts";
import { updateProduct } from "./update-product.server.ts";

let context: Context;

beforeAll(async () => {
  const shop = await testContext();
  context = asUser(shop, await makeUser(shop, { role: "administrator", name: "Ada Admin" }));
});

const lastEntry = (subjectId: number | string) =>
  context.em
    .fork()
    .findOne(AuditEntry, { area: "products", subjectId: String(subjectId) }, { orderBy: { id: "desc" } });

const newProduct = (values: Record<string, unknown>) =>
  createProduct(
    context,
    productFormSchema.parse({
      category: "Testing",
      price: "12.50",
      name: "Something new",
      stockQuantity: 0,
      ...values,
    }),
  );

describe("a new product", () => {
  it("stands in the shop at an address made from its name", async () => {
    const { slug } = await newProduct({
      name: "Crème Biochar & Co (20 l)",
      stockQuantity: 3,
      taxRate: "0.05",
    });
    expect(slug).toBe("creme-biochar-co-20-l");
    expect(await findProductBySlug(context, slug)).toMatchObject({
      price: 1250,
      stockQuantity: 3,
      taxRate: 500,
    });
  });

  it("gets an address of its own beside one of the same name, also at the same moment", async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => newProduct({ name: "Twin" })));
    expect(made.map(({ slug }) => slug).sort()).toEqual(["twin", "twin-2", "twin-3", "twin-4"]);
  });

  it("is refused on sale at more than its price", async () => {
    await expect(newProduct({ onSale: true, salePrice: "12.50" })).rejects.toMatchObject({
      code: "validation_failed",
      fields: { salePrice: ["The sale price must be below the regular price"] },
    });
    await expect(newProduct({ onSale: true })).rejects.toMatchObject({
      fields: { salePrice: ["Enter a sale price"] },
    });
  });
});

describe("an edit", () => {
  it("shows in the shop at once, at the same address, and is written down with who and what", async () => {
    const { id, slug } = await makeProduct(context, { name: "Old name", price: 2000 });
    await updateProduct(context, {
      id,
      seenVersion: 1,
      change: { name: "New name", price: 1500, isNew: true },
    });
    expect(await findProductBySlug(context, slug)).toMatchObject({
      name: "New name",
      currentPrice: 1500,
      isNew: true,
    });
    expect(await lastEntry(id)).toMatchObject({
      actorName: "Ada Admin",
      action: "edited",
      before: { name: "Old name", price: 2000, isNew: false },
      after: { name: "New name", price: 1500, isNew: true },
    });
  });

  it("keeps the price that it replaces", async () => {
    const { id } = await makeProduct(context, { price: 2000, salePrice: 1800 });
    await updateProduct(context, { id, change: { onSale: true } });
    await updateProduct(context, { id, change: { description: "no price" } });
    await updateProduct(context, { id, change: { price: 2500, salePrice: null, onSale: false } });
    const past = await context.em.fork().find(PastPrice, { product: id }, { orderBy: { id: "asc" } });
    expect(past).toMatchObject([
      { price: 2000, salePrice: 1800, onSale: false, until: context.clock.now() },
      { price: 2000, salePrice: 1800, onSale: true },
    ]);
  });

  it("takes a picture as a data URL and gives it an address of ours", async () => {
    const { id, slug } = await makeProduct(context);
    const picture = Buffer.from(await makePicture({ width: 64, height: 48 })).toString("base64");
    await updateProduct(context, { id, change: { imageUrl: `data:image/png;base64,${picture}` } });
    const imageUrl = (await findProductBySlug(context, slug))?.imageUrl ?? "";
    expect(mediaPictureAt(imageUrl)).toMatchObject({ width: 64, height: 48 });
  });

  it("never overwrites what somebody else saved meanwhile", async () => {
    const { id } = await makeProduct(context, { price: 2000 });
    await updateProduct(context, { id, seenVersion: 1, change: { price: 2100 } });
    await expect(
      updateProduct(context, { id, seenVersion: 1, change: { price: 1900 } }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Somebody else changed"),
    });
    expect(await findStaffProduct(context, id)).toMatchObject({ price: 2100, version: 2 });
  });

  it("lets one of two through who save at the same moment", async () => {
    const { id } = await makeProduct(context, { price: 2000 });
    const saves = [2100, 2200, 2300].map((price) =>
      updateProduct(context, { id, seenVersion: 1, change: { price } }),
    );
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await findStaffProduct(context, id)).toMatchObject({ version: 2 });
  });

  it("is not for shop managers, customers or visitors", async () => {
    const { id } = await makeProduct(context);
    const shop = await testContext();
    const manager = asUser(shop, await makeUser(shop, { role: "shop_manager" }));
    const customer = asUser(shop, await makeUser(shop));
    for (const [who, code] of [
      [manager, "forbidden"],
      [customer, "forbidden"],
      [shop, "unauthenticated"],
    ] as const) {
      await expect(updateProduct(who, { id, change: { price: 1 } })).rejects.toMatchObject({ code });
      await expect(archiveProduct(who, { id, seenVersion: 1 })).rejects.toMatchObject({ code });
    }
  });

  it("finds no product that is not there", async () => {
    await expect(updateProduct(context, { id: 2_000_000_000, change: { price: 1 } })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a stock count", () => {
  const sell = (id: number, quantity: number) =>
    context.em.fork().transactional(async (em) => {
      await lockProducts(em, [id]);
      await em.execute("update product set stock_quantity = stock_quantity - ? where id = ?", [quantity, id]);
    });

  it("is added to what was sold while it was typed, not put in its place", async () => {
    const { id } = await makeProduct(context, { stockQuantity: 100 });
    await sell(id, 30);
    await updateProduct(context, { id, seenVersion: 1, seenStock: 100, change: { stockQuantity: 120 } });
    expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: 90 });
  });

  it("that says nothing new leaves sales alone", async () => {
    const { id } = await makeProduct(context, { stockQuantity: 100 });
    await sell(id, 30);
    await updateProduct(context, {
      id,
      seenVersion: 1,
      seenStock: 100,
      change: { stockQuantity: 100, price: 900 },
    });
    expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: 70, price: 900 });
  });

  it("that is lower than what was sold meanwhile is asked for again", async () => {
    const { id } = await makeProduct(context, { stockQuantity: 10 });
    await sell(id, 8);
    await expect(
      updateProduct(context, { id, seenVersion: 1, seenStock: 10, change: { stockQuantity: 5 } }),
    ).rejects.toMatchObject({
      code: "conflict",
      fields: { stockQuantity: [expect.stringContaining("count again")] },
    });
  });

  it("counts what can be sold when a script gives it without what it saw", async () => {
    const { id } = await makeProduct(context, { stockQuantity: 10, heldQuantity: 4 });
    await updateProduct(context, { id, change: { stockQuantity: 6 } });
    expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: 10 });
  });

  it("loses no sale when twenty happen at the same moment", async () => {
    const { id } = await makeProduct(context, { stockQuantity: 100 });
    const sales = Array.from({ length: 20 }, () => sell(id, 1));
    const count = updateProduct(context, { id, seenStock: 100, change: { stockQuantity: 150 } });
    await Promise.all([...sales, count]);
    expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: 130 });
  });
});

describe("an archived product", () => {
  it("is gone from the shop, kept in the database, and comes back", async () => {
    const { id, slug } = await makeProduct(context);
    await archiveProduct(context, { id, seenVersion: 1 });
    expect(await findProductBySlug(context, slug)).toBeUndefined();
    const { version, isArchived } = await findStaffProduct(context, id);
    expect(isArchived).toBe(true);
    await expect(restoreProduct(context, { id, seenVersion: 1 })).rejects.toMatchObject({ code: "conflict" });
    await restoreProduct(context, { id, seenVersion: version });
    expect(await findProductBySlug(context, slug)).toMatchObject({ id });
    expect(await lastEntry(id)).toMatchObject({ action: "restored", before: { isArchived: true } });
  });
});

describe("a bulk change", () => {
  const seen = ({ id, version, stockQuantity }: Product) => ({
    id,
    seenVersion: version,
    seenStock: stockQuantity,
  });

  it("raises prices by a percentage, rounded to pence, and adds to the stock", async () => {
    const products = [
      await makeProduct(context, { price: 999, stockQuantity: 5 }),
      await makeProduct(context, { price: 2000, stockQuantity: 0 }),
    ];
    await changeProducts(context, {
      products: products.map(seen),
      price: { kind: "percent", value: 7.5 },
      stock: { kind: "add", value: 10 },
    });
    const after = await context.em.fork().find(Product, { id: { $in: products.map(({ id }) => id) } });
    expect(after.map(({ price, stockQuantity }) => [price, stockQuantity]).sort()).toEqual(
      [
        [1074, 15],
        [2150, 10],
      ].sort(),
    );
  });

  it("changes nothing when one product cannot take it, and says which", async () => {
    const cheap = await makeProduct(context, { name: "Cheap", price: 100 });
    const dear = await makeProduct(context, { name: "Dear", price: 5000 });
    const change = { price: { kind: "amount", value: -150 }, stock: { kind: "none" } } as const;
    await expect(
      changeProducts(context, { products: [cheap, dear].map(seen), ...change }),
    ).rejects.toMatchObject({
      code: "validation_failed",
      message: "Nothing was changed. Cheap: the price would be -£0.50.",
    });
    expect(await findStaffProduct(context, dear.id)).toMatchObject({ price: 5000, version: 1 });
  });

  it("changes nothing when one product was edited meanwhile", async () => {
    const products = [await makeProduct(context), await makeProduct(context)];
    await updateProduct(context, { id: products[1]?.id ?? 0, change: { price: 1 } });
    await expect(
      changeProducts(context, {
        products: products.map(seen),
        price: { kind: "none" },
        stock: { kind: "set", value: 7 },
      }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await findStaffProduct(context, products[0]?.id ?? 0)).toMatchObject({ stockQuantity: 100 });
  });
});

describe("the home grid", () => {
  it("shows products in the order staff gave them, then by name", async () => {
    const grid = await findHomeProducts(context);
    const masks = await context.em.fork().findOneOrFail(Product, { slug: "biochar-masks" });
    const seenIds = grid.map(({ id }) => id);
    const [first = 0, second = 0] = seenIds;
    await reorderHomeProducts(context, { ids: [masks.id, second], seenIds });
    const after = await findHomeProducts(context);
    expect(after.map(({ id }) => id).slice(0, 3)).toEqual([masks.id, second, first]);
    await expect(reorderHomeProducts(context, { ids: [first], seenIds })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await lastEntry("home-grid")).toMatchObject({ action: "home grid reordered" });
  });
});

describe("a category", () => {
  it("is renamed on all its products, archived ones included, and joins another", async () => {
    const one = await makeProduct(context, { category: "Soils" });
    const gone = await makeProduct(context, { category: "Soils", archivedAt: new Date() });
    expect(await renameCategory(context, { from: "Soils", to: "Ground" })).toEqual({ changed: 2 });
    for (const { id } of [one, gone]) {
      expect(await findStaffProduct(context, id)).toMatchObject({ category: "Ground", version: 2 });
    }
    await expect(renameCategory(context, { from: "Soils", to: "Ground" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the catalogue for staff", () => {
  it("is read page by page, each product once, and searched", async () => {
    const category = "Paged";
    for (let number = 0; number < 60; number += 1)
      await makeProduct(context, { category, name: `Paged ${number % 7}` });
    const query = { search: "paged", category, archived: false };
    const first = await listStaffProducts(context, query);
    const second = await listStaffProducts(context, query, first.next);
    expect([first.products.length, second.products.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.products, ...second.products].map(({ id }) => id)).size).toBe(60);
    expect(await listStaffProducts(context, { ...query, archived: true })).toEqual({
      products: [],
      next: null,
    });
  });

  it.each([
    ["Yq", ["Yqua Grade"]],
    ["gr", ["Yqua Grade"]],
    ["qu", []],
    ["qua", ["Yqua Grade"]],
    ["%", []],
  ])("finds %j inside words from three letters on, else where words begin", async (search, names) => {
    const category = "Searched";
    const [known] = (await listStaffProducts(context, { search: "", category, archived: false })).products;
    if (!known) await makeProduct(context, { category, name: "Yqua Grade", description: "-" });
    const { products } = await listStaffProducts(context, { search, category, archived: false });
    expect(products.map(({ name }) => name)).toEqual(names);
  });
});

describe("the products that staff see", () => {
  it("are those of the shop with the rate they are sold at, page by page", async () => {
    await makeProduct(context, { name: "Vatted one", taxRate: null });
    await makeProduct(context, { name: "Vatted two", taxRate: 500, stockQuantity: 0 });
    await makeProduct(context, { name: "Vatted gone", archivedAt: new Date() });
    const { products, next } = await listSoldProducts(context, { search: "vatted" });
    expect(products.map(({ name, taxRate, stockQuantity }) => [name, taxRate, stockQuantity])).toEqual([
      ["Vatted one", 2000, 100],
      ["Vatted two", 500, 0],
    ]);
    expect(next).toBeNull();
    const first = await listSoldProducts(context, { search: "" });
    const second = await listSoldProducts(context, { search: "", cursor: first.next });
    expect(first.products).toHaveLength(50);
    expect(second.products[0]?.name.localeCompare(first.products.at(-1)?.name ?? "")).toBeGreaterThanOrEqual(
      0,
    );
  });
});
