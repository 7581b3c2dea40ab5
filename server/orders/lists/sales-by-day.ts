/**
 * Orders, revenue and refunds (pence) by UK day and status, as a table expression for a `from`: the sums and what has
 * happened since they were last added up. A day and status may come in several rows; always sum. Exact at any moment.
 */
export const salesByDay = `(
  select day, status, orders, revenue, refunded from sales_day
  union all
  select day, status, orders, revenue, refunded from sales_day_change
)`;
