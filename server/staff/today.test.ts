import { describe, expect, it } from "vitest";
import { fixedClock } from "#server/core/context.ts";
import { orderList } from "#server/orders/order-search.ts";
import { searchOrders } from "#server/orders/search-orders.server.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { refundOrder } from "#server/testing/ledger.ts";
import { readToday, readTodaysSales } from "./today.server.ts";

/** A Tuesday in summer, when the shop's day begins at 23:00 UTC. */
const NOW = "2026-07-14T09:30:00Z";

const context = await testContext({ clock: fixedClock(NOW) });
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
const packer = asUser(context, await makeUser(context, { role: "packer" }));
const product = await makeProduct(context, { price: 1000 });
const order = (createdAt: string, quantity: number, status?: "cancelled") =>
  makeOrder(context, {
    lines: [{ product, quantity }],
    createdAt: new Date(createdAt),
    ...(status ? { status } : {}),
  });
// Yesterday's last minute, and today's first, by the shop's clocks.
await order("2026-07-13T22:59:00Z", 1);
await order("2026-07-13T23:00:00Z", 2);
const refunded = await order("2026-07-14T08:00:00Z", 3);
await refundOrder(context, refunded, 500);
await order("2026-07-14T09:00:00Z", 9, "cancelled");
// The same day last week: before and after half past ten, and the day before.
await order("2026-07-07T09:29:00Z", 4);
await order("2026-07-07T09:31:00Z", 5);
await order("2026-07-06T22:00:00Z", 7);

describe("the sales of today", () => {
  it("stand beside those of the same day last week, until the same time and in all, by the shop's days", async () => {
    expect(await readTodaysSales(manager)).toMatchObject({
      currency: "gbp",
      today: { day: "2026-07-14", orders: 3, taken: 4500 },
      lastWeekUntilNow: { orders: 1, taken: 4000 },
      lastWeek: { day: "2026-07-07", orders: 2, taken: 9000 },
      sevenDaysBefore: { orders: 3, taken: 16_000 },
    });
    const { sevenDays } = await readTodaysSales(manager);
    expect(sevenDays.map(({ day, taken }) => [day.slice(5), taken])).toEqual([
      ["07-14", 4500],
      ["07-13", 1000],
      ...["07-12", "07-11", "07-10", "07-09", "07-08"].map((day) => [day, 0]),
    ]);
  });

  it("are those of exactly the orders that the list behind them holds", async () => {
    const { today, lastWeek } = await readTodaysSales(manager);
    for (const { day, orders } of [today, lastWeek]) {
      const { total } = await searchOrders(manager, orderList.schema.parse({ from: day, to: day }));
      expect(total).toBe(orders);
    }
  });
});

describe("the Today page", () => {
  it("names the oldest orders to pack", async () => {
    const { toPack, counts } = await readToday(manager);
    expect(toPack).toHaveLength(5);
    expect(toPack?.[0]?.createdAt).toBe("2026-07-06T22:00:00.000Z");
    expect(counts.toPack).toBe(6);
  });

  it("has nothing about money for a packer", async () => {
    const today = await readToday(packer);
    expect(today).toMatchObject({ enquiries: null, failedOrders: null, lowStock: null, sales: null });
    expect(JSON.stringify(today)).not.toMatch(/amount|price|taken/i);
  });
});
