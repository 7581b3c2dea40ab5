import { Migration } from '@mikro-orm/migrations';

/**
 * The triggers that note which days of the ledger (db/entities/sales.ts) are to be made anew; written by hand. A payment
 * touches the day it came, an order the day it was paid, a refund the day it was made; and each of them the days of what
 * it belongs to. They only ever add rows, so that no sale waits for another. What is there so far is noted, too: the
 * first run of the job adds it up.
 */
export class Migration20261121213916 extends Migration {

  override name = 'Migration20261121213916';

  override up(): void | Promise<void> {
    this.addSql(`create table "ledger_day" ("day" date not null, "stripe" bigint not null, "paypal" bigint not null, "payments" int not null, "kept" bigint not null, "orders" int not null, "refunded" bigint not null, "disputed" bigint not null, "unmatched" bigint not null, "unmatched_payments" int not null, "refunds_made" bigint not null, "by_hand" bigint not null, "orders_by_hand" int not null, "foreign_payments" int not null, primary key ("day"));`);

    this.addSql(`create table "ledger_day_change" ("id" bigserial primary key, "day" date not null);`);
    this.addSql(`create index "ledger_day_change_day_index" on "ledger_day_change" ("day");`);

    // Of payments: their own days, and those of the orders that they paid for.
    const daysOfPayments = (rows: string) => `
      select sales_day_of(received_at) from ${rows} touched
      union select sales_day_of(bought.paid_at) from ${rows} touched join customer_order bought
        on bought.payment_method = touched.provider and bought.transaction_id = touched.provider_payment_id`;
    const daysOfOrders = (rows: string) => `
      select sales_day_of(paid_at) from ${rows} touched
      union select sales_day_of(payment.received_at) from ${rows} touched join payment
        on payment.provider = touched.payment_method and payment.provider_payment_id = touched.transaction_id`;
    const daysOfRefunds = (rows: string) => `
      select sales_day_of(created_at) from ${rows} touched
      union select sales_day_of(payment.received_at) from ${rows} touched join payment on payment.id = touched.payment_id`;
    const daysOfDisputes = (rows: string) => `
      select sales_day_of(payment.received_at) from ${rows} touched join payment on payment.id = touched.payment_id`;
    const watched = [
      ["payment", daysOfPayments, ["provider", "provider_payment_id", "amount_received", "currency", "received_at"]],
      ["customer_order", daysOfOrders, ["payment_method", "transaction_id", "total_amount", "paid_at", "checkout_id"]],
      ["refund", daysOfRefunds, ["payment_id", "amount", "status", "created_at"]],
      ["dispute", daysOfDisputes, ["payment_id", "amount_lost"]],
    ] as const;
    for (const [table, daysOf, columns] of watched) {
      const row = (side: string) => `(${columns.map((column) => `${side}.${column}`).join(", ")})`;
      this.addSql(`create function note_new_${table}_days() returns trigger language plpgsql as $$
        begin
          insert into ledger_day_change (day)
          select day from (${daysOf("new_rows")}) days (day) where day is not null;
          return null;
        end $$`);
      this.addSql(`create trigger ledger_of_new_${table} after insert on ${table}
        referencing new table as new_rows for each statement execute function note_new_${table}_days()`);
      this.addSql(`create function note_changed_${table}_days() returns trigger language plpgsql as $$
        begin
          if not exists (
            select from old_rows o join new_rows n using (id) where ${row("o")} is distinct from ${row("n")}
          ) then return null; end if;

          insert into ledger_day_change (day)
          with touched_rows as (
            select side.* from old_rows o join new_rows n using (id)
            cross join lateral (select o.* union all select n.*) side
            where ${row("o")} is distinct from ${row("n")}
          )
          select day from (${daysOf("touched_rows")}) days (day) where day is not null;
          return null;
        end $$`);
      this.addSql(`create trigger ledger_of_changed_${table} after update on ${table}
        referencing old table as old_rows new table as new_rows
        for each statement execute function note_changed_${table}_days()`);
    }
    this.addSql(`insert into ledger_day_change (day)
      select sales_day_of(received_at) from payment where received_at is not null
      union select sales_day_of(paid_at) from customer_order where paid_at is not null
      union select sales_day_of(created_at) from refund`);
  }

  override down(): void | Promise<void> {
    for (const table of ["payment", "customer_order", "refund", "dispute"]) {
      for (const when of ["new", "changed"]) {
        this.addSql(`drop trigger ledger_of_${when}_${table} on ${table}`);
        this.addSql(`drop function note_${when}_${table}_days()`);
      }
    }
    this.addSql(`drop table if exists "ledger_day" cascade;`);
    this.addSql(`drop table if exists "ledger_day_change" cascade;`);
  }

}
