import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Checkout, Product, StockHold } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { makeProduct, testContext, withSettings } from "#server/testing/factories.ts";
import { priceLine, priceLines, quoteItems, sellable, sellableProducts } from "./sellable.server.ts";

let context: Context;
let product: Product;

beforeEach(async () => {
  context = await testContext();
  product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
});

const everybody = () => ({ settings: context.settings, tradeList: null });

/** The product as it is looked at, at a moment. */
async function seen(now = new Date(), { id } = product) {
  const found = (await sellableProducts(context.em.fork(), [{ productId: id }], now)).get(id);
  if (!found) throw new Error("The product was not found.");
  return found;
}

/** So many units of a product that a checkout holds until then. */
async function hold({ id }: Product, quantity: number, expiresAt: Date) {
  const em = context.em.fork();
  const checkout = randomUUID();
  await em.insert(Checkout, { id: checkout, totalAmount: 1, paymentMethod: "stripe", createdAt: new Date() });
  await em.insert(StockHold, { checkout, product: id, quantity, beyondShare: 0, expiresAt });
  const { heldQuantity } = await em.findOneOrFail(Product, id);
  await em.nativeUpdate(Product, id, { heldQuantity: heldQuantity + quantity });
}

describe("what can be sold of a product", () => {
  it("is what nobody holds, and never less than nothing", () => {
    expect(sellable({ stockQuantity: 5, heldQuantity: 2 })).toBe(3);
    expect(sellable({ stockQuantity: 5, heldQuantity: 7 })).toBe(0);
  });

  it("counts what others hold until their time has come, to the moment", async () => {
    const end = new Date("2030-01-01T12:00:00Z");
    await hold(product, 2, end);
    await hold(await makeProduct(context), 3, new Date("2029-01-01T12:00:00Z"));
    expect(await seen(new Date(end.getTime() - 1))).toMatchObject({ heldQuantity: 2 });
    expect(await seen(end)).toMatchObject({ heldQuantity: 0 });
  });

  it("is nothing of no products", async () => {
    expect((await sellableProducts(context.em.fork(), [], new Date())).size).toBe(0);
  });
});

describe("a line", () => {
  it("is at today's price, unless staff have agreed on another", async () => {
    expect(priceLine(await seen(), 2, everybody())).toMatchObject({ unitPrice: 5000, quantity: 2 });
    expect(priceLine(await seen(), 2, everybody(), 4000)).toMatchObject({ unitPrice: 4000 });
  });

  it("of what is archived, or gone, cannot be bought", async () => {
    const archived = await makeProduct(context, { archivedAt: new Date() });
    for (const id of [archived.id, 0]) {
      const products = new Map(id === 0 ? [] : [[id, await seen(new Date(), archived)]]);
      const price = () => priceLines([{ productId: id, quantity: 1 }], products, everybody());
      expect(price).toThrow("A product in your cart is no longer sold.");
    }
  });
});

describe("a quote of items", () => {
  const home = { country: "United Kingdom" };
  const quoted = (own: Context, place: { country: string }, productId = product.id) =>
    quoteItems(own, [{ productId, quantity: 1 }], place);

  it("is what they cost with the ways to bring them", async () => {
    const weighed = await makeProduct(context, { price: 3000, grossGrams: 1000 });
    expect(await quoted(context, home, weighed.id)).toMatchObject({
      ...{ served: true, subtotal: 3000, message: "Travels as 1 parcel." },
      options: [{ id: "standard" }],
    });
    expect(await quoted(context, home)).toMatchObject({ message: "" });
  });

  it("names what is not sold", async () => {
    const archived = await makeProduct(context, { archivedAt: new Date() });
    for (const id of [archived.id, 2_000_000]) {
      const items = [`There is no product with id ${id}.`];
      await expect(quoted(context, home, id)).toBeRefused("validation_failed", { fields: { items } });
    }
  });

  it("says that a place is not served, and has no way to bring anything there", async () => {
    const own = withSettings(context, { countriesServed: "United Kingdom" });
    expect(await quoted(own, { country: "France" })).toMatchObject({ served: false, options: [] });
    expect(await quoted(own, home)).toMatchObject({ served: true });
  });
});
