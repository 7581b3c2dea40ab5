import { Migration } from "@mikro-orm/migrations";

/**
 * Sums are per currency: nothing adds two. What there is was all in pounds, but for money that came unasked: the
 * ledger makes those days anew. The sums of VAT know theirs in pounds besides, at the rate that each paper is frozen with.
 *
 * The functions are written by hand.
 */
export class Migration20261123131000 extends Migration {
  override name = "Migration20261123131000";

  override up(): void {
    for (const [table, key] of keyed) {
      this.addSql(`alter table ${table} add "currency" varchar(3) not null default 'gbp'`);
      this.addSql(`alter table ${table} alter column "currency" drop default`);
      this.addSql(`alter table ${table}_change add "currency" varchar(3) not null default 'gbp'`);
      this.addSql(`alter table ${table}_change alter column "currency" drop default`);
      this.addSql(`alter table ${table} drop constraint "${table}_pkey"`);
      this.addSql(`alter table ${table} add primary key (${key}, "currency")`);
    }
    for (const table of ["vat_day", "vat_day_change"]) {
      this.addSql(`alter table ${table} add "net_in_pounds" bigint null, add "vat_in_pounds" bigint null`);
      this.addSql(`update ${table} set net_in_pounds = net, vat_in_pounds = vat`);
      this.addSql(`alter table ${table} alter column "net_in_pounds" set not null`);
      this.addSql(`alter table ${table} alter column "vat_in_pounds" set not null`);
    }
    this.addSql(`drop index "product_sales_rank_index"`);
    this.addSql(
      `create index product_sales_rank_index on product_sales (period, currency, units desc, product_id)`,
    );
    // Half a penny goes away from nothing, as `inPounds` rounds it.
    this.addSql(`create function in_pounds(amount bigint, rate int) returns bigint
      language sql immutable parallel safe
      return case when rate is null then amount else round(amount::numeric * rate / 1000000)::bigint end`);
    for (const statement of sumFunctions(true)) this.addSql(statement);

    this.addSql(`alter table "ledger_day" drop constraint "ledger_day_pkey", drop column "foreign_payments",
      add "currency" varchar(3) not null default 'gbp'`);
    this.addSql(`alter table "ledger_day" alter column "currency" drop default`);
    this.addSql(`alter table "ledger_day" add primary key ("day", "currency")`);
    this.addSql(daysOfOtherMoney);
  }

  override down(): void {
    this.addSql(`delete from ledger_day where currency <> 'gbp'`);
    this.addSql(`alter table "ledger_day" drop constraint "ledger_day_pkey", drop column "currency",
      add "foreign_payments" int not null default 0`);
    this.addSql(`alter table "ledger_day" alter column "foreign_payments" drop default`);
    this.addSql(`alter table "ledger_day" add primary key ("day")`);
    this.addSql(daysOfOtherMoney);

    for (const statement of sumFunctions(false)) this.addSql(statement);
    this.addSql(`drop function in_pounds(bigint, int)`);
    this.addSql(`drop index "product_sales_rank_index"`);
    for (const [table, key] of keyed) {
      // The schema of before knows pounds alone.
      for (const name of [table, `${table}_change`]) this.addSql(`delete from ${name} where currency <> 'gbp'`);
      this.addSql(`alter table ${table} drop constraint "${table}_pkey"`);
      this.addSql(`alter table ${table} drop column "currency"`);
      this.addSql(`alter table ${table} add primary key (${key})`);
      this.addSql(`alter table ${table}_change drop column "currency"`);
    }
    this.addSql(`create index product_sales_rank_index on product_sales (period, units desc, product_id)`);
    for (const table of ["vat_day", "vat_day_change"]) {
      this.addSql(`alter table ${table} drop column "net_in_pounds", drop column "vat_in_pounds"`);
    }
  }
}

const keyed = [
  ["sales_day", `"day", "status"`],
  ["product_sales", `"period", "product_id"`],
  ["vat_day", `"day", "kind", "vat_rate"`],
] as const;

/** Days on which money came or went that is not pounds: the job makes them anew. */
const daysOfOtherMoney = `insert into ledger_day_change (day)
  select sales_day_of(received_at) from payment where received_at is not null and currency <> 'gbp'
  union select sales_day_of(refund.created_at) from refund join payment on payment.id = refund.payment_id
    where payment.currency <> 'gbp'`;

/** What the triggers of orders, lines, refunds and notes do; before there were currencies, and since. */
function sumFunctions(perCurrency: boolean): string[] {
  return [...salesFunctions(perCurrency), ...vatFunctions(perCurrency)];
}

export function salesFunctions(perCurrency: boolean): string[] {
  /** The column in a list of columns, of an order in a list of values, in a list of what is grouped by. */
  const column = perCurrency ? ", currency" : "";
  const bought = perCurrency ? ", bought.currency" : "";
  const third = perCurrency ? ", bought.currency" : "";
  return [
    `create or replace function count_new_orders() returns trigger language plpgsql as $$
      begin
        insert into sales_day_change (day, status, orders, revenue, refunded${column})
        select sales_day_of(created_at), status, count(*), sum(total_amount), 0${column}
        from new_orders group by 1, 2${column};
        return null;
      end $$`,
    `create or replace function count_changed_orders() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from old_orders o join new_orders n using (id)
          where (o.status, o.total_amount, o.created_at${perCurrency ? ", o.currency" : ""})
            is distinct from (n.status, n.total_amount, n.created_at${perCurrency ? ", n.currency" : ""})
        ) then return null; end if;

        insert into sales_day_change (day, status, orders, revenue, refunded${column})
        with side as (
          select -1 as sign, id, created_at, status, total_amount${column} from old_orders
          union all
          select 1, id, created_at, status, total_amount${column} from new_orders
        )
        select sales_day_of(created_at), status, sum(sign), sum(sign * total_amount),
               sum(sign * coalesce((select sum(amount) from refund
                                    where refund.order_id = side.id and refund.status <> 'failed'), 0))${column}
        from side group by 1, 2${column};

        insert into product_sales_change (period, product_id, units, revenue${column})
        with side as (
          select -1 as sign, o.id, o.created_at${perCurrency ? ", o.currency" : ""}
          from old_orders o join new_orders n using (id)
          where o.status <> 'cancelled' and (n.status = 'cancelled' or n.created_at <> o.created_at)
          union all
          select 1, n.id, n.created_at${perCurrency ? ", n.currency" : ""}
          from old_orders o join new_orders n using (id)
          where n.status <> 'cancelled' and (o.status = 'cancelled' or n.created_at <> o.created_at)
        )
        select sales_period_of(side.created_at), line.product_id,
               sum(sign * (line.quantity - line.restocked_quantity)),
               sum(sign * (line.quantity - line.restocked_quantity) * line.unit_price::bigint)${column}
        from side join order_line line on line.order_id = side.id group by 1, 2${column};
        return null;
      end $$`,
    `create or replace function count_new_lines() returns trigger language plpgsql as $$
      begin
        insert into product_sales_change (period, product_id, units, revenue${column})
        select sales_period_of(bought.created_at), line.product_id,
               sum(line.quantity - line.restocked_quantity),
               sum((line.quantity - line.restocked_quantity) * line.unit_price::bigint)${bought}
        from new_lines line join customer_order bought on bought.id = line.order_id
        where bought.status <> 'cancelled' group by 1, 2${third};
        return null;
      end $$`,
    `create or replace function count_changed_lines() returns trigger language plpgsql as $$
      begin
        insert into product_sales_change (period, product_id, units, revenue${column})
        with side as (
          select -1 as sign, * from old_lines union all select 1, * from new_lines
        )
        select sales_period_of(bought.created_at), side.product_id,
               sum(sign * (side.quantity - side.restocked_quantity)),
               sum(sign * (side.quantity - side.restocked_quantity) * side.unit_price::bigint)${bought}
        from side join customer_order bought on bought.id = side.order_id
        where bought.status <> 'cancelled' group by 1, 2${third}
        having sum(sign * (side.quantity - side.restocked_quantity)) <> 0
            or sum(sign * (side.quantity - side.restocked_quantity) * side.unit_price::bigint) <> 0;
        return null;
      end $$`,
    `create or replace function count_new_refunds() returns trigger language plpgsql as $$
      begin
        insert into sales_day_change (day, status, orders, revenue, refunded${column})
        select sales_day_of(bought.created_at), bought.status, 0, 0, sum(refund.amount)${bought}
        from new_refunds refund join customer_order bought on bought.id = refund.order_id
        where refund.status <> 'failed' group by 1, 2${third};
        return null;
      end $$`,
    `create or replace function count_changed_refunds() returns trigger language plpgsql as $$
      begin
        insert into sales_day_change (day, status, orders, revenue, refunded${column})
        with side as (
          select -1 as sign, order_id, amount, status from old_refunds
          union all
          select 1, order_id, amount, status from new_refunds
        )
        select sales_day_of(bought.created_at), bought.status, 0, 0, sum(sign * side.amount)${bought}
        from side join customer_order bought on bought.id = side.order_id
        where side.status <> 'failed' group by 1, 2${third} having sum(sign * side.amount) <> 0;
        return null;
      end $$`,
  ];
}

export function vatFunctions(perCurrency: boolean): string[] {
  const columns = `day, kind, vat_rate, net, vat, gross${perCurrency ? ", currency, net_in_pounds, vat_in_pounds" : ""}`;
  const inPounds = (amount: string) => `sum(sign * in_pounds(${amount}, bought.sterling_rate))`;
  const more = (net: string, vat: string) =>
    perCurrency ? `, bought.currency, ${inPounds(net)}, ${inPounds(vat)}` : "";
  const group = perCurrency ? ", bought.currency" : "";
  const kept = perCurrency ? ", currency, sterling_rate" : "";
  const sums = `sales_day_of(bought.created_at), 'sale', part.vat_rate, sum(sign * (part.gross - part.vat)),
               sum(sign * part.vat), sum(sign * part.gross)${more("part.gross - part.vat", "part.vat")}`;
  return [
    `create or replace function count_vat_of_new_lines() returns trigger language plpgsql as $$
      begin
        insert into vat_day_change (${columns})
        with touched as (select distinct order_id from new_lines),
        side as (
          select 1 as sign, order_id, array_agg(line.vat_rate) as rates, array_agg(line_total) as totals
          from order_line line join touched using (order_id) group by order_id
          union all
          select -1, order_id, array_agg(line.vat_rate), array_agg(line_total)
          from order_line line join touched using (order_id)
          where line.id not in (select id from new_lines) group by order_id
        )
        select ${sums}
        from side join customer_order bought on bought.id = side.order_id
        cross join lateral vat_by_rate(bought.shipping_cost, rates, totals) part
        where not bought.invoice_is_void group by 1, 3${group};
        return null;
      end $$`,
    `create or replace function count_vat_of_changed_lines() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from old_lines o join new_lines n using (id)
          where (o.order_id, o.vat_rate, o.line_total) is distinct from (n.order_id, n.vat_rate, n.line_total)
        ) then return null; end if;

        insert into vat_day_change (${columns})
        with touched as (select order_id from old_lines union select order_id from new_lines),
        line as (
          select 1 as sign, order_id, vat_rate, line_total from order_line join touched using (order_id)
          union all
          select -1, order_id, vat_rate, line_total from order_line join touched using (order_id)
          where id not in (select id from new_lines)
          union all
          select -1, order_id, vat_rate, line_total from old_lines
        ),
        side as (
          select sign, order_id, array_agg(vat_rate) as rates, array_agg(line_total) as totals
          from line group by sign, order_id
        )
        select ${sums}
        from side join customer_order bought on bought.id = side.order_id
        cross join lateral vat_by_rate(bought.shipping_cost, rates, totals) part
        where not bought.invoice_is_void group by 1, 3${group};
        return null;
      end $$`,
    `create or replace function count_vat_of_changed_orders() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from
            (select id, sales_day_of(created_at) as day, shipping_cost, not bought.invoice_is_void as counts${kept}
             from old_orders bought) o
          join
            (select id, sales_day_of(created_at) as day, shipping_cost, not bought.invoice_is_void as counts${kept}
             from new_orders bought) n
          using (id)
          where (o.counts, o.day, o.shipping_cost${perCurrency ? ", o.currency, o.sterling_rate" : ""})
            is distinct from (n.counts, n.day, n.shipping_cost${perCurrency ? ", n.currency, n.sterling_rate" : ""})
        ) then return null; end if;

        insert into vat_day_change (${columns})
        with bought as (
          select -1 as sign, id, created_at, shipping_cost, invoice_is_void${kept} from old_orders
          union all
          select 1, id, created_at, shipping_cost, invoice_is_void${kept} from new_orders
        )
        select ${sums}
        from bought
        cross join lateral (
          select array_agg(vat_rate) as rates, array_agg(line_total) as totals from order_line where order_id = bought.id
        ) lines
        cross join lateral vat_by_rate(shipping_cost, rates, totals) part
        where not bought.invoice_is_void group by 1, 3${group}
        having sum(sign * part.gross) <> 0 or sum(sign * part.vat) <> 0${
          perCurrency ? ` or ${inPounds("part.vat")} <> 0 or ${inPounds("part.gross - part.vat")} <> 0` : ""
        };
        return null;
      end $$`,
    ...noteFunction("new", `select 1 as sign, * from new_notes`),
    ...noteFunction("changed", `select -1 as sign, * from old_notes union all select 1, * from new_notes`),
  ];

  /** A note's lines are added up by rate first: its VAT in pounds is that of the sums that it shows. */
  function noteFunction(when: string, side: string): string[] {
    return [
      `create or replace function count_vat_of_${when}_notes() returns trigger language plpgsql as $$
      begin
        insert into vat_day_change (${columns})
        select sales_day_of(side.issued_at), side.kind, line."vatRate", sum(sign * line.net), sum(sign * line.vat),
               sum(sign * line.gross)${more("line.net", "line.vat")}
        from (${side}) side
        join customer_order bought on bought.id = side.order_id
        cross join lateral (
          select "vatRate", sum(net)::bigint as net, sum(vat)::bigint as vat, sum(gross)::bigint as gross
          from jsonb_to_recordset(side.content -> 'lines') as part ("vatRate" int, net bigint, vat bigint, gross bigint)
          group by 1
        ) line
        where not side.is_void
        group by 1, 2, 3${group} having sum(sign * line.gross) <> 0 or sum(sign * line.vat) <> 0;
        return null;
      end $$`,
    ];
  }
}
