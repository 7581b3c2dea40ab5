import { allLive, productSalesSince, salesByDay, vatByDay } from "#server/orders/lists/figures.server.ts";

interface Sum {
  name: string;
  /** What readers see, and the same added up from the rows themselves: the same columns in the same order. */
  shown: string;
  truth: string;
}

const products = "period, product_id, sum(units) as units, sum(revenue) as revenue";

const sums: readonly Sum[] = [
  {
    name: "sales by day",
    shown: `select day, status, sum(orders) as orders, sum(revenue) as revenue, sum(refunded) as refunded
      from ${salesByDay(allLive)} sales group by 1, 2
      having sum(orders) <> 0 or sum(revenue) <> 0 or sum(refunded) <> 0`,
    truth: `select (bought.created_at at time zone 'Europe/London')::date, status, count(*), sum(total_amount),
             coalesce(sum(given.amount), 0)
      from customer_order bought
      left join (select order_id, sum(amount) as amount from refund where status <> 'failed' group by 1) given
        on given.order_id = bought.id
      group by 1, 2`,
  },
  {
    name: "sales by product",
    shown: `select ${products}
      from ${productSalesSince(allLive)} sold
      group by 1, 2 having sum(units) <> 0 or sum(revenue) <> 0`,
    truth: productTruth("to_char(bought.created_at at time zone 'Europe/London', 'YYYY-MM')"),
  },
  {
    name: "VAT by day",
    shown: `select day, kind, vat_rate, sum(net) as net, sum(vat) as vat, sum(gross) as gross,
             sum(net_in_pounds) as net_in_pounds, sum(vat_in_pounds) as vat_in_pounds
      from ${vatByDay(allLive)} sums group by 1, 2, 3 having sum(gross) <> 0 or sum(vat) <> 0`,
    truth: `select day, kind, vat_rate, sum(gross - vat), sum(vat), sum(gross),
             sum(in_pounds(gross - vat, rate)), sum(in_pounds(vat, rate))
      from (
        select (bought.created_at at time zone 'Europe/London')::date as day, 'sale' as kind, part.vat_rate,
               part.vat, part.gross, bought.sterling_rate as rate
        from customer_order bought cross join lateral vat_by_rate(shipping_cost,
          array(select vat_rate from order_line where order_id = bought.id order by id),
          array(select line_total from order_line where order_id = bought.id order by id)) part
        where not invoice_is_void
        union all
        select (issued_at at time zone 'Europe/London')::date, kind, (line->>'vatRate')::int,
               sum((line->>'vat')::bigint)::bigint, sum((line->>'gross')::bigint)::bigint, bought.sterling_rate
        from correction_note note join customer_order bought on bought.id = note.order_id
        cross join lateral jsonb_array_elements(content->'lines') line
        where not is_void group by note.id, 1, 2, 3, 6
      ) papers group by 1, 2, 3 having sum(gross) <> 0 or sum(vat) <> 0`,
  },
];

function productTruth(period: string): string {
  return `select ${period}, product_id, sum(quantity - cancelled_quantity - returned_quantity),
           sum((quantity - cancelled_quantity - returned_quantity) * unit_price::bigint)
    from order_line join customer_order bought on bought.id = order_line.order_id
    where status <> 'cancelled' group by 1, 2
    having sum(quantity - cancelled_quantity - returned_quantity) <> 0 or sum((quantity - cancelled_quantity - returned_quantity) * unit_price::bigint) <> 0`;
}

/** For each sum that the shop keeps: a statement that selects what readers see and is not so, and what they miss. */
export const wrongSums: readonly { name: string; statement: string }[] = sums.map(
  ({ name, shown, truth }) => ({
    name,
    statement: `
      with shown as (${shown}), truth as (${truth})
      select 'shown' as side, to_jsonb(wrong) as sum from (table shown except all table truth) wrong
      union all select 'missing', to_jsonb(wrong) from (table truth except all table shown) wrong`,
  }),
);
