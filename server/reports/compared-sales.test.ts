import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { fixedClock } from "#server/core/context.ts";
import type { OrderStatus } from "#server/orders/order.ts";
import { orderList } from "#server/orders/order-search.ts";
import { searchOrders } from "#server/orders/search-orders.server.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import type { ChartSpan } from "./analytics.ts";
import { findAnalytics, type SalesFigures } from "./find-analytics.server.ts";

/* Each column of a chart, and what it is compared with, is what its own days' orders come to. */

/** On both sides of midnight in London, in winter and in summer, and on the days on which the clocks turn. */
const moments = [
  "2024-10-31T23:59:59Z",
  "2024-11-01T00:00:00Z",
  "2025-03-30T00:59:59Z",
  "2025-03-30T22:59:59Z",
  "2025-03-30T23:00:00Z",
  "2025-10-25T22:59:59Z",
  "2025-10-25T23:00:00Z",
  "2025-10-26T23:59:59Z",
  "2025-10-27T00:00:00Z",
  "2026-02-28T23:59:59Z",
  "2026-03-01T00:00:00Z",
  "2026-03-28T23:59:59Z",
  "2026-03-29T00:00:00Z",
  "2026-03-29T22:59:59Z",
  "2026-03-29T23:00:00Z",
  "2026-04-10T11:00:00Z",
];
const statuses: OrderStatus[] = ["completed", "pending", "cancelled", "processing"];

const context = await testContext({ clock: fixedClock("2026-04-10T12:00:00Z") });
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
const product = await makeProduct(context, { price: 1999 });
for (const [index, moment] of moments.entries()) {
  await makeOrder(context, {
    createdAt: new Date(moment),
    status: statuses[index % statuses.length],
    lines: [{ product, quantity: index + 1 }],
  });
}

const span = (asked: ChartSpan) => findAnalytics(manager, { span: asked, period: "all" });

/** What the orders themselves say of days of the shop, from the first to the last. */
async function ordersOf(from: string, to: string): Promise<SalesFigures> {
  const [sums] = await manager.em.execute<{ orders: number; revenue: number; kept: number }[]>(
    `select count(*)::int as orders, coalesce(sum(total_amount), 0)::int as revenue,
            coalesce(sum(total_amount) filter (where status <> 'cancelled'), 0)::int as kept
     from customer_order where to_char(created_at at time zone 'Europe/London', 'YYYY-MM-DD') between ? and ?`,
    [from, to],
  );
  const { orders = 0, revenue = 0, kept = 0 } = sums ?? {};
  return {
    orders,
    revenue,
    kept,
    averageOrder: orders === 0 ? null : Math.round(revenue / orders),
    co2Kg: Math.round((kept / 100) * 0.36 * 10) / 10,
  };
}

/** The first and the last day of what a column is compared with, by the words of the rule and none of its code. */
function daysBefore(period: string): [string, string] {
  if (period.length > 7) return [period, period];
  const days = new Date(Number(period.slice(0, 4)), Number(period.slice(5)), 0).getDate();
  return [`${period}-01`, `${period}-${days}`];
}

describe("the columns of the charts", () => {
  it.each<[ChartSpan, number]>([
    ["12", 12],
    ["24", 24],
    ["days", 28],
  ])("for the span %s are what the orders of their days come to", async (asked, count) => {
    const { sales } = await span(asked);
    expect(sales).toHaveLength(count);
    for (const { period, from, to, isRunning, before, ...figures } of sales) {
      expect(figures, period).toEqual(await ordersOf(from, to));
      expect(isRunning).toBe("2026-04-10" >= from && "2026-04-10" <= to);
      if (!before) continue;
      const { period: beforeIt, ...figuresBefore } = before;
      expect(figuresBefore, beforeIt).toEqual(await ordersOf(...daysBefore(beforeIt)));
    }
  });

  it("put a month beside the same month of the year before, and nothing beside what was before the first", async () => {
    const { sales } = await span("24");
    expect(sales[0]).toMatchObject({ period: "2024-05", before: null });
    expect(sales.find(({ period }) => period === "2025-09")).toMatchObject({ before: null });
    expect(sales.find(({ period }) => period === "2025-10")?.before).toMatchObject({
      period: "2024-10",
      orders: 1,
    });
    expect(sales.at(-1)?.before).toMatchObject({ period: "2025-04", orders: 0, revenue: 0 });
  });

  it("put the day on which the clocks turn beside the Sunday four weeks before", async () => {
    const { sales } = await span("days");
    expect(sales[0]?.period).toBe("2026-03-14");
    const turned = sales.find(({ period }) => period === "2026-03-29");
    expect(turned).toMatchObject({ orders: 2, before: { period: "2026-03-01", orders: 1 } });
    expect(sales.at(-1)).toMatchObject({ period: "2026-04-10", orders: 1, isRunning: true });
  });

  it("add up to what stands below them", async () => {
    const twelve = await span("12");
    expect(twelve.together.now).toEqual(await ordersOf("2025-05-01", "2026-04-30"));
    // Before October 2024 there was nothing.
    expect(twelve.together.before).toBeNull();
    const days = await span("days");
    expect(days.together.now).toEqual(await ordersOf("2026-03-14", "2026-04-10"));
    expect(days.together.before).toEqual(await ordersOf("2026-02-14", "2026-03-13"));
    const all = await span("all");
    expect(all.together.now.orders).toBe(await manager.em.count(Order));
    expect(all.together.now.revenue).toBe(all.totalRevenue);
  });

  it("lead to as many orders as they count", async () => {
    for (const asked of ["24", "days"] as const) {
      for (const { from, to, orders } of (await span(asked)).sales) {
        const page = await searchOrders(manager, orderList.schema.parse({ from, to }));
        expect(page.orders, from).toHaveLength(orders);
        expect(page.total).toBe(orders);
      }
    }
  });
});
