import { beforeAll, describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { findAnalytics } from "./find-analytics.server.ts";

let manager: Context;
let names: string[];

beforeAll(async () => {
  const context = await testContext({ clock: fixedClock("2026-07-15T12:00:00Z") });
  manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
  const cheap = await makeProduct(context, { name: "Cheap", price: 100 });
  const dear = await makeProduct(context, { name: "Dear", price: 10_000 });
  names = [cheap.name, dear.name];
  const order = (createdAt: string, quantity: number, status: "completed" | "pending" | "cancelled") =>
    makeOrder(context, {
      createdAt: new Date(createdAt),
      status,
      lines: [
        { product: cheap, quantity },
        { product: dear, quantity: 1 },
      ],
    });
  await order("2025-01-10T12:00:00Z", 4, "completed");
  // July in London, June in UTC.
  await order("2026-06-30T23:30:00Z", 2, "pending");
  await order("2026-07-02T12:00:00Z", 3, "completed");
  await order("2026-07-03T12:00:00Z", 9, "cancelled");
});

describe("the analytics", () => {
  it("show the stated figures", async () => {
    const {
      sales: _,
      together: __,
      bestSellers: ___,
      periods: ____,
      ...figures
    } = await findAnalytics(manager, {
      span: "12",
      period: "all",
    });
    const totals = await manager.em.find(Order, {}, { fields: ["totalAmount", "createdAt"] });
    const sum = totals.reduce((all, { totalAmount }) => all + totalAmount, 0);
    const july = totals
      .filter(({ createdAt }) => createdAt > new Date("2026-01-01"))
      .reduce((all, { totalAmount }) => all + totalAmount, 0);
    expect(figures).toEqual({
      currency: "gbp",
      asOf: null,
      totalRevenue: sum,
      revenueThisMonth: july,
      ordersThisMonth: 3,
      averageOrder: Math.round(sum / 4),
      totalOrders: 4,
      byStatus: { pending: 1, processing: 0, completed: 2, cancelled: 1 },
    });
  });

  it("leave no month out and count the CO2 of what was kept", async () => {
    const { sales } = await findAnalytics(manager, { span: "12", period: "all" });
    expect(sales).toHaveLength(12);
    expect(sales[0]).toMatchObject({ period: "2025-08", orders: 0, revenue: 0, averageOrder: null });
    const july = sales.at(-1);
    expect(july).toMatchObject({ period: "2026-07", orders: 3 });
    expect(july?.kept).toBeLessThan(july?.revenue ?? 0);
    expect(july?.co2Kg).toBe(Math.round(((july?.kept ?? 0) / 100) * 0.36 * 10) / 10);
    const all = await findAnalytics(manager, { span: "all", period: "all" });
    expect(all.sales[0]?.period).toBe("2025-01");
    expect(all.sales).toHaveLength(19);
    expect(all.periods).toEqual(["2026-07", "2025-01"]);
  });

  it("rank products by units of uncancelled orders, in all and by month, added up or not", async () => {
    const ranked = async (period: string) =>
      (await findAnalytics(manager, { span: "12", period })).bestSellers.map(({ name, units, revenue }) => ({
        name,
        units,
        revenue,
      }));
    const [cheap, dear] = names;
    expect(await ranked("all")).toEqual([
      { name: cheap, units: 9, revenue: 900 },
      { name: dear, units: 3, revenue: 30_000 },
    ]);
    expect(await ranked("2026-07")).toEqual([
      { name: cheap, units: 5, revenue: 500 },
      { name: dear, units: 2, revenue: 20_000 },
    ]);
    expect(await ranked("2026-06")).toEqual([]);
  });
});
