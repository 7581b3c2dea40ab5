import { Migration } from '@mikro-orm/migrations';

/** What Stripe doubts about a payment: its own review, and warnings of fraud by the bank. */
export class Migration20261122173658 extends Migration {

  override name = 'Migration20261122173658';

  override up(): void | Promise<void> {
    this.addSql(`create table "payment_warning" ("id" serial primary key, "kind" text not null, "provider_warning_id" varchar(100) not null, "payment_id" int not null, "order_id" int null, "reason" varchar(100) not null, "is_open" boolean not null, "opened_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`alter table "payment_warning" add constraint "payment_warning_provider_id_unique" unique ("provider_warning_id");`);
    this.addSql(`create index "payment_warning_payment_index" on "payment_warning" ("payment_id");`);
    this.addSql(`create index "payment_warning_order_index" on "payment_warning" ("order_id");`);

    this.addSql(`alter table "payment_warning" add constraint "payment_warning_payment_id_foreign" foreign key ("payment_id") references "payment" ("id");`);
    this.addSql(`alter table "payment_warning" add constraint "payment_warning_order_id_foreign" foreign key ("order_id") references "customer_order" ("id") on delete set null;`);
    this.addSql(`alter table "payment_warning" add constraint "payment_warning_kind_check" check ("kind" in ('review', 'fraud'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "payment_warning" cascade;`);
  }

}
