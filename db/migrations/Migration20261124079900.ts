import { Migration } from "@mikro-orm/migrations";

/**
 * Staff's lists are told when something in them changes (docs/decisions/068-lists-renew-themselves.md). A new order is
 * told of by the function that lets it wait to be counted, in an expression: a trigger or statement of its own would
 * cost each buyer more.
 */
export class Migration20261124079900 extends Migration {
  override name = "Migration20261124079900";

  override up(): void {
    this.addSql(waitToBeCounted("if pg_notify('shop_changed', 'orders') is null then null; end if;"));
    for (const { name, event, table, topic } of triggers) {
      this.addSql(`create trigger ${name} after ${event} on ${table}
        for each statement execute function tell_of_change('${topic}')`);
    }
  }

  override down(): void {
    for (const { name, table } of triggers) this.addSql(`drop trigger ${name} on ${table}`);
    this.addSql(waitToBeCounted(""));
  }
}

const waitToBeCounted = (told: string) => `create or replace function wait_to_be_counted() returns trigger
  language plpgsql as $$
    begin
      insert into uncounted_order (order_id) values (new.id) on conflict do nothing;
      -- The row of a deleted order whose number is used again.
      if not found and count_anew(new.id) then null; end if;
      ${told}
      return new;
    end $$`;

const anyChange = "insert or delete or truncate or update";

const triggers = [
  {
    name: "tell_of_changed_order",
    event: "update of status, dispatched_at, ready_at, carrier, tracking_number, paid_at",
    table: "customer_order",
    topic: "orders",
  },
  { name: "tell_of_changed_refund", event: anyChange, table: "refund", topic: "orders" },
  { name: "tell_of_changed_withdrawal", event: anyChange, table: "withdrawal", topic: "orders" },
  { name: "tell_of_changed_failed_order", event: anyChange, table: "failed_order", topic: "failed-orders" },
  { name: "tell_of_changed_enquiry", event: anyChange, table: "enquiry", topic: "enquiries" },
] as const;
