import { Migration } from '@mikro-orm/migrations';

export class Migration20261121100935 extends Migration {

  override name = 'Migration20261121100935';

  override up(): void | Promise<void> {
    this.addSql(`create table "dispute" ("id" serial primary key, "provider" text not null, "provider_dispute_id" varchar(100) not null, "payment_id" int not null, "order_id" int null, "amount" int not null, "amount_lost" int not null default 0, "reason" varchar(100) not null, "status" text not null, "evidence_due_at" timestamptz null, "opened_at" timestamptz not null, "closed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`create index "dispute_payment_index" on "dispute" ("payment_id");`);
    this.addSql(`create index "dispute_order_index" on "dispute" ("order_id");`);
    this.addSql(`alter table "dispute" add constraint "dispute_provider_id_unique" unique ("provider", "provider_dispute_id");`);

    this.addSql(`alter table "dispute" add constraint "dispute_payment_id_foreign" foreign key ("payment_id") references "payment" ("id");`);
    this.addSql(`alter table "dispute" add constraint "dispute_order_id_foreign" foreign key ("order_id") references "customer_order" ("id") on delete set null;`);
    this.addSql(`alter table "dispute" add constraint "dispute_lost_within_amount" check (amount_lost between 0 and amount);`);
    this.addSql(`alter table "dispute" add constraint "dispute_provider_check" check ("provider" in ('stripe', 'paypal'));`);
    this.addSql(`alter table "dispute" add constraint "dispute_status_check" check ("status" in ('needs_response', 'under_review', 'won', 'lost', 'closed'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "dispute" cascade;`);
  }

}
