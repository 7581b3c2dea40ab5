import { Migration } from '@mikro-orm/migrations';

/** Who wants to hear when a product is back (docs/decisions/078-told-when-it-is-back.md). */
export class Migration20261124190000 extends Migration {

  override name = 'Migration20261124190000';

  override up(): void | Promise<void> {
    this.addSql(`create table "stock_alert" ("id" serial primary key, "product_id" int not null, "email" varchar(254) not null, "state" text not null default 'pending', "consent_wording" varchar(500) not null, "asked_at" timestamptz not null, "confirmed_at" timestamptz null, "told_at" timestamptz null, "ended_at" timestamptz null);`);
    this.addSql(`create unique index stock_alert_unique on stock_alert (product_id, lower(email));`);
    this.addSql(`create index stock_alert_email_index on stock_alert (lower(email));`);
    this.addSql(`create index stock_alert_waiting_index on stock_alert (product_id, confirmed_at, id) where state = 'waiting';`);
    this.addSql(`create index stock_alert_told_index on stock_alert (product_id, told_at) where told_at is not null;`);

    this.addSql(`alter table "stock_alert" add constraint "stock_alert_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;`);
    this.addSql(`alter table "stock_alert" add constraint "stock_alert_has_its_times" check ((state <> 'waiting' or confirmed_at is not null) and (state <> 'told' or told_at is not null) and (state <> 'ended' or ended_at is not null));`);
    this.addSql(`alter table "stock_alert" add constraint "stock_alert_state_check" check ("state" in ('pending', 'waiting', 'told', 'ended'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "stock_alert" cascade;`);
  }

}
