import { describe, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import { makeProduct, staffContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import { changeProducts, renameCategory } from "./change-products.server.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { productCommands } from "./product-commands.ts";
import { updateProduct } from "./update-product.server.ts";

const context = await staffContext({ name: "Ada Admin" });

describe("a bulk change", () => {
  const expected = ({ id, version, stockQuantity }: Product) => ({
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
      products: products.map(expected),
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

  it("comes from its form", async () => {
    const { id, price } = await makeProduct(context, { price: 1000, stockQuantity: 5 });
    const form = {
      ...{ "products[0].id": String(id), "products[0].seenVersion": "1", "products[0].seenStock": "5" },
      ...{ "price.kind": "amount", "price.value": "-0.50", "stock.kind": "set", "stock.value": "7" },
    };
    expect(await postForm(context, productCommands.changeMany.name, form)).toEqual({ changed: 1 });
    expect(await findStaffProduct(context, id)).toMatchObject({ price: price - 50, stockQuantity: 7 });
    await expect(
      postForm(context, productCommands.changeMany.name, { ...form, "price.value": "some" }),
    ).rejects.toMatchObject({ fields: { "price.value": [expect.stringMatching(/^Enter an amount/)] } });
  });

  it("changes nothing when one product cannot take it, and says which", async () => {
    const cheap = await makeProduct(context, { name: "Cheap", price: 100 });
    const dear = await makeProduct(context, { name: "Dear", price: 5000 });
    const change = { price: { kind: "amount", value: -150 }, stock: { kind: "none" } } as const;
    await expect(changeProducts(context, { products: [cheap, dear].map(expected), ...change })).toBeRefused(
      "validation_failed",
      { message: "Nothing was changed. Cheap: the price would be -£0.50." },
    );
    expect(await findStaffProduct(context, dear.id)).toMatchObject({ price: 5000, version: 1 });
  });

  it("changes nothing when one product was edited meanwhile", async () => {
    const products = [await makeProduct(context), await makeProduct(context)];
    await updateProduct(context, { id: products[1]?.id ?? 0, change: { price: 1 } });
    await expect(
      changeProducts(context, {
        products: products.map(expected),
        price: { kind: "none" },
        stock: { kind: "set", value: 7 },
      }),
    ).toBeRefused("conflict");
    expect(await findStaffProduct(context, products[0]?.id ?? 0)).toMatchObject({ stockQuantity: 100 });
  });
});

describe("a category", () => {
  it("is renamed on all its products, archived ones included, and joins another", async () => {
    const one = await makeProduct(context, { category: "Soils" });
    const archived = await makeProduct(context, { category: "Soils", archivedAt: new Date() });
    expect(await renameCategory(context, { from: "Soils", to: "Ground" })).toEqual({ changed: 2 });
    for (const { id } of [one, archived]) {
      expect(await findStaffProduct(context, id)).toMatchObject({ category: "Ground", version: 2 });
    }
    await expect(renameCategory(context, { from: "Soils", to: "Ground" })).toBeRefused("not_found");
  });
});
