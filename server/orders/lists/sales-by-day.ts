/**
 * Orders, revenue and refunds (pence) by UK day, status and currency, as a table expression for a `from`: the sums and what has
 * happened since they were last added up. A day, status and currency may come in several rows; always sum, money within a currency alone. Exact at any moment.
 */
export const salesByDay = `(
  select day, status, currency, orders, revenue, refunded from sales_day
  union all
  select day, status, currency, orders, revenue, refunded from sales_day_change
)`;
