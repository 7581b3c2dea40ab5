/** A condition's right side: the ids of orders that no sum contains yet, for an index of whatever is compared. */
export const anyUncountedOrder = "any (array(select order_id from uncounted_order))";

/**
 * Orders, revenue and refunds (pence) by UK day, status and currency, as a table expression for a `from`: the sums, what
 * has happened since they were last added up, and the orders that wait to be counted. A day, status and currency may
 * come in several rows; always sum, money within a currency alone. Exact at any moment.
 */
export const salesByDay = `(
  select day, status, currency, orders, revenue, refunded from sales_day
  union all
  select day, status, currency, orders, revenue, refunded from sales_day_change
  union all
  select day, status, currency, orders, revenue, refunded from sales_of_order where order_id = ${anyUncountedOrder}
)`;

/** Units and revenue (pence) by product, month and currency that the sums of `product_sales` do not contain yet. */
export const productSalesSince = `(
  select period, product_id, currency, units, revenue from product_sales_change
  union all
  select period, product_id, currency, units, revenue from product_sales_of_order where order_id = ${anyUncountedOrder}
)`;

/** VAT by UK day, kind of paper, rate and currency, as `salesByDay`: exact at any moment. */
export const vatByDay = `(
  select day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds from vat_day
  union all
  select day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds from vat_day_change
  union all
  select day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds from vat_of_order
  where order_id = ${anyUncountedOrder}
)`;
