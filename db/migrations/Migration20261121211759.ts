import { Migration } from '@mikro-orm/migrations';

/**
 * The sums of VAT (db/entities/sales.ts), the triggers that keep them, and the sums of what there is so far; the
 * functions are written by hand. An order counts on the day of its invoice, unless it was cancelled before anybody paid;
 * a credit note on the day it was issued, unless its refund came back. `vat_by_rate` is `vatInvoiceOf` and
 * `apportionDelivery` (server/orders) once more, since what a correction in SQL or an import adds counts as well;
 * server/reports/vat-sums.test.ts compares the two.
 */
export class Migration20261121211759 extends Migration {

  override name = 'Migration20261121211759';

  override up(): void | Promise<void> {
    this.addSql(`create table "vat_day" ("day" date not null, "kind" text not null, "vat_rate" int not null, "net" bigint not null, "vat" bigint not null, "gross" bigint not null, primary key ("day", "kind", "vat_rate"));`);

    this.addSql(`create table "vat_day_change" ("id" bigserial primary key, "day" date not null, "kind" text not null, "vat_rate" int not null, "net" bigint not null, "vat" bigint not null, "gross" bigint not null);`);

    this.addSql(`alter table "vat_day" add constraint "vat_day_kind_check" check ("kind" in ('sale', 'credit'));`);

    this.addSql(`alter table "vat_day_change" add constraint "vat_day_change_kind_check" check ("kind" in ('sale', 'credit'));`);

    this.addSql(`create function counts_for_vat(status text, paid_at timestamptz) returns boolean
      language sql immutable parallel safe return status <> 'cancelled' or paid_at is not null`);
    // Each line's VAT is the fraction inside it, half a penny up; delivery goes to the rates by value, odd pence to where
    // most was cut off.
    this.addSql(`create function vat_by_rate(delivery bigint, rates int[], totals int[])
      returns table (vat_rate int, vat bigint, gross bigint)
      language sql immutable parallel safe as $$
        with goods as (
          select rate, sum(total)::bigint as gross,
                 sum((2 * total::bigint * rate + 10000 + rate) / (2 * (10000 + rate)))::bigint as vat
          from unnest(rates, totals) as line (rate, total) group by rate
        ),
        whole as (select sum(gross)::bigint as gross, max(rate) as highest from goods),
        share as (
          select rate,
                 case when whole.gross > 0 then delivery * goods.gross / whole.gross
                      when rate = highest then delivery else 0 end as gross,
                 case when whole.gross > 0 then delivery * goods.gross % whole.gross else 0 end as cut_off
          from goods, whole where delivery > 0
        ),
        placed as (
          select rate, gross, row_number() over (order by cut_off desc, rate desc) as place,
                 delivery - sum(gross) over () as odd
          from share
        ),
        delivered as (select rate, gross + case when place <= odd then 1 else 0 end as gross from placed),
        part as (
          select rate, vat, gross from goods
          union all
          select rate, (2 * gross * rate + 10000 + rate) / (2 * (10000 + rate)), gross from delivered
        )
        select rate, sum(vat)::bigint, sum(gross)::bigint from part group by rate
      $$`);

    this.addSql(`create function count_vat_of_new_lines() returns trigger language plpgsql as $$
      begin
        insert into vat_day_change (day, kind, vat_rate, net, vat, gross)
        with touched as (select distinct order_id from new_lines),
        side as (
          select 1 as sign, order_id, array_agg(line.vat_rate) as rates, array_agg(line_total) as totals
          from order_line line join touched using (order_id) group by order_id
          union all
          select -1, order_id, array_agg(line.vat_rate), array_agg(line_total)
          from order_line line join touched using (order_id)
          where line.id not in (select id from new_lines) group by order_id
        )
        select sales_day_of(bought.created_at), 'sale', part.vat_rate, sum(sign * (part.gross - part.vat)),
               sum(sign * part.vat), sum(sign * part.gross)
        from side join customer_order bought on bought.id = side.order_id
        cross join lateral vat_by_rate(bought.shipping_cost, rates, totals) part
        where counts_for_vat(bought.status, bought.paid_at) group by 1, 3;
        return null;
      end $$`);
    this.addSql(`create trigger vat_of_new_lines after insert on order_line
      referencing new table as new_lines
      for each statement execute function count_vat_of_new_lines()`);

    this.addSql(`create function count_vat_of_changed_lines() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from old_lines o join new_lines n using (id)
          where (o.order_id, o.vat_rate, o.line_total) is distinct from (n.order_id, n.vat_rate, n.line_total)
        ) then return null; end if;

        insert into vat_day_change (day, kind, vat_rate, net, vat, gross)
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
        select sales_day_of(bought.created_at), 'sale', part.vat_rate, sum(sign * (part.gross - part.vat)),
               sum(sign * part.vat), sum(sign * part.gross)
        from side join customer_order bought on bought.id = side.order_id
        cross join lateral vat_by_rate(bought.shipping_cost, rates, totals) part
        where counts_for_vat(bought.status, bought.paid_at) group by 1, 3;
        return null;
      end $$`);
    this.addSql(`create trigger vat_of_changed_lines after update on order_line
      referencing old table as old_lines new table as new_lines
      for each statement execute function count_vat_of_changed_lines()`);

    this.addSql(`create function count_vat_of_changed_orders() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from old_orders o join new_orders n using (id)
          where (counts_for_vat(o.status, o.paid_at), sales_day_of(o.created_at), o.shipping_cost)
            is distinct from (counts_for_vat(n.status, n.paid_at), sales_day_of(n.created_at), n.shipping_cost)
        ) then return null; end if;

        insert into vat_day_change (day, kind, vat_rate, net, vat, gross)
        with side as (
          select -1 as sign, id, status, paid_at, created_at, shipping_cost from old_orders
          union all
          select 1, id, status, paid_at, created_at, shipping_cost from new_orders
        )
        select sales_day_of(created_at), 'sale', part.vat_rate, sum(sign * (part.gross - part.vat)),
               sum(sign * part.vat), sum(sign * part.gross)
        from side
        cross join lateral (
          select array_agg(vat_rate) as rates, array_agg(line_total) as totals from order_line where order_id = side.id
        ) lines
        cross join lateral vat_by_rate(shipping_cost, rates, totals) part
        where counts_for_vat(status, paid_at) group by 1, 3
        having sum(sign * part.gross) <> 0 or sum(sign * part.vat) <> 0;
        return null;
      end $$`);
    this.addSql(`create trigger vat_of_changed_orders after update on customer_order
      referencing old table as old_orders new table as new_orders
      for each statement execute function count_vat_of_changed_orders()`);

    // A note is issued on a refund that was asked for before, but an import may bring both at once.
    for (const [when, tables, side] of [
      ["new", "new table as new_refunds", "select 1 as sign, * from new_refunds"],
      [
        "changed",
        "old table as old_refunds new table as new_refunds",
        "select -1 as sign, * from old_refunds union all select 1, * from new_refunds",
      ],
    ]) {
      this.addSql(`create function count_vat_of_${when}_refunds() returns trigger language plpgsql as $$
        begin
          insert into vat_day_change (day, kind, vat_rate, net, vat, gross)
          select sales_day_of(side.completed_at), 'credit', line."vatRate", sum(sign * line.net), sum(sign * line.vat),
                 sum(sign * line.gross)
          from (${side}) side
          cross join lateral jsonb_to_recordset(side.credit_note -> 'lines')
            as line ("vatRate" int, net bigint, vat bigint, gross bigint)
          where side.credit_note_number is not null and side.completed_at is not null and side.status <> 'failed'
          group by 1, 3 having sum(sign * line.gross) <> 0 or sum(sign * line.vat) <> 0;
          return null;
        end $$`);
      this.addSql(`create trigger vat_of_${when}_refunds after ${when === "new" ? "insert" : "update"} on refund
        referencing ${tables}
        for each statement execute function count_vat_of_${when}_refunds()`);
    }

    this.addSql(`insert into vat_day (day, kind, vat_rate, net, vat, gross)
      select sales_day_of(bought.created_at), 'sale', part.vat_rate, sum(part.gross - part.vat), sum(part.vat),
             sum(part.gross)
      from (select order_id, array_agg(vat_rate) as rates, array_agg(line_total) as totals
            from order_line group by order_id) lines
      join customer_order bought on bought.id = lines.order_id
      cross join lateral vat_by_rate(bought.shipping_cost, rates, totals) part
      where counts_for_vat(bought.status, bought.paid_at) group by 1, 3`);
    this.addSql(`insert into vat_day (day, kind, vat_rate, net, vat, gross)
      select sales_day_of(completed_at), 'credit', line."vatRate", sum(line.net), sum(line.vat), sum(line.gross)
      from refund
      cross join lateral jsonb_to_recordset(credit_note -> 'lines')
        as line ("vatRate" int, net bigint, vat bigint, gross bigint)
      where credit_note_number is not null and completed_at is not null and status <> 'failed' group by 1, 3`);
  }

  override down(): void | Promise<void> {
    for (const [name, table] of [
      ["new_lines", "order_line"],
      ["changed_lines", "order_line"],
      ["changed_orders", "customer_order"],
      ["new_refunds", "refund"],
      ["changed_refunds", "refund"],
    ]) {
      this.addSql(`drop trigger vat_of_${name} on ${table}`);
      this.addSql(`drop function count_vat_of_${name}()`);
    }
    this.addSql("drop function vat_by_rate(bigint, int[], int[])");
    this.addSql("drop function counts_for_vat(text, timestamptz)");
    this.addSql(`drop table if exists "vat_day" cascade;`);
    this.addSql(`drop table if exists "vat_day_change" cascade;`);
  }

}
