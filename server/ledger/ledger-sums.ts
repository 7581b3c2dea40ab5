import { anyUncountedOrder } from "#server/orders/lists/sales-by-day.ts";
import { providerIds } from "#server/payments/provider-list.ts";

/** The columns of `ledger_day` beside its day, in the order of the statements below. */
const figures = [
  "received",
  "payments",
  "kept",
  "orders",
  "refunded",
  "disputed",
  "unmatched",
  "unmatched_payments",
  "refunds_made",
  "by_hand",
  "orders_by_hand",
];

/** The money received, by provider, is one object; the others are numbers. */
const sums = figures.filter((name) => name !== "received");

const providers = providerIds.map((id) => `'${id}'`).join(", ");

/** From one midnight in London to the next. Plain bounds let PostgreSQL see how few rows a day has. */
function within(column: string): string {
  const start = (day: string) => `(${day})::timestamp at time zone 'Europe/London'`;
  return `${column} >= ${start("asked.day")} and ${column} < ${start("asked.day + 1")}`;
}

/**
 * CTEs for a `with`, of which `fresh` is the last: the figures of the days in `days` (a table with a column `day`), made
 * from the rows themselves. `settled` has one row for each payment with what it bought and what went back;
 * `without_payment` the orders whose payment nobody received: those made by a checkout are a difference, the others were
 * recorded by hand. The look-ups cost as much as those days have payments, however many there are in all.
 */
function ledgerSums(days: string): string {
  return `
  settled as (
    select asked.day, payment.currency, payment.provider, payment.amount_received as amount, bought.total_amount as ordered,
           coalesce(given.amount, 0) as refunded, coalesce(contested.amount, 0) as disputed
      from ${days} asked cross join lateral (select * from payment
        where payment.amount_received > 0 and ${within("payment.received_at")}
        offset 0) payment
      left join lateral (select total_amount from customer_order
        where payment_method = payment.provider and transaction_id = payment.provider_payment_id limit 1) bought on true
      left join lateral (select sum(amount) as amount from refund
        where refund.payment_id = payment.id and refund.status <> 'failed' offset 0) given on true
      left join lateral (select sum(amount_lost) as amount from dispute
        where dispute.payment_id = payment.id offset 0) contested on true
  ),
  without_payment as (
    select asked.day, bought.currency, bought.total_amount as ordered,
           bought.checkout_id is not null and bought.payment_method in (${providers}) as claims_payment
      from ${days} asked cross join lateral (select * from customer_order
        where ${within("customer_order.paid_at")} offset 0) bought
      left join lateral (select true as found from payment
        where payment.provider = bought.payment_method and payment.provider_payment_id = bought.transaction_id
          and payment.amount_received > 0 limit 1) received on true
     where received.found is null
  ),
  entry as (
    select day, currency,
           1 as payments,
           case when ordered is null then 0 else greatest(ordered - refunded - disputed, 0) end as kept,
           case when ordered is null then 0 else 1 end as orders,
           refunded, disputed,
           case when ordered is null then greatest(amount - refunded - disputed, 0) else 0 end as unmatched,
           case when ordered is null and amount > refunded + disputed then 1 else 0 end as unmatched_payments,
           0 as refunds_made, 0 as by_hand, 0 as orders_by_hand
      from settled
    union all
    select day, currency, 0, case when claims_payment then ordered else 0 end, case when claims_payment then 1 else 0 end,
           0, 0, 0, 0, 0, case when claims_payment then 0 else ordered end, case when claims_payment then 0 else 1 end
      from without_payment
    union all
    select asked.day, payment.currency, 0, 0, 0, 0, 0, 0, 0, refund.amount, 0, 0
      from ${days} asked cross join lateral (select * from refund
        where refund.status <> 'failed' and ${within("refund.created_at")} offset 0) refund
      join payment on payment.id = refund.payment_id
  ),
  by_provider as (
    select day, currency, jsonb_object_agg(provider, amount) as received
      from (select day, currency, provider, sum(amount) as amount from settled group by day, currency, provider) sums
     group by day, currency
  ),
  fresh as (
    select day, currency, coalesce(received, '{}') as received, ${sums.map((name) => `sum(${name}) as ${name}`).join(", ")}
      from entry left join by_provider using (day, currency) group by day, currency, received
  )`;
}

/** A query for the days on which orders and their payments count; `orders` is what their ids are equal to. */
export function daysOf(orders: string): string {
  return `(
    select sales_day_of(paid_at) as day from customer_order where id = ${orders} and paid_at is not null
    union
    select sales_day_of(received_at) from customer_order bought
      join payment on payment.provider = bought.payment_method and payment.provider_payment_id = bought.transaction_id
      where bought.id = ${orders} and received_at is not null
  )`;
}

/** The days from the first parameter up to the second whose stored figures are out of date. */
export const notedStatement = `
  select distinct to_char(day, 'YYYY-MM-DD') as day
  from (select day from ledger_day_change union all ${daysOf(anyUncountedOrder)}) noted
  where day >= ?::date and day < ?::date`;

/**
 * The figures of all days from one day up to another, the newest first: stored ones, except for the noted days, which
 * are calculated again. Its parameters are the noted days, then the two ends.
 */
export function readStatement(notedDays: number): string {
  const columns = ["day", "currency", ...figures].join(", ");
  const storedDays = `select ${columns} from ledger_day where day >= ?::date and day < ?::date`;
  const noted = Array.from({ length: notedDays }, () => "(?::date)").join(", ");
  const isKept = notedDays === 0;
  return `
  ${isKept ? "" : `with noted (day) as materialized (values ${noted}), ${ledgerSums("noted")}`}
  select to_char(day, 'YYYY-MM-DD') as day, currency, received, payments, kept, orders, refunded, disputed, unmatched,
         unmatched_payments as "unmatchedPayments", refunds_made as "refundsMade", by_hand as "byHand",
         orders_by_hand as "ordersByHand"
  from (${
    isKept
      ? storedDays
      : `select ${columns} from fresh union all ${storedDays} and day not in (select day from noted)`
  }) days order by days.day desc, days.currency`;
}

/**
 * Calculates a number of the noted days again, the newest first, and stores their figures. Only one run at a time:
 * see `addUpLedger`.
 */
export function addUpLedgerStatement(mostDays: number): string {
  return `
  with taken as (
    delete from ledger_day_change
    where day in (select distinct day from ledger_day_change order by day desc limit ${mostDays}) returning day
  ),
  days as materialized (select distinct day from taken),
  ${ledgerSums("days")},
  emptied as (
    delete from ledger_day where day in (select day from days) and (day, currency) not in (select day, currency from fresh)
  )
  insert into ledger_day as sums (day, currency, ${figures.join(", ")})
  select day, currency, ${figures.join(", ")} from fresh
  on conflict (day, currency) do update set ${figures.map((name) => `${name} = excluded.${name}`).join(", ")}`;
}
