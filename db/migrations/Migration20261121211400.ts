import { Migration } from "@mikro-orm/migrations";

/**
 * The triggers that note whose community sums (db/entities/sales.ts) are to be made anew. Written by hand: the
 * entities know nothing of triggers. They only ever add rows, so that no sale waits for another; a noted address costs
 * one look-up, whether or not its sums have changed. What is there so far is noted, too: the first run of the job adds
 * it up.
 */
export class Migration20261121211400 extends Migration {
  override name = "Migration20261121211400";

  override up(): void {
    this.addSql(`create function note_new_orders_impact() returns trigger language plpgsql as $$
      begin
        insert into customer_impact_change (email)
        select distinct lower(customer_email) from new_orders where paid_at is not null;
        return null;
      end $$`);
    this.addSql(`create trigger impact_of_new_orders after insert on customer_order
      referencing new table as new_orders
      for each statement execute function note_new_orders_impact()`);

    this.addSql(`create function note_changed_orders_impact() returns trigger language plpgsql as $$
      begin
        insert into customer_impact_change (email)
        select distinct lower(side.email)
        from old_orders o join new_orders n using (id)
        cross join lateral (values (o.customer_email), (n.customer_email)) side (email)
        where (o.customer_email, o.customer_id, o.status, o.total_amount, o.paid_at)
          is distinct from (n.customer_email, n.customer_id, n.status, n.total_amount, n.paid_at);
        return null;
      end $$`);
    this.addSql(`create trigger impact_of_changed_orders after update on customer_order
      referencing old table as old_orders new table as new_orders
      for each statement execute function note_changed_orders_impact()`);

    this.addSql(`create function note_new_refunds_impact() returns trigger language plpgsql as $$
      begin
        insert into customer_impact_change (email)
        select distinct lower(customer_email) from customer_order
        where id in (select order_id from new_refunds);
        return null;
      end $$`);
    this.addSql(`create trigger impact_of_new_refunds after insert on refund
      referencing new table as new_refunds
      for each statement execute function note_new_refunds_impact()`);

    this.addSql(`create function note_changed_refunds_impact() returns trigger language plpgsql as $$
      begin
        insert into customer_impact_change (email)
        select distinct lower(customer_email) from customer_order
        where id in (
          select side.order_id from old_refunds o join new_refunds n using (id)
          cross join lateral (values (o.order_id), (n.order_id)) side (order_id)
          where (o.order_id, o.amount, o.status) is distinct from (n.order_id, n.amount, n.status)
        );
        return null;
      end $$`);
    this.addSql(`create trigger impact_of_changed_refunds after update on refund
      referencing old table as old_refunds new table as new_refunds
      for each statement execute function note_changed_refunds_impact()`);

    this.addSql(`create function note_account_impact() returns trigger language plpgsql as $$
      begin
        insert into customer_impact_change (email)
        select lower(new.email) union select lower(old.email) where tg_op = 'UPDATE'
        union select lower(customer_email) from customer_order where customer_id = new.id;
        return null;
      end $$`);
    this.addSql(`create trigger impact_of_changed_account after update on user_account
      for each row when ((old.email, old.show_on_leaderboard) is distinct from (new.email, new.show_on_leaderboard))
      execute function note_account_impact()`);
    this.addSql(`create trigger impact_of_new_account after insert on user_account
      for each row when (not new.show_on_leaderboard) execute function note_account_impact()`);

    this.addSql(`insert into customer_impact_change (email)
      select distinct lower(customer_email) from customer_order where paid_at is not null`);
  }

  override down(): void {
    for (const [name, table] of [
      ["new_orders", "customer_order"],
      ["changed_orders", "customer_order"],
      ["new_refunds", "refund"],
      ["changed_refunds", "refund"],
    ]) {
      this.addSql(`drop trigger impact_of_${name} on ${table}`);
      this.addSql(`drop function note_${name}_impact()`);
    }
    this.addSql("drop trigger impact_of_changed_account on user_account");
    this.addSql("drop trigger impact_of_new_account on user_account");
    this.addSql("drop function note_account_impact()");
  }
}
