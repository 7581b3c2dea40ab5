import { Migration } from "@mikro-orm/migrations";

/**
 * The list of what the demo data made. Of a shop that has it already, its orders are known by their payments' numbers,
 * and its people by the names and addresses of the demo sign-ins, or as buyers of those orders who never signed in.
 */
export class Migration20261123123218 extends Migration {
  override name = "Migration20261123123218";

  override up(): void {
    this.addSql(
      `create table "demo_record" ("table_name" varchar(63) not null, "record_id" varchar(100) not null, primary key ("table_name", "record_id"));`,
    );
    this.addSql(`insert into demo_record (table_name, record_id)
      select 'customer_order', id::text from customer_order where transaction_id like 'pi\\_demo\\_%';`);
    this.addSql(`insert into demo_record (table_name, record_id)
      select 'order_line', line.id::text from order_line line
        join demo_record made on made.table_name = 'customer_order' and made.record_id = line.order_id::text;`);
    this.addSql(`insert into demo_record (table_name, record_id)
      select 'order_event', event.id::text from order_event event
        join demo_record made on made.table_name = 'customer_order' and made.record_id = event.order_id::text
       where event.kind = 'placed';`);
    this.addSql(`insert into demo_record (table_name, record_id)
      select 'user_account', person.id::text from user_account person
       where exists (select from demo_record) and (
         (lower(person.username), lower(person.email)) in (('admin', 'admin@example.com'),
           ('manager', 'manager@example.com'), ('customer', 'customer@example.com'), ('packer', 'packer@example.com'))
         or person.role = 'customer' and person.password_hash is null and person.signed_in_at is null
           and person.email like '%@example.com'
           and exists (select from customer_order bought
             join demo_record made on made.table_name = 'customer_order' and made.record_id = bought.id::text
             where bought.customer_id = person.id));`);
  }

  override down(): void {
    this.addSql(`drop table if exists "demo_record" cascade;`);
  }
}
