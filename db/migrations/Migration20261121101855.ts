import { Migration } from '@mikro-orm/migrations';

export class Migration20261121101855 extends Migration {

  override name = 'Migration20261121101855';

  override up(): void | Promise<void> {
    this.addSql(`create table "product_sales" ("period" varchar(7) not null, "product_id" int not null, "units" int not null, "revenue" bigint not null, primary key ("period", "product_id"));`);
    this.addSql(`create index product_sales_rank_index on product_sales (period, units desc, product_id);`);

    this.addSql(`create table "product_sales_change" ("id" bigserial primary key, "period" varchar(7) not null, "product_id" int not null, "units" int not null, "revenue" bigint not null);`);

    this.addSql(`create table "sales_day" ("day" date not null, "status" text not null, "orders" int not null, "revenue" bigint not null, "refunded" bigint not null, primary key ("day", "status"));`);

    this.addSql(`create table "sales_day_change" ("id" bigserial primary key, "day" date not null, "status" text not null, "orders" int not null, "revenue" bigint not null, "refunded" bigint not null);`);

    this.addSql(`create index outbox_email_recipient_index on outbox_email (lower(recipient) text_pattern_ops, id);`);
    this.addSql(`create index outbox_email_unsent_index on outbox_email (id) where sent_at is null;`);

    // The same index, now also for beginnings of an address.
    this.addSql(`drop index order_email_index;`);
    this.addSql(`create index order_email_index on customer_order (lower(customer_email) text_pattern_ops);`);
    this.addSql(`create index order_invoice_number_index on customer_order (invoice_number text_pattern_ops);`);
    this.addSql(`create index order_name_index on customer_order using gin (lower(customer_name) gin_trgm_ops);`);
    this.addSql(`create index "order_total_index" on "customer_order" ("total_amount", "id");`);

    this.addSql(`alter table "sales_day" add constraint "sales_day_status_check" check ("status" in ('pending', 'processing', 'completed', 'cancelled'));`);

    this.addSql(`alter table "sales_day_change" add constraint "sales_day_change_status_check" check ("status" in ('pending', 'processing', 'completed', 'cancelled'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "product_sales" cascade;`);
    this.addSql(`drop table if exists "product_sales_change" cascade;`);
    this.addSql(`drop table if exists "sales_day" cascade;`);
    this.addSql(`drop table if exists "sales_day_change" cascade;`);

    this.addSql(`drop index order_email_index;`);
    this.addSql(`create index order_email_index on customer_order (lower(customer_email));`);
    this.addSql(`drop index "order_invoice_number_index";`);
    this.addSql(`drop index "order_name_index";`);
    this.addSql(`drop index "order_total_index";`);

    this.addSql(`drop index "outbox_email_recipient_index";`);
    this.addSql(`drop index "outbox_email_unsent_index";`);
  }

}
