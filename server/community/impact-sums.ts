import { achievements, thresholdOf } from "./achievements.ts";

/** Addresses whose stored sums may be out of date: those that the triggers noted, and of orders not yet counted. */
export const addressesToAddUp = `(
  select email from customer_impact_change
  union all
  select lower(customer_email) from customer_order
  where id = any (array(select order_id from uncounted_order)) and paid_at is not null
)`;

/** The figures of the community's tally; beside them it has one for each achievement's id. */
export const TALLY = { customers: "customers", orders: "orders", spent: "spent" } as const;

/**
 * CTEs for a `with`: `changed`, the addresses in `source` (a table expression with a column `email`); `fresh`, their sums
 * made anew, without those that have none; `stale`, their sums as they were last kept. What counts is a paid order that
 * was neither cancelled nor wholly given back, less what was given back of it, in pounds: what was paid in another
 * currency at the rate that the order is frozen with.
 */
export function impactSums(source: string): string {
  return `
    changed as materialized (select distinct email from ${source} noted),
    fresh as materialized (
      select changed.email, count(*)::int as orders, sum(in_pounds(bought.total_amount - given.back, bought.sterling_rate))::bigint as spent,
             max(bought.id) as last_order_id,
             changed.email not like '%@erased.invalid'
               and coalesce(bool_and(buyer.show_on_leaderboard), true)
               and coalesce(bool_and(holder.show_on_leaderboard), true) as is_shown
      from changed
      join customer_order bought on lower(bought.customer_email) = changed.email
      cross join lateral (
        select coalesce(sum(amount), 0) as back from refund where order_id = bought.id and status <> 'failed'
      ) given
      left join user_account buyer on buyer.id = bought.customer_id
      left join user_account holder on lower(holder.email) = changed.email
      where bought.paid_at is not null and bought.status <> 'cancelled' and bought.total_amount > given.back
      group by changed.email
    ),
    stale as materialized (select kept.* from customer_impact kept join changed using (email))`;
}

/** Rows of name and value: what replacing `stale` with `fresh` adds to the tally. */
export const tallyGain = `(${tallyOf("fresh", 1)} union all ${tallyOf("stale", -1)})`;

function tallyOf(rows: "fresh" | "stale", sign: 1 | -1): string {
  const figures = [
    [TALLY.customers, "1"],
    [TALLY.orders, "orders"],
    [TALLY.spent, "spent"],
    ...achievements.map((achievement) => {
      const { orders = 0, spent = 0 } = thresholdOf(achievement);
      return [achievement.id, `(orders >= ${orders} and spent >= ${spent})::int`];
    }),
  ];
  const values = figures.map(([name, value]) => `('${name}', ${value})`).join(", ");
  return `select figure.name, ${sign} * figure.value as value
          from ${rows} cross join lateral (values ${values}) figure (name, value)`;
}

/** Calculates the noted customers' sums again and adds the difference to the tally, in one statement: one moment. */
export const addUpStatement = `
  with taken as (delete from customer_impact_change returning email), ${impactSums("taken")},
  gone as (
     delete from customer_impact where email in (select email from changed except select email from fresh)
  ),
  tallied as (
     insert into community_tally as tally (name, value)
     select name, sum(value) from ${tallyGain} gain group by name
     on conflict (name) do update set value = tally.value + excluded.value
  )
  insert into customer_impact as kept (email, orders, spent, last_order_id, is_shown)
  select email, orders, spent, last_order_id, is_shown from fresh
  on conflict (email) do update set orders = excluded.orders, spent = excluded.spent,
     last_order_id = excluded.last_order_id, is_shown = excluded.is_shown`;
