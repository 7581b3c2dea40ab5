import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";

/**
 * Adds what the triggers wrote down since the last time into the sums behind the dashboard's figures and charts. Safe to
 * run twice at once: whoever comes second finds nothing left of what the first has taken.
 */
export async function addUpSales(context: Context): Promise<void> {
  await inTransaction(context.em, async (em) => {
    await em.execute(
      `with taken as (delete from sales_day_change returning day, status, orders, revenue, refunded)
       insert into sales_day as sums (day, status, orders, revenue, refunded)
       select day, status, sum(orders), sum(revenue), sum(refunded) from taken group by day, status
       on conflict (day, status) do update set orders = sums.orders + excluded.orders,
         revenue = sums.revenue + excluded.revenue, refunded = sums.refunded + excluded.refunded`,
    );
    await em.execute(
      `with taken as (delete from product_sales_change returning period, product_id, units, revenue)
       insert into product_sales as sums (period, product_id, units, revenue)
       select coalesce(period, 'all'), product_id, sum(units), sum(revenue)
       from taken group by grouping sets ((period, product_id), (product_id))
       on conflict (period, product_id) do update set units = sums.units + excluded.units,
         revenue = sums.revenue + excluded.revenue`,
    );
    await em.execute(
      `with taken as (delete from vat_day_change returning day, kind, vat_rate, net, vat, gross)
       insert into vat_day as sums (day, kind, vat_rate, net, vat, gross)
       select day, kind, vat_rate, sum(net), sum(vat), sum(gross) from taken group by day, kind, vat_rate
       on conflict (day, kind, vat_rate) do update set net = sums.net + excluded.net, vat = sums.vat + excluded.vat,
         gross = sums.gross + excluded.gross`,
    );
  });
}
