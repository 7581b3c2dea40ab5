import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { co2OfSpending } from "#server/community/carbon.ts";
import type { Context } from "#server/core/context.ts";
import { monthAway, monthOf } from "#server/core/month.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { productSalesSince, salesByDay } from "#server/orders/lists/sales-by-day.ts";
import { orderStatuses } from "#server/orders/status/order-status.ts";
import { type CurrencyCode, codeOf, currencyCodes } from "#server/pricing/money.ts";
import type { AnalyticsQuery } from "./analytics-query.ts";
import type { Analytics, BestSeller, MonthOfSales } from "./analytics-view.ts";

const BEST_SELLERS = 10;

/** The database's sums are 64-bit and arrive as text. */
const monthSchema = z.object({
  month: z.string(),
  status: z.enum(orderStatuses),
  orders: z.coerce.number(),
  revenue: z.coerce.number(),
  refunded: z.coerce.number(),
});

/**
 * Figures and charts of the Analytics tab, all from sums that the database keeps up to date.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export const findAnalytics = read(
  "reports.view",
  async (context: Context, query: AnalyticsQuery): Promise<Analytics> => {
    const own = codeOf(context.settings.currency);
    const currency = query.currency ?? own;
    const rows = await rawRows(
      context.em,
      monthSchema,
      `select to_char(day, 'YYYY-MM') as month, status, sum(orders) as orders, sum(revenue) as revenue,
            sum(refunded) as refunded
     from ${salesByDay} sales where currency = ? group by 1, 2`,
      [currency],
    );
    const thisMonth = monthOf(context.clock.now());
    const byMonth = new Map<string, MonthOfSales>();
    const byStatus: Analytics["byStatus"] = { pending: 0, processing: 0, completed: 0, cancelled: 0 };
    for (const { month: name, status, orders, revenue, refunded } of rows) {
      byStatus[status] += orders;
      const month = byMonth.get(name) ?? emptyMonth(name);
      month.orders += orders;
      month.revenue += revenue;
      if (status !== "cancelled") month.kept += revenue - refunded;
      byMonth.set(name, month);
    }
    const months = [...byMonth.values()];
    const totalOrders = months.reduce((sum, { orders }) => sum + orders, 0);
    const totalRevenue = months.reduce((sum, { revenue }) => sum + revenue, 0);
    const current = byMonth.get(thisMonth) ?? emptyMonth(thisMonth);
    const first =
      query.span === "all" ? earliest(months, thisMonth) : monthAway(thisMonth, 1 - Number(query.span));
    return {
      currency,
      currencies: await currenciesOf(context, own),
      totalRevenue,
      revenueThisMonth: current.revenue,
      ordersThisMonth: current.orders,
      averageOrder: average(totalRevenue, totalOrders),
      totalOrders,
      byStatus,
      months: monthsFrom(first, thisMonth).map((month) =>
        finished(byMonth.get(month) ?? emptyMonth(month), currency),
      ),
      bestSellers: await findBestSellers(context, query.period, currency),
      periods: months
        .filter(({ orders }) => orders > 0)
        .map(({ month }) => month)
        .sort()
        .reverse(),
    };
  },
);

const currencySchema = z.object({ currency: z.enum(currencyCodes) });

/** What a choice of currencies is between: the shop's first, then the others in which anything was ever sold. */
export async function currenciesOf({ em }: Pick<Context, "em">, own: CurrencyCode): Promise<CurrencyCode[]> {
  const rows = await rawRows(
    em,
    currencySchema,
    `select distinct currency from ${salesByDay} sales where orders <> 0 order by 1`,
  );
  return [own, ...rows.map(({ currency }) => currency).filter((currency) => currency !== own)];
}

const bestSellerSchema = z.object({
  productId: z.number(),
  name: z.string(),
  units: z.number(),
  revenue: z.number(),
}) satisfies z.ZodType<BestSeller>;

/**
 * The top of the ranked sums among the products without recent changes, together with the products that have some:
 * exact, and read by an index.
 */
function findBestSellers({ em }: Context, period: string, currency: CurrencyCode): Promise<BestSeller[]> {
  const changes = period === "all" ? "currency = ?" : "currency = ? and period = ?";
  const parameters = period === "all" ? [currency] : [currency, period];
  return rawRows(
    em,
    bestSellerSchema,
    `with changed as materialized (
       select product_id, sum(units)::int as units, sum(revenue)::bigint as revenue
       from ${productSalesSince} changes where ${changes} group by product_id
     ),
     ranked as (
       (select product_id, units, revenue from product_sales
        where period = ? and currency = ? and product_id not in (select product_id from changed)
        order by units desc, product_id limit ${BEST_SELLERS})
       union all
       select changed.product_id, changed.units + coalesce(sums.units, 0), changed.revenue + coalesce(sums.revenue, 0)
       from changed left join product_sales sums
         on sums.period = ? and sums.currency = ? and sums.product_id = changed.product_id
     )
     select product.id as "productId", product.name, ranked.units, ranked.revenue::float8 as revenue
     from ranked join product on product.id = ranked.product_id
     where ranked.units > 0 order by ranked.units desc, product.id limit ${BEST_SELLERS}`,
    [...parameters, period, currency, period, currency],
  );
}

function emptyMonth(month: string): MonthOfSales {
  return { month, orders: 0, revenue: 0, kept: 0, averageOrder: null, co2Kg: null };
}

function finished(month: MonthOfSales, currency: CurrencyCode): MonthOfSales {
  return {
    ...month,
    averageOrder: average(month.revenue, month.orders),
    co2Kg: currency === "gbp" ? co2OfSpending(month.kept) : null,
  };
}

function average(revenue: number, orders: number): number | null {
  return orders === 0 ? null : Math.round(revenue / orders);
}

function earliest(months: MonthOfSales[], thisMonth: string): string {
  return months.reduce((first, { month }) => (month < first ? month : first), thisMonth);
}

function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAway(month, 1)) months.push(month);
  return months;
}
