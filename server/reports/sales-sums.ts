/**
 * Each takes what was noted and adds it to the sums behind the dashboard's figures and charts, in the order of their
 * keys: any two runs lock the sums in the same order.
 */
export const addUpSalesStatements: readonly string[] = [
  `with taken as (delete from sales_day_change returning day, status, currency, orders, revenue, refunded)
   insert into sales_day as sums (day, status, currency, orders, revenue, refunded)
   select day, status, currency, sum(orders), sum(revenue), sum(refunded)
   from taken group by day, status, currency order by day, status, currency
   on conflict (day, status, currency) do update set orders = sums.orders + excluded.orders,
     revenue = sums.revenue + excluded.revenue, refunded = sums.refunded + excluded.refunded`,
  `with taken as (delete from product_sales_change returning period, product_id, currency, units, revenue)
   insert into product_sales as sums (period, product_id, currency, units, revenue)
   select coalesce(period, 'all') as span, product_id, currency, sum(units), sum(revenue)
   from taken group by grouping sets ((period, product_id, currency), (product_id, currency))
   order by span, product_id, currency
   on conflict (period, product_id, currency) do update set units = sums.units + excluded.units,
     revenue = sums.revenue + excluded.revenue`,
  `with taken as (delete from vat_day_change returning day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds)
   insert into vat_day as sums (day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds)
   select day, kind, vat_rate, currency, sum(net), sum(vat), sum(gross), sum(net_in_pounds), sum(vat_in_pounds)
   from taken group by day, kind, vat_rate, currency order by day, kind, vat_rate, currency
   on conflict (day, kind, vat_rate, currency) do update set net = sums.net + excluded.net,
     vat = sums.vat + excluded.vat, gross = sums.gross + excluded.gross,
     net_in_pounds = sums.net_in_pounds + excluded.net_in_pounds,
     vat_in_pounds = sums.vat_in_pounds + excluded.vat_in_pounds`,
];
