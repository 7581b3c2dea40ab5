import { Migration } from '@mikro-orm/migrations';

export class Migration20261121111429 extends Migration {

  override name = 'Migration20261121111429';

  override up(): void | Promise<void> {
    this.addSql(`alter table "customer_order" add "retry_key" varchar(36) null;`);
    this.addSql(`alter table "customer_order" add constraint "order_retry_key_unique" unique ("retry_key");`);

    this.addSql(`alter table "refund" alter column "payment_id" drop not null;`);
    this.addSql(`alter table "refund" add constraint "refund_is_of_something" check (payment_id is not null or order_id is not null);`);

    this.addSql(`alter table "order_line" add "list_price" int null, add "price_set_by" varchar(200) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "customer_order" drop constraint "order_retry_key_unique";`);
    this.addSql(`alter table "customer_order" drop column "retry_key";`);

    this.addSql(`alter table "order_line" drop column "list_price", drop column "price_set_by";`);

    this.addSql(`alter table "refund" drop constraint "refund_is_of_something";`);
    this.addSql(`alter table "refund" alter column "payment_id" set not null;`);
  }

}
