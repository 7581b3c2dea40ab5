import { Migration } from "@mikro-orm/migrations";
import { salesFunctions, vatFunctions } from "./Migration20261123131000.ts";

/**
 * The sums of sales and VAT take orders from a queue (docs/decisions/051-orders-are-counted-from-a-queue.md): a buyer's
 * transaction adds one row to `uncounted_order`. Written by hand: the entities know nothing of triggers and views.
 *
 * What an order adds to the sums is written once, in three views. Before anything of a counted order changes, what it
 * has added is taken off and the order waits to be counted anew. All that was counted before this migration stays
 * counted. A process of the version before may go on writing; the figures that it reads lack the orders of the last
 * seconds until they are counted.
 */
export class Migration20261123182000 extends Migration {
  override name = "Migration20261123182000";

  override up(): void {
    this.addSql(`create table "uncounted_order" ("order_id" int not null, primary key ("order_id"));`);
    // In the order in which the shop locks them itself; nobody writes while the triggers change.
    this.addSql("lock table payment, customer_order, order_line, refund in access exclusive mode");
    for (const { name, table } of triggersOfBefore) this.addSql(`drop trigger ${name} on ${table}`);
    for (const name of functionsOfBefore) this.addSql(`drop function ${name}()`);
    for (const statement of [...views, ...functions, ...triggers]) this.addSql(statement);
  }

  override down(): void {
    this.addSql("lock table payment, customer_order, order_line, refund in access exclusive mode");
    this.addSql(`insert into sales_day_change (day, status, currency, orders, revenue, refunded)
      select day, status, currency, orders, revenue, refunded from sales_of_order
      where order_id in (select order_id from uncounted_order)`);
    this.addSql(`insert into product_sales_change (period, product_id, currency, units, revenue)
      select period, product_id, currency, units, revenue from product_sales_of_order
      where order_id in (select order_id from uncounted_order)`);
    this.addSql(`insert into vat_day_change (day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds)
      select day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds from vat_of_order
      where order_id in (select order_id from uncounted_order)`);
    this.addSql(`insert into customer_impact_change (email) select distinct lower(customer_email) from customer_order
      where paid_at is not null and id in (select order_id from uncounted_order)`);
    this.addSql(`insert into ledger_day_change (day)
      select sales_day_of(paid_at) from customer_order
        where paid_at is not null and id in (select order_id from uncounted_order)
      union select sales_day_of(received_at) from payment join customer_order bought
        on payment.provider = bought.payment_method and payment.provider_payment_id = bought.transaction_id
        where received_at is not null and bought.id in (select order_id from uncounted_order)`);
    for (const { name, table } of newTriggers) this.addSql(`drop trigger ${name} on ${table}`);
    for (const name of ["wait_to_be_counted", "count_changed_order_anew", "count_order_of_row_anew"]) {
      this.addSql(`drop function ${name}()`);
    }
    this.addSql("drop function note_payment_days()");
    this.addSql("drop function count_anew(int)");
    for (const view of ["sales_of_order", "product_sales_of_order", "vat_of_order"]) this.addSql(`drop view ${view}`);
    this.addSql(`drop table "uncounted_order";`);
    for (const statement of [...salesFunctions(true), ...vatFunctions(true), ...notesOfBefore]) this.addSql(statement);
    for (const { name, table, on } of triggersOfBefore) {
      this.addSql(`create trigger ${name} after ${on.event} on ${table} referencing ${on.rows}
        for each statement execute function ${on.run}()`);
    }
  }
}

/** What each order adds to the sums, in the columns of `sales_day_change`, `product_sales_change` and `vat_day_change`. */
const views = [
  `create view sales_of_order as
     select bought.id as order_id, sales_day_of(bought.created_at) as day, bought.status, bought.currency, 1 as orders,
            bought.total_amount::bigint as revenue,
            coalesce((select sum(refund.amount) from refund
                      where refund.order_id = bought.id and refund.status <> 'failed'), 0)::bigint as refunded
     from customer_order bought`,
  `create view product_sales_of_order as
     select bought.id as order_id, sales_period_of(bought.created_at) as period, line.product_id, bought.currency,
            line.quantity - line.restocked_quantity as units,
            (line.quantity - line.restocked_quantity) * line.unit_price::bigint as revenue
     from customer_order bought join order_line line on line.order_id = bought.id
     where bought.status <> 'cancelled'`,
  `create view vat_of_order as
     select bought.id as order_id, sales_day_of(bought.created_at) as day, 'sale'::text as kind, part.vat_rate,
            bought.currency, part.gross - part.vat as net, part.vat, part.gross,
            in_pounds(part.gross - part.vat, bought.sterling_rate) as net_in_pounds,
            in_pounds(part.vat, bought.sterling_rate) as vat_in_pounds
     from customer_order bought
     cross join lateral (
       select array_agg(vat_rate) as rates, array_agg(line_total) as totals from order_line where order_id = bought.id
     ) lines
     cross join lateral vat_by_rate(bought.shipping_cost, lines.rates, lines.totals) part
     where not bought.invoice_is_void`,
];

const functions = [
  `create function wait_to_be_counted() returns trigger language plpgsql as $$
    begin
      insert into uncounted_order (order_id) values (new.id) on conflict do nothing;
      -- The row of a deleted order whose number is used again.
      if not found and count_anew(new.id) then null; end if;
      return new;
    end $$`,
  // While a transaction has a row of the queue, whether new or only locked, nobody counts its order.
  `create function count_anew(asked int) returns boolean language plpgsql as $$
    begin
      if asked is null then return false; end if;
      loop
        perform from uncounted_order where order_id = asked for key share;
        if found then return false; end if;
        insert into uncounted_order (order_id) values (asked) on conflict do nothing;
        exit when found;
      end loop;

      insert into sales_day_change (day, status, currency, orders, revenue, refunded)
      select day, status, currency, -orders, -revenue, -refunded from sales_of_order where order_id = asked;
      insert into product_sales_change (period, product_id, currency, units, revenue)
      select period, product_id, currency, -units, -revenue from product_sales_of_order where order_id = asked;
      insert into vat_day_change (day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds)
      select day, kind, vat_rate, currency, -net, -vat, -gross, -net_in_pounds, -vat_in_pounds
      from vat_of_order where order_id = asked;
      return true;
    end $$`,
  `create function count_changed_order_anew() returns trigger language plpgsql as $$
    begin
      if count_anew(old.id) then null; end if;
      return case tg_op when 'DELETE' then old else new end;
    end $$`,
  `create function count_order_of_row_anew() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if count_anew(new.order_id) then null; end if;
        return new;
      end if;
      if count_anew(old.order_id) then null; end if;
      if tg_op = 'DELETE' then return old; end if;
      if new.order_id is distinct from old.order_id and count_anew(new.order_id) then null; end if;
      return new;
    end $$`,
  `create function note_payment_days() returns trigger language plpgsql as $$
    begin
      insert into ledger_day_change (day)
      select day from (
        select sales_day_of(new.received_at) union select sales_day_of(old.received_at)
        union select sales_day_of(paid_at) from customer_order
          where payment_method in (new.provider, old.provider)
            and transaction_id in (new.provider_payment_id, old.provider_payment_id)
      ) days (day) where day is not null;
      return null;
    end $$`,
];

/** Rows, in which a change of one of these columns matters. */
const changes = (columns: string[]) => {
  const list = (row: string) => columns.map((column) => `${row}.${column}`).join(", ");
  return `when ((${list("old")}) is distinct from (${list("new")}))`;
};

interface NewTrigger {
  name: string;
  table: string;
  event: string;
  when?: string;
  run: string;
}

const newTriggers: readonly NewTrigger[] = [
  { name: "sums_of_new_order", table: "customer_order", event: "before insert", run: "wait_to_be_counted" },
  {
    name: "sums_of_changed_order",
    table: "customer_order",
    event: "before update",
    when: changes([
      ...["status", "total_amount", "created_at", "currency"],
      ...["shipping_cost", "invoice_is_void", "sterling_rate"],
    ]),
    run: "count_changed_order_anew",
  },
  { name: "sums_of_deleted_order", table: "customer_order", event: "before delete", run: "count_changed_order_anew" },
  {
    name: "sums_of_new_line",
    table: "order_line",
    event: "before insert or delete",
    run: "count_order_of_row_anew",
  },
  {
    name: "sums_of_changed_line",
    table: "order_line",
    event: "before update",
    when: changes([
      ...["order_id", "product_id", "quantity", "restocked_quantity"],
      ...["unit_price", "line_total", "vat_rate"],
    ]),
    run: "count_order_of_row_anew",
  },
  {
    name: "sums_of_new_refund",
    table: "refund",
    event: "before insert or delete",
    run: "count_order_of_row_anew",
  },
  {
    name: "sums_of_changed_refund",
    table: "refund",
    event: "before update",
    when: changes(["order_id", "amount", "status"]),
    run: "count_order_of_row_anew",
  },
  {
    name: "ledger_of_new_payment",
    table: "payment",
    event: "after insert",
    when: "when (new.received_at is not null or new.amount_received > 0)",
    run: "note_payment_days",
  },
  {
    name: "ledger_of_changed_payment",
    table: "payment",
    event: "after update",
    when: changes(["provider", "provider_payment_id", "amount_received", "currency", "received_at"]),
    run: "note_payment_days",
  },
];

const triggers = newTriggers.map(
  ({ name, table, event, when = "", run }) =>
    `create trigger ${name} ${event} on ${table} for each row ${when} execute function ${run}()`,
);

const inserted = (rows: string, run: string) => ({ event: "insert", rows: `new table as ${rows}`, run });
const updated = (rows: string, run: string) => ({
  event: "update",
  rows: `old table as old_${rows} new table as new_${rows}`,
  run,
});

const triggersOfBefore = [
  { name: "sales_of_new_orders", table: "customer_order", on: inserted("new_orders", "count_new_orders") },
  { name: "sales_of_changed_orders", table: "customer_order", on: updated("orders", "count_changed_orders") },
  { name: "vat_of_changed_orders", table: "customer_order", on: updated("orders", "count_vat_of_changed_orders") },
  { name: "impact_of_new_orders", table: "customer_order", on: inserted("new_orders", "note_new_orders_impact") },
  {
    name: "ledger_of_new_customer_order",
    table: "customer_order",
    on: inserted("new_rows", "note_new_customer_order_days"),
  },
  { name: "sales_of_new_lines", table: "order_line", on: inserted("new_lines", "count_new_lines") },
  { name: "sales_of_changed_lines", table: "order_line", on: updated("lines", "count_changed_lines") },
  { name: "vat_of_new_lines", table: "order_line", on: inserted("new_lines", "count_vat_of_new_lines") },
  { name: "vat_of_changed_lines", table: "order_line", on: updated("lines", "count_vat_of_changed_lines") },
  { name: "sales_of_new_refunds", table: "refund", on: inserted("new_refunds", "count_new_refunds") },
  { name: "sales_of_changed_refunds", table: "refund", on: updated("refunds", "count_changed_refunds") },
  { name: "ledger_of_new_payment", table: "payment", on: inserted("new_rows", "note_new_payment_days") },
  { name: "ledger_of_changed_payment", table: "payment", on: updated("rows", "note_changed_payment_days") },
];

const functionsOfBefore = triggersOfBefore.map(({ on }) => on.run);

/** The notes of new orders and of payments, as they were before. */
const notesOfBefore = [
  `create function note_new_orders_impact() returns trigger language plpgsql as $$
    begin
      insert into customer_impact_change (email)
      select distinct lower(customer_email) from new_orders where paid_at is not null;
      return null;
    end $$`,
  `create function note_new_customer_order_days() returns trigger language plpgsql as $$
    begin
      insert into ledger_day_change (day)
      select day from (
        select sales_day_of(paid_at) from new_rows touched
        union select sales_day_of(payment.received_at) from new_rows touched join payment
          on payment.provider = touched.payment_method and payment.provider_payment_id = touched.transaction_id
      ) days (day) where day is not null;
      return null;
    end $$`,
  ...[
    { when: "new", rows: "new_rows" },
    { when: "changed", rows: "(select * from old_rows union all select * from new_rows)" },
  ].map(
    ({ when, rows }) => `create function note_${when}_payment_days() returns trigger language plpgsql as $$
    begin
      insert into ledger_day_change (day)
      select day from (
        select sales_day_of(received_at) from ${rows} touched
        union select sales_day_of(bought.paid_at) from ${rows} touched join customer_order bought
          on bought.payment_method = touched.provider and bought.transaction_id = touched.provider_payment_id
      ) days (day) where day is not null;
      return null;
    end $$`,
  ),
];
