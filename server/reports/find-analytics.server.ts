import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { monthOf } from "#server/core/month.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { type Figures, productSalesSince, readFigures, salesByDay } from "#server/orders/figures.server.ts";
import { orderStatuses } from "#server/orders/order.ts";
import { codeOf } from "#server/pricing/money.ts";
import type { AnalyticsQuery } from "./analytics-query.ts";
import type { Analytics, BestSeller } from "./analytics-view.ts";
import { chartPeriods } from "./chart-periods.ts";
import { averageOf, type SalesRow, salesOfPeriods, sumsByPeriod } from "./sales-of-periods.ts";

const BEST_SELLERS = 10;

/** The database's sums are 64-bit and arrive as text. */
const salesSchema = z.object({
  period: z.string(),
  status: z.enum(orderStatuses),
  orders: z.coerce.number(),
  revenue: z.coerce.number(),
  refunded: z.coerce.number(),
}) satisfies z.ZodType<SalesRow>;

/**
 * Figures and charts of the Analytics tab: today's live, earlier ones as of the last renewal.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export const findAnalytics = read(
  "reports.view",
  async (context: Context, query: AnalyticsQuery): Promise<Analytics> => {
    const currency = codeOf(context.settings.currency);
    const figures = await readFigures(context.em);
    const rows = await readSales(context, figures, "YYYY-MM", "-infinity");
    const byMonth = sumsByPeriod(rows);
    const byStatus: Analytics["byStatus"] = { pending: 0, processing: 0, completed: 0, cancelled: 0 };
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
      periods: [...byMonth]
        .filter(([, { orders }]) => orders > 0)
        .map(([month]) => month)
        .sort()
        .reverse(),
    };
  },
);

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
  units: z.number(),
  revenue: z.number(),
}) satisfies z.ZodType<BestSeller>;

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
