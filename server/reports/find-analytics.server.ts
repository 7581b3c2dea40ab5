import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { monthOf } from "#server/core/month.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { productSalesSince, salesByDay } from "#server/orders/lists/sales-by-day.ts";
import { orderStatuses } from "#server/orders/status/order-status.ts";
import { type CurrencyCode, codeOf, currencyCodes } from "#server/pricing/money.ts";
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
 * Figures and charts of the Analytics tab, all from sums that the database keeps up to date.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export const findAnalytics = read(
  "reports.view",
  async (context: Context, query: AnalyticsQuery): Promise<Analytics> => {
    const own = codeOf(context.settings.currency);
    const currency = query.currency ?? own;
    const rows = await readSales(context, "YYYY-MM", currency, "-infinity");
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
        ? sumsByPeriod(
            await readSales(context, "YYYY-MM-DD", currency, periods[0]?.before.from ?? "infinity"),
          )
        : byMonth;
    return {
      currency,
      currencies: await currenciesOf(context, own),
      totalRevenue,
      revenueThisMonth: byMonth.get(thisMonth)?.revenue ?? 0,
      ordersThisMonth: byMonth.get(thisMonth)?.orders ?? 0,
      averageOrder: averageOf({ revenue: totalRevenue, orders: totalOrders }),
      totalOrders,
      byStatus,
      ...salesOfPeriods(periods, sums, { earliest, currency }),
      bestSellers: await findBestSellers(context, query.period, currency),
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
  format: "YYYY-MM" | "YYYY-MM-DD",
  currency: CurrencyCode,
  since: string,
): Promise<SalesRow[]> {
  return rawRows(
    em,
    salesSchema,
    `select to_char(day, '${format}') as period, status, sum(orders) as orders, sum(revenue) as revenue,
            sum(refunded) as refunded
     from ${salesByDay} sales where currency = ? and day >= ?::date group by 1, 2`,
    [currency, since],
  );
}

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
