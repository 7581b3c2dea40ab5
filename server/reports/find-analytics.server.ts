import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { co2OfSpending } from "#server/community/community.ts";
import type { Context } from "#server/core/context.ts";
import { monthOf, shopDay } from "#server/core/shop-time.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { type Figures, productSalesSince, readFigures, salesByDay } from "#server/orders/figures.server.ts";
import { type OrderStatus, orderStatuses } from "#server/orders/order.ts";
import { type CurrencyCode, codeOf, type Pence } from "#server/pricing/money.ts";
import { type AnalyticsQuery, type ChartPeriod, chartPeriods } from "./analytics.ts";

/** What the orders of one status and one month or day come to; the database's sums are 64-bit and arrive as text. */
const salesSchema = z.object({
  period: z.string(),
  status: z.enum(orderStatuses),
  orders: z.coerce.number(),
  revenue: z.coerce.number(),
  refunded: z.coerce.number(),
});
type SalesRow = z.output<typeof salesSchema>;

/** Sums that add up, from which the others follow. */
interface Sums {
  orders: number;
  /** Sum of all order totals. */
  revenue: Pence;
  /** The revenue less cancelled orders and refunds. */
  kept: Pence;
}

const nothing: Sums = { orders: 0, revenue: 0, kept: 0 };

/** Rows of one currency added up by month or by day. */
function sumsByPeriod(rows: readonly SalesRow[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { period, status, orders, revenue, refunded } of rows) {
    const kept = status === "cancelled" ? 0 : revenue - refunded;
    sums.set(period, added(sums.get(period) ?? nothing, { orders, revenue, kept }));
  }
  return sums;
}

/**
 * The columns of the charts, each beside what it is compared with, and all of them together. Before the month of the
 * first order, "2021-03", there is nothing to compare with.
 */
function salesOfPeriods(
  periods: readonly ChartPeriod[],
  sums: ReadonlyMap<string, Sums>,
  { earliest, currency }: { earliest: string; currency: CurrencyCode },
) {
  const sumsOf = (period: string) => sums.get(period) ?? nothing;
  const figuresOf = (period: string) => finished(sumsOf(period), currency);
  const compared = periods.filter(({ before }) => before.to.slice(0, earliest.length) >= earliest);
  const sales = periods.map((period) => ({
    period: period.name,
    from: period.from,
    to: period.to,
    /** It is not over yet. */
    isRunning: period === periods.at(-1),
    ...figuresOf(period.name),
    before: compared.includes(period)
      ? { period: period.before.name, ...figuresOf(period.before.name) }
      : null,
  }));
  const all = (names: readonly string[]) => finished(names.map(sumsOf).reduce(added, nothing), currency);
  return {
    sales,
    together: {
      now: all(periods.map(({ name }) => name)),
      before: compared.length === periods.length ? all(compared.map(({ before }) => before.name)) : null,
    },
  };
}

function added(one: Sums, other: Sums): Sums {
  return {
    orders: one.orders + other.orders,
    revenue: one.revenue + other.revenue,
    kept: one.kept + other.kept,
  };
}

/** What was sold in a time. */
export type SalesFigures = ReturnType<typeof finished>;

function finished(sums: Sums, currency: CurrencyCode) {
  return {
    ...sums,
    averageOrder: averageOf(sums),
    /** For the revenue that was kept; null in other currencies, since the rate is per pound. */
    co2Kg: currency === "gbp" ? co2OfSpending(sums.kept) : null,
  };
}

/** Pence; null without orders. */
function averageOf({ revenue, orders }: Pick<Sums, "revenue" | "orders">): Pence | null {
  return orders === 0 ? null : Math.round(revenue / orders);
}

const BEST_SELLERS = 10;

/** Figures and charts of the Analytics tab: today's live, earlier ones as of the last renewal. */
export const findAnalytics = read("reports.view", async (context: Context, query: AnalyticsQuery) => {
  const currency = codeOf(context.settings.currency);
  const figures = await readFigures(context.em);
  const rows = await readSales(context, figures, "YYYY-MM", "-infinity");
  const byMonth = sumsByPeriod(rows);
  const byStatus: Record<OrderStatus, number> = { pending: 0, processing: 0, completed: 0, cancelled: 0 };
  for (const { status, orders } of rows) byStatus[status] += orders;
  const totalOrders = rows.reduce((sum, { orders }) => sum + orders, 0);
  const totalRevenue = rows.reduce((sum, { revenue }) => sum + revenue, 0);
  const now = context.clock.now();
  const thisMonth = monthOf(now);
  const earliest = [...byMonth.keys()].reduce((first, month) => (month < first ? month : first), thisMonth);
  const periods = chartPeriods(query.span, shopDay(now), earliest);
  const sums =
    query.span === "days"
      ? sumsByPeriod(await readSales(context, figures, "YYYY-MM-DD", periods[0]?.before.from ?? "infinity"))
      : byMonth;
  return {
    currency,
    asOf: figures.asOf,
    totalRevenue,
    revenueThisMonth: byMonth.get(thisMonth)?.revenue ?? 0,
    ordersThisMonth: byMonth.get(thisMonth)?.orders ?? 0,
    averageOrder: averageOf({ revenue: totalRevenue, orders: totalOrders }),
    totalOrders,
    byStatus,
    ...salesOfPeriods(periods, sums, { earliest, currency }),
    bestSellers: await findBestSellers(context, figures, query.period),
    /** Months with sales, the newest first: the choices for the best sellers. */
    periods: [...byMonth]
      .filter(([, { orders }]) => orders > 0)
      .map(([month]) => month)
      .sort()
      .reverse(),
  };
});

/** The Analytics tab and its charts. */
export type Analytics = Awaited<ReturnType<typeof findAnalytics>>;

/** A column of the charts: a month or a day in UK time. */
export type SalesOfPeriod = Analytics["sales"][number];

/** The sums since a day, by status and month or day. */
function readSales(
  { em }: Context,
  figures: Figures,
  format: "YYYY-MM" | "YYYY-MM-DD",
  since: string,
): Promise<SalesRow[]> {
  return rawRows(
    em,
    salesSchema,
    `select to_char(day, '${format}') as period, status, sum(orders) as orders, sum(revenue) as revenue,
            sum(refunded) as refunded
     from ${salesByDay(figures)} sales where day >= ?::date group by 1, 2`,
    [since],
  );
}

const bestSellerSchema = z.object({
  productId: z.number(),
  name: z.string(),
  /** Sold in orders that were not cancelled, less returns to stock. */
  units: z.number(),
  revenue: z.number(),
});

export type BestSeller = z.output<typeof bestSellerSchema>;

/** The top of the ranked sums among the products without sales of today, together with those that have some. */
function findBestSellers({ em }: Context, figures: Figures, period: string): Promise<BestSeller[]> {
  const changes = period === "all" ? "" : "where period = ?";
  const parameters = period === "all" ? [] : [period];
  return rawRows(
    em,
    bestSellerSchema,
    `with changed as materialized (
       select product_id, sum(units)::int as units, sum(revenue)::bigint as revenue
       from ${productSalesSince(figures)} changes ${changes} group by product_id
     ),
     ranked as (
       (select product_id, units, revenue from product_sales
        where period = ? and product_id not in (select product_id from changed)
        order by units desc, product_id limit ${BEST_SELLERS})
       union all
       select changed.product_id, changed.units + coalesce(sums.units, 0), changed.revenue + coalesce(sums.revenue, 0)
       from changed left join product_sales sums on sums.period = ? and sums.product_id = changed.product_id
     )
     select product.id as "productId", product.name, ranked.units, ranked.revenue::float8 as revenue
     from ranked join product on product.id = ranked.product_id
     where ranked.units > 0 order by ranked.units desc, product.id limit ${BEST_SELLERS}`,
    [...parameters, period, period],
  );
}
