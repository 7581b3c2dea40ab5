import { Migration } from '@mikro-orm/migrations';

export class Migration20261121101406 extends Migration {

  override name = 'Migration20261121101406';

  override up(): void | Promise<void> {
    this.addSql(`create table "audit_entry" ("id" serial primary key, "at" timestamptz not null default now(), "actor_id" int null, "actor_name" varchar(200) not null, "area" varchar(30) not null, "action" varchar(60) not null, "subject_id" varchar(100) not null, "subject_name" varchar(300) not null, "before" jsonb not null, "after" jsonb not null, "revert_of" int null, "request_id" varchar(100) not null);`);
    this.addSql(`create index "audit_entry_area_index" on "audit_entry" ("area", "id");`);
    this.addSql(`create index "audit_entry_subject_index" on "audit_entry" ("area", "subject_id", "id");`);
    this.addSql(`create index "audit_entry_actor_index" on "audit_entry" ("actor_id", "id");`);
    this.addSql(`create index "audit_entry_at_index" on "audit_entry" ("at");`);

    this.addSql(`alter table "store_setting" rename column "saved_tabs" to "tab_saves";`);
    this.addSql(`update "store_setting" set "tab_saves" = '{}' where jsonb_typeof("tab_saves") = 'array';`);

    this.addSql(`alter table "audit_entry" add constraint "audit_entry_actor_id_foreign" foreign key ("actor_id") references "user_account" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "audit_entry" cascade;`);

    this.addSql(`alter table "store_setting" rename column "tab_saves" to "saved_tabs";`);
  }

}
