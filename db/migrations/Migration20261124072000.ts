import { Migration } from '@mikro-orm/migrations';

/** What staff note for each other about orders and people. */
export class Migration20261124072000 extends Migration {

  override name = 'Migration20261124072000';

  override up(): void | Promise<void> {
    this.addSql(`create table "staff_note" ("id" serial primary key, "order_id" int null, "customer_id" int null, "email" varchar(254) null, "key" varchar(36) not null, "text" varchar(2000) not null, "author_id" int null, "author_name" varchar(200) not null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "staff_note_order_index" on "staff_note" ("order_id");`);
    this.addSql(`create index "staff_note_customer_index" on "staff_note" ("customer_id");`);
    this.addSql(`alter table "staff_note" add constraint "staff_note_key_unique" unique ("key");`);
    this.addSql(`create index "staff_note_author_index" on "staff_note" ("author_id");`);
    this.addSql(`create index staff_note_email_index on staff_note (lower(email)) where email is not null;`);
    this.addSql(`alter table "staff_note" add constraint "staff_note_about_one_thing" check (num_nonnulls(order_id, customer_id, email) = 1);`);

    this.addSql(`alter table "staff_note" add constraint "staff_note_order_id_foreign" foreign key ("order_id") references "customer_order" ("id") on delete cascade;`);
    this.addSql(`alter table "staff_note" add constraint "staff_note_customer_id_foreign" foreign key ("customer_id") references "user_account" ("id") on delete cascade;`);
    this.addSql(`alter table "staff_note" add constraint "staff_note_author_id_foreign" foreign key ("author_id") references "user_account" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "staff_note" cascade;`);
  }

}
