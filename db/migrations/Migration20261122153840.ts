import { Migration } from '@mikro-orm/migrations';

/**
 * Every paper counts for VAT on its own day, for good (docs/decisions/031-documents-are-corrected-by-documents.md): credit
 * notes move from their refunds to rows of their own, beside debit notes; invoices get a tax point.
 *
 * The sums of VAT stay as they are, to the penny. What they left out until now they leave out for ever, marked void:
 * invoices of orders that were cancelled unpaid, and credit notes whose refund the bank sent back. To count them from
 * today would change periods that were filed without them. No number of any paper changes and none is taken.
 *
 * The functions are written by hand.
 */
export class Migration20261122153840 extends Migration {

  override name = 'Migration20261122153840';

  override up(): void | Promise<void> {
    // What follows changes no order as far as other sums know, and would have them look at every one.
    this.addSql(`alter table customer_order disable trigger user`);
    this.addSql(`alter table "customer_order" add "tax_point_at" timestamptz null, add "invoice_is_void" boolean not null default false, add "is_export" boolean not null default false;`);
    this.addSql(`update customer_order set tax_point_at = least(created_at, paid_at), invoice_is_void = status = 'cancelled' and paid_at is null`);
    this.addSql(`alter table "customer_order" alter column "tax_point_at" set not null;`);
    this.addSql(`alter table customer_order enable trigger user`);
    this.addSql(`create index order_late_invoice_index on customer_order (created_at) where sales_day_of(tax_point_at) < sales_day_of(created_at);`);

    this.addSql(`create table "correction_note" ("id" serial primary key, "order_id" int not null, "refund_id" int null, "kind" text not null, "number" varchar(30) not null, "reverses_id" int null, "reason" varchar(300) not null, "content" jsonb not null, "is_void" boolean not null default false, "issued_at" timestamptz not null);`);
    this.addSql(`create index "correction_note_order_index" on "correction_note" ("order_id");`);
    this.addSql(`create index "correction_note_refund_index" on "correction_note" ("refund_id");`);
    this.addSql(`alter table "correction_note" add constraint "correction_note_number_unique" unique ("number");`);
    this.addSql(`alter table "correction_note" add constraint "correction_note_reverses_unique" unique ("reverses_id");`);
    this.addSql(`alter table "vat_day" drop constraint "vat_day_kind_check";`);
    this.addSql(`alter table "vat_day" add constraint "vat_day_kind_check" check ("kind" in ('sale', 'credit', 'debit'));`);
    this.addSql(`alter table "vat_day_change" drop constraint "vat_day_change_kind_check";`);
    this.addSql(`alter table "vat_day_change" add constraint "vat_day_change_kind_check" check ("kind" in ('sale', 'credit', 'debit'));`);
    this.addSql(`alter table "correction_note" add constraint "correction_note_order_id_foreign" foreign key ("order_id") references "customer_order" ("id");`);
    this.addSql(`alter table "correction_note" add constraint "correction_note_refund_id_foreign" foreign key ("refund_id") references "refund" ("id") on delete no action;`);
    this.addSql(`alter table "correction_note" add constraint "correction_note_reverses_id_foreign" foreign key ("reverses_id") references "correction_note" ("id") on delete no action;`);
    this.addSql(`alter table "correction_note" add constraint "correction_note_debit_reverses" check ((kind = 'debit') = (reverses_id is not null));`);
    this.addSql(`alter table "correction_note" add constraint "correction_note_kind_check" check ("kind" in ('credit', 'debit'));`);

    this.addSql(`insert into correction_note (order_id, refund_id, kind, number, reason, content, is_void, issued_at)
      select order_id, id, 'credit', credit_note_number, reason, coalesce(credit_note, '{"seller": {}, "lines": []}'),
             status = 'failed' or completed_at is null, coalesce(completed_at, created_at)
      from refund where credit_note_number is not null and order_id is not null order by credit_note_number`);
    for (const when of ["new", "changed"]) {
      this.addSql(`drop trigger vat_of_${when}_refunds on refund`);
      this.addSql(`drop function count_vat_of_${when}_refunds()`);
    }
    this.addSql(`alter table "refund" drop constraint "refund_credit_note_unique";`);
    this.addSql(`alter table "refund" drop column "credit_note", drop column "credit_note_number";`);

    for (const statement of salesFunctions("not bought.invoice_is_void", "invoice_is_void")) this.addSql(statement);
    this.addSql("drop function counts_for_vat(text, timestamptz)");
    for (const statement of noteFunctions) this.addSql(statement);
  }

  override down(): void | Promise<void> {
    this.addSql(`create function counts_for_vat(status text, paid_at timestamptz) returns boolean
      language sql immutable parallel safe return status <> 'cancelled' or paid_at is not null`);
    for (const statement of salesFunctions("counts_for_vat(bought.status, bought.paid_at)", "status, paid_at")) {
      this.addSql(statement);
    }
    for (const when of ["new", "changed"]) {
      this.addSql(`drop trigger vat_of_${when}_notes on correction_note`);
      this.addSql(`drop function count_vat_of_${when}_notes()`);
    }
    this.addSql(`alter table "refund" add "credit_note" jsonb null, add "credit_note_number" varchar(30) null;`);
    this.addSql(`alter table "refund" add constraint "refund_credit_note_unique" unique ("credit_note_number");`);
    this.addSql(`update refund set credit_note_number = note.number, credit_note = note.content
      from (select distinct on (refund_id) * from correction_note where kind = 'credit' and refund_id is not null
            order by refund_id, id desc) note where note.refund_id = refund.id`);
    this.addSql(`drop table if exists "correction_note" cascade;`);
    // Sums of papers that the schema of before does not know.
    this.addSql("delete from vat_day where kind = 'debit'");
    this.addSql("delete from vat_day_change where kind = 'debit'");
    this.addSql(`drop index "order_late_invoice_index";`);
    this.addSql(`alter table "customer_order" drop column "tax_point_at", drop column "invoice_is_void", drop column "is_export";`);
    this.addSql(`alter table "vat_day" drop constraint "vat_day_kind_check";`);
    this.addSql(`alter table "vat_day" add constraint "vat_day_kind_check" check ("kind" in ('sale', 'credit'));`);
    this.addSql(`alter table "vat_day_change" drop constraint "vat_day_change_kind_check";`);
    this.addSql(`alter table "vat_day_change" add constraint "vat_day_change_kind_check" check ("kind" in ('sale', 'credit'));`);
    for (const statement of refundFunctions) this.addSql(statement);
  }

}

/**
 * The sums that orders and their lines keep. `counts` says whether an order's invoice counts, `columns` what of the
 * order that depends on.
 */
function salesFunctions(counts: string, columns: string): string[] {
  const sums = `sales_day_of(bought.created_at), 'sale', part.vat_rate, sum(sign * (part.gross - part.vat)),
               sum(sign * part.vat), sum(sign * part.gross)`;
  return [
    `create or replace function count_vat_of_new_lines() returns trigger language plpgsql as $$
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
        select ${sums}
        from side join customer_order bought on bought.id = side.order_id
        cross join lateral vat_by_rate(bought.shipping_cost, rates, totals) part
        where ${counts} group by 1, 3;
        return null;
      end $$`,
    `create or replace function count_vat_of_changed_lines() returns trigger language plpgsql as $$
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
        select ${sums}
        from side join customer_order bought on bought.id = side.order_id
        cross join lateral vat_by_rate(bought.shipping_cost, rates, totals) part
        where ${counts} group by 1, 3;
        return null;
      end $$`,
    `create or replace function count_vat_of_changed_orders() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from
            (select id, sales_day_of(created_at) as day, shipping_cost, ${counts} as counts from old_orders bought) o
          join
            (select id, sales_day_of(created_at) as day, shipping_cost, ${counts} as counts from new_orders bought) n
          using (id)
          where (o.counts, o.day, o.shipping_cost) is distinct from (n.counts, n.day, n.shipping_cost)
        ) then return null; end if;

        insert into vat_day_change (day, kind, vat_rate, net, vat, gross)
        with bought as (
          select -1 as sign, id, created_at, shipping_cost, ${columns} from old_orders
          union all
          select 1, id, created_at, shipping_cost, ${columns} from new_orders
        )
        select ${sums}
        from bought
        cross join lateral (
          select array_agg(vat_rate) as rates, array_agg(line_total) as totals from order_line where order_id = bought.id
        ) lines
        cross join lateral vat_by_rate(shipping_cost, rates, totals) part
        where ${counts} group by 1, 3
        having sum(sign * part.gross) <> 0 or sum(sign * part.vat) <> 0;
        return null;
      end $$`,
  ];
}

/** The sums of credit and debit notes. A note is only ever written; corrections in SQL count as well. */
const noteFunctions = countingFunctions({
  table: "correction_note",
  rows: "notes",
  day: "issued_at",
  kind: "side.kind",
  lines: "content",
  counts: "not side.is_void",
});

/** Those of before: a credit note was a part of its refund, and counted while the refund had not failed. */
const refundFunctions = countingFunctions({
  table: "refund",
  rows: "refunds",
  day: "completed_at",
  kind: "'credit'",
  lines: "credit_note",
  counts: "side.credit_note_number is not null and side.completed_at is not null and side.status <> 'failed'",
});

interface CountedPapers {
  table: string;
  rows: string;
  day: string;
  kind: string;
  lines: string;
  counts: string;
}

function countingFunctions({ table, rows, day, kind, lines, counts }: CountedPapers): string[] {
  return [
    { when: "new", event: "insert", tables: `new table as new_${rows}`, side: `select 1 as sign, * from new_${rows}` },
    {
      when: "changed",
      event: "update",
      tables: `old table as old_${rows} new table as new_${rows}`,
      side: `select -1 as sign, * from old_${rows} union all select 1, * from new_${rows}`,
    },
  ].flatMap(({ when, event, tables, side }) => [
    `create function count_vat_of_${when}_${rows}() returns trigger language plpgsql as $$
      begin
        insert into vat_day_change (day, kind, vat_rate, net, vat, gross)
        select sales_day_of(side.${day}), ${kind}, line."vatRate", sum(sign * line.net), sum(sign * line.vat),
               sum(sign * line.gross)
        from (${side}) side
        cross join lateral jsonb_to_recordset(side.${lines} -> 'lines')
          as line ("vatRate" int, net bigint, vat bigint, gross bigint)
        where ${counts}
        group by 1, 2, 3 having sum(sign * line.gross) <> 0 or sum(sign * line.vat) <> 0;
        return null;
      end $$`,
    `create trigger vat_of_${when}_${rows} after ${event} on ${table}
      referencing ${tables}
      for each statement execute function count_vat_of_${when}_${rows}()`,
  ]);
}
