import { Migration } from "@mikro-orm/migrations";

/** Staff keep what they ask of a list under names of their own. */
export class Migration20261124071010 extends Migration {
  override name = "Migration20261124071010";

  override up(): void {
    this.addSql(`create table "saved_view" ("id" serial primary key, "user_id" int not null, "list" text not null,
      "name" varchar(60) not null, "query" varchar(1000) not null, "created_at" timestamptz not null default now());`);
    this.addSql(
      `alter table "saved_view" add constraint "saved_view_name_unique" unique ("user_id", "list", "name");`,
    );
    this.addSql(`alter table "saved_view" add constraint "saved_view_list_check"
      check ("list" in ('orders', 'customers', 'users', 'enquiries', 'emails', 'audit', 'products'));`);
    this.addSql(`alter table "saved_view" add constraint "saved_view_user_id_foreign"
      foreign key ("user_id") references "user_account" ("id") on delete cascade;`);
  }

  override down(): void {
    this.addSql(`drop table "saved_view";`);
  }
}
