import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import type { OrderTotals } from "./order-view.ts";
import { salesByDay } from "./sales-by-day.ts";

/** The database's sums are 64-bit and arrive as text. */
type Sums = Record<keyof OrderTotals, string>;

/**
 * The figures of the dashboard's cards, added up by the database.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export async function orderTotals(context: Context): Promise<OrderTotals> {
  requirePermission(context, "reports.view");
  const [sums] = await context.em.execute<Sums[]>(
    `select
       coalesce(sum(orders), 0) as "totalOrders",
       coalesce(sum(revenue), 0) as "totalRevenue",
       coalesce(sum(orders) filter (where day >= date_trunc('month', sales_day_of(?))::date), 0) as "ordersThisMonth",
       coalesce(sum(revenue - refunded) filter (where status <> 'cancelled'), 0) as "revenueExcludingCancelled",
       (select count(*) from product where archived_at is null) as products
     from ${salesByDay} sales`,
    [context.clock.now().toISOString()],
  );
  return {
    totalOrders: Number(sums?.totalOrders ?? 0),
    totalRevenue: Number(sums?.totalRevenue ?? 0),
    ordersThisMonth: Number(sums?.ordersThisMonth ?? 0),
    revenueExcludingCancelled: Number(sums?.revenueExcludingCancelled ?? 0),
    products: Number(sums?.products ?? 0),
  };
}
