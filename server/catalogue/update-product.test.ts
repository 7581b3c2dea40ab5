import { describe, expect, it } from "vitest";
import { PastPrice } from "#db/entities/index.ts";
import { lockProducts } from "#server/checkout/hold-stock.server.ts";
import { makeProduct, staffContext } from "#server/testing/factories.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { findProductBySlug } from "./find-product.server.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { updateProduct } from "./update-product.server.ts";

const context = await staffContext({ name: "Ada Admin" });

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
    expect((await auditEntriesOf(context, "products", id)).at(-1)).toMatchObject({
      actorName: "Ada Admin",
      action: "edited",
      before: { name: "Old name", price: 2000, isNew: false },
      after: { name: "New name", price: 1500, isNew: true },
    });
  });

  it("puts a product into a family, and out of it again", async () => {
    const { id, slug } = await makeProduct(context);
    await updateProduct(context, { id, change: { family: "Fine Char", packLabel: "5 kg" } });
    expect(await findProductBySlug(context, slug)).toMatchObject({ family: "Fine Char", packLabel: "5 kg" });
    await updateProduct(context, { id, change: { family: null, packLabel: null } });
    expect((await auditEntriesOf(context, "products", id)).at(-1)).toMatchObject({
      before: { family: "Fine Char", packLabel: "5 kg" },
      after: { family: null, packLabel: null },
    });
  });

  it("asks which pack of its family a product is", async () => {
    const { id } = await makeProduct(context);
    await expect(updateProduct(context, { id, change: { family: "Fine Char" } })).rejects.toMatchObject({
      fields: { packLabel: ["Say which pack it is, such as 5 kg"] },
    });
  });

  it("writes another VAT rate down by itself, whatever else was changed with it", async () => {
    const { id } = await makeProduct(context, { price: 2000 });
    await updateProduct(context, { id, change: { price: 2100, taxRate: 500 } });
    expect(await auditEntriesOf(context, "products", id)).toMatchObject([
      { action: "edited", before: { price: 2000 }, after: { price: 2100 } },
      { action: "VAT rate changed", before: { taxRate: null }, after: { taxRate: 500 } },
    ]);
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

  it("never overwrites what somebody else saved meanwhile", async () => {
    const { id } = await makeProduct(context, { price: 2000 });
    await updateProduct(context, { id, seenVersion: 1, change: { price: 2100 } });
    await expect(updateProduct(context, { id, seenVersion: 1, change: { price: 1900 } })).toBeRefused(
      "conflict",
      { message: expect.stringContaining("Somebody else changed") },
    );
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

  it("finds no product that is not there", async () => {
    await expect(updateProduct(context, { id: 2_000_000_000, change: { price: 1 } })).toBeRefused(
      "not_found",
    );
  });
});

describe("a stock count", () => {
  const sell = (id: number, quantity: number) =>
    context.em.fork().transactional(async (em) => {
      await lockProducts(em, [{ productId: id }]);
      await em.execute("update product set stock_quantity = stock_quantity - ? where id = ?", [quantity, id]);
    });

  it("is added to what was sold meanwhile, and does not replace it", async () => {
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

  it("that is lower than what was sold meanwhile must be entered again", async () => {
    const { id } = await makeProduct(context, { stockQuantity: 10 });
    await sell(id, 8);
    await expect(
      updateProduct(context, { id, seenVersion: 1, seenStock: 10, change: { stockQuantity: 5 } }),
    ).toBeRefused("conflict", { fields: { stockQuantity: [expect.stringContaining("count again")] } });
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
