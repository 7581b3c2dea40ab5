import { describe, expect, it } from "vitest";
import { asUser, makeProduct, makeTradeList, makeUser, testContext } from "#server/testing/factories.ts";
import { readCounterSheet } from "./counter-orders.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Morgan Manager" }));

describe("the sheet of the counter", () => {
  it("has each product on sale with its price, its steps for all lists, its VAT and its stock", async () => {
    const tradeList = await makeTradeList(context);
    const priceSteps = [
      { minQuantity: 10, price: 1500, tradeList: null },
      { minQuantity: 1, price: 1400, tradeList },
    ];
    const product = await makeProduct(context, { price: 2000, stockQuantity: 7, priceSteps });
    const archived = await makeProduct(context, { archivedAt: new Date() });
    const { products, next } = await readCounterSheet(manager, {});
    expect(products.find(({ id }) => id === product.id)).toEqual({
      id: product.id,
      name: product.name,
      currentPrice: 2000,
      priceSteps,
      taxRate: expect.any(Number),
      stockQuantity: 7,
    });
    expect(products.map(({ id }) => id)).not.toContain(archived.id);
    expect(next).toBeNull();
  });

  it("says who asks and when, and has customers with prices of their own alone", async () => {
    const trader = await makeUser(context, { tradeList: await makeTradeList(context) });
    const shopper = await makeUser(context);
    const { first } = await readCounterSheet(manager, {});
    expect(first?.rules).toMatchObject({ person: { name: "Morgan Manager" }, currency: "GBP" });
    const now = context.clock.now().getTime();
    expect(first?.rules).toMatchObject({ at: now, until: now + 12 * 60 * 60 * 1000 });
    const ids = first?.customers.map(({ id }) => id);
    expect(ids).toContain(trader.id);
    expect(ids).not.toContain(shopper.id);
  });

  it("continues after a product without telling of customers again", async () => {
    const { products } = await readCounterSheet(manager, {});
    const after = products[0]?.id;
    const rest = await readCounterSheet(manager, { after });
    expect(rest.first).toBeNull();
    expect(rest.products.map(({ id }) => id)).toEqual(products.slice(1).map(({ id }) => id));
  });
});
