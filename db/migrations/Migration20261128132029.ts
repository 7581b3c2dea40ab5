import { Migration } from '@mikro-orm/migrations';

export class Migration20261128132029 extends Migration {

  override name = 'Migration20261128132029';

  override up(): void | Promise<void> {
    this.addSql(`drop table if exists "saved_view" cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`create table "saved_view" ("created_at" timestamptz(6) not null default now(), "id" serial primary key, "list" text not null, "name" varchar(60) not null, "query" varchar(1000) not null, "user_id" int not null);`);
    this.addSql(`alter table "saved_view" add constraint "saved_view_name_unique" unique ("user_id", "list", "name");`);

    this.addSql(`alter table "saved_view" add constraint "saved_view_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`);
    this.addSql(`alter table "saved_view" add constraint "saved_view_list_check" check ("list" in ('orders', 'customers', 'users', 'enquiries', 'emails', 'audit', 'products'));`);
  }

}
