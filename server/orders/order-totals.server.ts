import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import type { OrderTotals } from "./order-view.ts";

/** The database's sums are 64-bit and arrive as text. */
type Sums = Record<keyof OrderTotals, string>;

/**
 * The figures of the dashboard's cards, added up by the database.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export async function orderTotals(context: Context): Promise<OrderTotals> {
  requirePermission(context, "reports.view:any");
  const [sums] = await context.em.execute<Sums[]>(
    `select
       count(*) as "totalOrders",
       coalesce(sum(o.total_amount), 0) as "totalRevenue",
       count(*) filter (
         where o.created_at >= date_trunc('month', ?::timestamptz at time zone 'Europe/London') at time zone 'Europe/London'
       ) as "ordersThisMonth",
       coalesce(sum(greatest(o.total_amount - coalesce(refunded.amount, 0), 0))
                filter (where o.status <> 'cancelled'), 0) as "revenueExcludingCancelled",
       (select count(*) from product where archived_at is null) as products
     from customer_order o
     left join (select order_id, sum(amount) as amount from refund where status <> 'failed' group by order_id) refunded
       on refunded.order_id = o.id`,
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
