import { describe, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import { fixedClock } from "#server/core/context.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { refundOrder } from "#server/testing/ledger.ts";
import { orderTotals } from "./search-orders.server.ts";

describe("the dashboard's figures", () => {
  it("add up orders in pence, with and without what was cancelled or refunded, and count the month in UK time", async () => {
    // July begins in London at 23:00 UTC on 30 June.
    const clock = fixedClock("2026-07-15T12:00:00Z");
    const context = await testContext({ clock });
    const manager = await makeUser(context, { role: "shop_manager" });
    const product = await makeProduct(context, { price: 1999 });
    const lines = [{ product, quantity: 1 }];
    const productsAtFirst = await context.em.count(Product);
    await makeProduct(context, { archivedAt: new Date("2026-01-01") });

    await makeOrder(context, { lines, createdAt: new Date("2026-06-30T22:59:59Z") });
    await makeOrder(context, { lines, createdAt: new Date("2026-06-30T23:00:00Z") });
    await makeOrder(context, { lines, status: "cancelled", createdAt: new Date("2026-07-02T10:00:00Z") });
    const refunded = await makeOrder(context, { lines, createdAt: new Date("2026-07-03T10:00:00Z") });
    await refundOrder(context, refunded, 1499);
    await refundOrder(context, refunded, 1999, "failed");

    expect(await orderTotals(asUser(context, manager))).toEqual({
      totalOrders: 4,
      currency: "gbp",
      totalRevenue: 4 * 1999,
      ordersThisMonth: 3,
      revenueExcludingCancelled: 2 * 1999 + 500,
      products: productsAtFirst,
    });
  });
});
