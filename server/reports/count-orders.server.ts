import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { daysOf } from "#server/ledger/ledger-sums.ts";

/** Keeps a transaction short: whoever changes one of these orders waits for it. */
const ORDERS_AT_ONCE = 1000;

const waitingSchema = z.object({ id: z.number() });

/**
 * Counts the orders that wait for it: what each adds to the sums of sales and VAT is noted, as are its customer and its
 * days, whose sums are made anew; `addUpSales` and its like take the notes. Figures are the same before and after.
 */
export async function countOrders(context: Pick<Context, "em">): Promise<void> {
  for (let counted = ORDERS_AT_ONCE; counted === ORDERS_AT_ONCE; ) {
    counted = await inTransaction(context.em, async (em) => {
      // Orders that somebody is changing are left for the next time. Locked first and read by a second statement,
      // which sees all that was changed before the lock.
      const waiting = await rawRows(
        em,
        waitingSchema,
        `select order_id as id from uncounted_order order by order_id limit ${ORDERS_AT_ONCE} for update skip locked`,
      );
      if (waiting.length > 0) {
        await em.execute(countStatement("select unnest(?::int[])"), [
          `{${waiting.map(({ id }) => id).join(",")}}`,
        ]);
      }
      return waiting.length;
    });
  }
}

/** Counts the orders whose ids a query gives: their rows of the queue must be locked. */
export function countStatement(ids: string): string {
  const asked = "any (array(select id from asked))";
  return `
    with asked (id) as materialized (${ids}),
    sales as (
      insert into sales_day_change (day, status, currency, orders, revenue, refunded)
      select day, status, currency, sum(orders), sum(revenue), sum(refunded)
      from sales_of_order where order_id = ${asked} group by 1, 2, 3
    ),
    products as (
      insert into product_sales_change (period, product_id, currency, units, revenue)
      select period, product_id, currency, sum(units), sum(revenue)
      from product_sales_of_order where order_id = ${asked} group by 1, 2, 3
    ),
    vat as (
      insert into vat_day_change (day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds)
      select day, kind, vat_rate, currency, sum(net), sum(vat), sum(gross), sum(net_in_pounds), sum(vat_in_pounds)
      from vat_of_order where order_id = ${asked} group by 1, 2, 3, 4
    ),
    customers as (
      insert into customer_impact_change (email)
      select distinct lower(customer_email) from customer_order where id = ${asked} and paid_at is not null
    ),
    days as (
      insert into ledger_day_change (day) select day from ${daysOf(asked)} days
    )
    delete from uncounted_order where order_id = ${asked}`;
}
