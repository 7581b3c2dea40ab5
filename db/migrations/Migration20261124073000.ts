import { Migration } from '@mikro-orm/migrations';

export class Migration20261124073000 extends Migration {

  override name = 'Migration20261124073000';

  override up(): void | Promise<void> {
    this.addSql(`create table "withdrawal" ("id" serial primary key, "order_id" int not null, "key" varchar(100) not null, "lines" jsonb not null, "reason" varchar(500) not null default '', "submitted_at" timestamptz not null, "goods_back_at" timestamptz null, "refund_id" int null, "closed_at" timestamptz null, "closing_note" varchar(300) not null default '');`);
    this.addSql(`create index "withdrawal_order_index" on "withdrawal" ("order_id");`);
    this.addSql(`create index "withdrawal_refund_index" on "withdrawal" ("refund_id");`);
    this.addSql(`create index withdrawal_open_index on withdrawal (submitted_at) where closed_at is null;`);
    this.addSql(`alter table "withdrawal" add constraint "withdrawal_key_unique" unique ("order_id", "key");`);

    this.addSql(`alter table "withdrawal" add constraint "withdrawal_order_id_foreign" foreign key ("order_id") references "customer_order" ("id");`);
    this.addSql(`alter table "withdrawal" add constraint "withdrawal_refund_id_foreign" foreign key ("refund_id") references "refund" ("id") on delete no action;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "withdrawal" cascade;`);
  }

}
