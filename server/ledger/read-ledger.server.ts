import { z } from "zod";
import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { monthAway } from "#server/core/month.ts";
import type { LedgerDay, LedgerFigures, LedgerMonth } from "./ledger-view.ts";

/** The database's sums are 64-bit and arrive as text. */
const sum = z.coerce.number().int();
const daySchema = z.object({
  day: z.string(),
  stripe: sum,
  paypal: sum,
  payments: sum,
  kept: sum,
  orders: sum,
  refunded: sum,
  disputed: sum,
  unmatched: sum,
  unmatchedPayments: sum,
  refundsMade: sum,
  byHand: sum,
  ordersByHand: sum,
});

/**
 * The ledger of one month, added up by the database: what came on each day and what became of it. What came is read
 * from the payments, what it bought from the orders, what went back from refunds and disputes; that the four agree is
 * not built in, so a mistake anywhere shows as a difference. Definitions: docs/payments.md.
 * @throws ShopError `unauthenticated` or `forbidden`
 */
export async function readLedger(context: Context, month: string): Promise<LedgerMonth> {
  requirePermission(context, "reports.edit:any");
  const [from, to] = [`${month}-01`, `${monthAway(month, 1)}-01`];
  const em = context.em.fork();
  const rows = z.array(daySchema).parse(await em.execute(statement, [from, to, from, to, from, to]));
  const days: LedgerDay[] = rows.map((row) => ({ ...row, difference: differenceOf(row) }));
  return { month, days, total: totalOf(days), foreignPayments: await countForeign(context, from, to) };
}

function differenceOf(figures: Omit<LedgerFigures, "difference">): number {
  const { stripe, paypal, kept, refunded, disputed, unmatched } = figures;
  return stripe + paypal - kept - refunded - disputed - unmatched;
}

const nothing: LedgerFigures = {
  stripe: 0,
  paypal: 0,
  payments: 0,
  kept: 0,
  orders: 0,
  refunded: 0,
  disputed: 0,
  unmatched: 0,
  unmatchedPayments: 0,
  difference: 0,
  refundsMade: 0,
  byHand: 0,
  ordersByHand: 0,
};

function totalOf(days: readonly LedgerDay[]): LedgerFigures {
  return days.reduce<LedgerFigures>(
    (total, day) => ({
      stripe: total.stripe + day.stripe,
      paypal: total.paypal + day.paypal,
      payments: total.payments + day.payments,
      kept: total.kept + day.kept,
      orders: total.orders + day.orders,
      refunded: total.refunded + day.refunded,
      disputed: total.disputed + day.disputed,
      unmatched: total.unmatched + day.unmatched,
      unmatchedPayments: total.unmatchedPayments + day.unmatchedPayments,
      // Two days that are wrong in opposite ways are still wrong.
      difference: total.difference + Math.abs(day.difference),
      refundsMade: total.refundsMade + day.refundsMade,
      byHand: total.byHand + day.byHand,
      ordersByHand: total.ordersByHand + day.ordersByHand,
    }),
    nothing,
  );
}

async function countForeign(context: Context, from: string, to: string): Promise<number> {
  const rows = await context.em.fork().execute(
    `select count(*)::int as count from payment
      where amount_received > 0 and currency <> 'gbp' and ${within("received_at")}`,
    [from, to],
  );
  return z.array(z.object({ count: z.number() })).parse(rows)[0]?.count ?? 0;
}

/** From the first midnight in London up to the other. Plain bounds let PostgreSQL see how few rows a month has. */
function within(column: string): string {
  return `${column} >= ?::timestamp at time zone 'Europe/London' and ${column} < ?::timestamp at time zone 'Europe/London'`;
}

/**
 * `settled` has one row for each payment with what it bought and what went back; `without_payment` the orders whose
 * payment nobody received: those made by a checkout are a difference, the others were recorded by hand. The lateral
 * look-ups cost as much as the month has payments, however many there are in all.
 */
const statement = `
  with settled as (
    select (payment.received_at at time zone 'Europe/London')::date as day, payment.provider,
           payment.amount_received as amount, bought.total_amount as ordered,
           coalesce(given.amount, 0) as refunded, coalesce(contested.amount, 0) as disputed
      from payment left join lateral (select total_amount from customer_order
        where payment_method = payment.provider and transaction_id = payment.provider_payment_id limit 1) bought on true
      left join lateral (select sum(amount) as amount from refund
        where refund.payment_id = payment.id and refund.status <> 'failed') given on true
      left join lateral (select sum(amount_lost) as amount from dispute
        where dispute.payment_id = payment.id) contested on true
     where payment.amount_received > 0 and payment.currency = 'gbp' and ${within("payment.received_at")}
  ),
  without_payment as (
    select (bought.paid_at at time zone 'Europe/London')::date as day, bought.total_amount as ordered,
           bought.checkout_id is not null and bought.payment_method in ('stripe', 'paypal') as claims_payment
      from customer_order bought left join lateral (select true as found from payment
        where payment.provider = bought.payment_method and payment.provider_payment_id = bought.transaction_id
          and payment.amount_received > 0 limit 1) received on true
     where ${within("bought.paid_at")} and received.found is null
  ),
  entry as (
    select day,
           case when provider = 'stripe' then amount else 0 end as stripe,
           case when provider = 'paypal' then amount else 0 end as paypal,
           1 as payments,
           case when ordered is null then 0 else greatest(ordered - refunded - disputed, 0) end as kept,
           case when ordered is null then 0 else 1 end as orders,
           refunded, disputed,
           case when ordered is null then greatest(amount - refunded - disputed, 0) else 0 end as unmatched,
           case when ordered is null and amount > refunded + disputed then 1 else 0 end as unmatched_payments,
           0 as refunds_made, 0 as by_hand, 0 as orders_by_hand
      from settled
    union all
    select day, 0, 0, 0, case when claims_payment then ordered else 0 end, case when claims_payment then 1 else 0 end,
           0, 0, 0, 0, 0, case when claims_payment then 0 else ordered end, case when claims_payment then 0 else 1 end
      from without_payment
    union all
    select (refund.created_at at time zone 'Europe/London')::date, 0, 0, 0, 0, 0, 0, 0, 0, 0, refund.amount, 0, 0
      from refund join payment on payment.id = refund.payment_id and payment.currency = 'gbp'
     where refund.status <> 'failed' and ${within("refund.created_at")}
  )
  select to_char(day, 'YYYY-MM-DD') as day, sum(stripe) as stripe, sum(paypal) as paypal, sum(payments) as payments,
         sum(kept) as kept, sum(orders) as orders, sum(refunded) as refunded, sum(disputed) as disputed,
         sum(unmatched) as unmatched, sum(unmatched_payments) as "unmatchedPayments",
         sum(refunds_made) as "refundsMade", sum(by_hand) as "byHand", sum(orders_by_hand) as "ordersByHand"
    from entry group by day order by day desc`;
