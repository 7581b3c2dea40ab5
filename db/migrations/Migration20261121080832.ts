import { Migration } from '@mikro-orm/migrations';

export class Migration20261121080832 extends Migration {

  override name = 'Migration20261121080832';

  override up(): void | Promise<void> {
    this.addSql(`create table "refund" ("id" serial primary key, "key" varchar(100) not null, "payment_id" int not null, "order_id" int null, "amount" int not null, "reason" varchar(300) not null, "source" text not null, "status" text not null default 'requested', "provider_refund_id" varchar(100) null, "restock" jsonb not null, "credit_note_number" varchar(30) null, "failure_message" varchar(500) null, "requested_by" varchar(200) null, "created_at" timestamptz not null default now(), "completed_at" timestamptz null, "updated_at" timestamptz not null default now());`);
    this.addSql(`alter table "refund" add constraint "refund_key_unique" unique ("key");`);
    this.addSql(`create index "refund_payment_index" on "refund" ("payment_id");`);
    this.addSql(`create index "refund_order_index" on "refund" ("order_id");`);
    this.addSql(`alter table "refund" add constraint "refund_provider_id_unique" unique ("provider_refund_id");`);
    this.addSql(`alter table "refund" add constraint "refund_credit_note_unique" unique ("credit_note_number");`);
    this.addSql(`create index "refund_status_index" on "refund" ("status", "updated_at");`);

    this.addSql(`alter table "customer_order" add "carrier" varchar(100) null, add "tracking_number" varchar(100) null, add "dispatched_at" timestamptz null;`);

    this.addSql(`alter table "order_line" add "stock_taken" int null, add "restocked_quantity" int not null default 0;`);
    this.addSql(`alter table "order_line" add constraint "order_line_restocked_within_quantity" check (restocked_quantity between 0 and coalesce(stock_taken, quantity));`);

    this.addSql(`alter table "refund" add constraint "refund_payment_id_foreign" foreign key ("payment_id") references "payment" ("id");`);
    this.addSql(`alter table "refund" add constraint "refund_order_id_foreign" foreign key ("order_id") references "customer_order" ("id") on delete set null;`);
    this.addSql(`alter table "refund" add constraint "refund_amount_positive" check (amount > 0);`);
    this.addSql(`alter table "refund" add constraint "refund_source_check" check ("source" in ('staff', 'automatic', 'provider'));`);
    this.addSql(`alter table "refund" add constraint "refund_status_check" check ("status" in ('requested', 'pending', 'succeeded', 'failed'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "refund" cascade;`);

    this.addSql(`alter table "customer_order" drop column "carrier", drop column "tracking_number", drop column "dispatched_at";`);

    this.addSql(`alter table "order_line" drop constraint "order_line_restocked_within_quantity";`);
    this.addSql(`alter table "order_line" drop column "stock_taken", drop column "restocked_quantity";`);
  }

}
