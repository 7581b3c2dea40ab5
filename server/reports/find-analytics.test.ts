import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { fixedClock } from "#server/core/context.ts";
import { dayAway, monthAway, shopDay } from "#server/core/shop-time.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { changeFrom, chartPeriods } from "./analytics.ts";
import { findAnalytics } from "./find-analytics.server.ts";

const context = await testContext({ clock: fixedClock("2026-07-15T12:00:00Z") });
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
const cheap = await makeProduct(context, { name: "Cheap", price: 100 });
const dear = await makeProduct(context, { name: "Dear", price: 10_000 });
const names = [cheap.name, dear.name];
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

  it("leave no month out", async () => {
    const { sales } = await findAnalytics(manager, { span: "12", period: "all" });
    expect(sales).toHaveLength(12);
    expect(sales[0]).toMatchObject({ period: "2025-08", orders: 0, revenue: 0, averageOrder: null });
    expect(sales.at(-1)).toMatchObject({ period: "2026-07", orders: 3 });
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

const anyDay = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2039-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("a month of a chart", () => {
  it.each([
    ["2028-02-29", "2028-02", "2028-02-29", "2027-02", "2027-02-28"],
    ["2027-02-01", "2027-02", "2027-02-28", "2026-02", "2026-02-28"],
    ["2026-12-31", "2026-12", "2026-12-31", "2025-12", "2025-12-31"],
    ["2026-11-26", "2026-11", "2026-11-30", "2025-11", "2025-11-30"],
  ])("on %s is %s until %s beside %s until %s", (today, name, to, nameBefore, toBefore) => {
    expect(chartPeriods("12", today, "2020-01").at(-1)).toEqual({
      name,
      from: `${name}-01`,
      to,
      before: { name: nameBefore, from: `${nameBefore}-01`, to: toBefore },
    });
  });

  it("follows the one before without a gap, for as many as are asked for", () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom("12", "24", "all"), (today, span) => {
        const earliest = monthAway(today.slice(0, 7), -40);
        const periods = chartPeriods(span, today, earliest);
        expect(periods).toHaveLength(span === "all" ? 41 : Number(span));
        periods.slice(1).forEach(({ from, before }, index) => {
          expect(dayAway(periods[index]?.to ?? "", 1)).toBe(from);
          expect(dayAway(periods[index]?.before.to ?? "", 1)).toBe(before.from);
        });
        expect(periods.at(-1)?.name).toBe(today.slice(0, 7));
      }),
    );
  });
});

describe("a day of a chart", () => {
  it("stands beside the same day of the week, four weeks before, and none is shown twice or left out", () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const periods = chartPeriods("days", today, "2020-01");
        const weekday = (day: string) => new Date(day).getUTCDay();
        for (const { name, from, to, before } of periods) {
          expect([from, to]).toEqual([name, name]);
          expect(weekday(before.name)).toBe(weekday(name));
        }
        const days = [...periods.map(({ before }) => before.name), ...periods.map(({ name }) => name)];
        const expected = Array.from({ length: 56 }, (_, ago) => dayAway(today, -ago)).reverse();
        expect(days).toEqual(expected);
      }),
    );
  });

  it("begins and ends at midnight of the shop", () => {
    // Half past eleven in the evening in UTC is the next day in London in summer.
    expect(chartPeriods("days", shopDay("2026-06-30T23:30:00Z"), "2020-01").at(-1)?.name).toBe("2026-07-01");
    expect(chartPeriods("days", shopDay("2026-11-30T23:30:00Z"), "2020-01").at(-1)?.name).toBe("2026-11-30");
  });
});

describe("a change", () => {
  it.each([
    [200, 250, 0.25],
    [200, 100, -0.5],
    [200, 200, 0],
    [200, 0, -1],
    [0, 100, null],
    [0, 0, null],
  ])("from %i to %i is %s", (before, now, change) => {
    expect(changeFrom(before, now)).toBe(change);
  });
});
