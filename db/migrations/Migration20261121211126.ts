import { Migration } from '@mikro-orm/migrations';

export class Migration20261121211126 extends Migration {

  override name = 'Migration20261121211126';

  override up(): void | Promise<void> {
    this.addSql(`create table "two_factor" ("id" serial primary key, "user_id" int not null, "secret" varchar(200) not null, "confirmed_at" timestamptz null, "last_step" int null, "created_at" timestamptz not null default now());`);
    this.addSql(`alter table "two_factor" add constraint "two_factor_user_unique" unique ("user_id");`);

    this.addSql(`create table "recovery_code" ("id" serial primary key, "user_id" int not null, "code_hash" varchar(200) not null, "used_at" timestamptz null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "recovery_code_user_index" on "recovery_code" ("user_id");`);

    this.addSql(`create table "pending_sign_in" ("id" serial primary key, "user_id" int not null, "token_hash" varchar(64) not null, "password_mark" varchar(64) not null, "door" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "pending_sign_in_user_index" on "pending_sign_in" ("user_id");`);
    this.addSql(`alter table "pending_sign_in" add constraint "pending_sign_in_token_unique" unique ("token_hash");`);
    this.addSql(`create index "pending_sign_in_expires_index" on "pending_sign_in" ("expires_at");`);

    this.addSql(`alter table "two_factor" add constraint "two_factor_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`);

    this.addSql(`alter table "recovery_code" add constraint "recovery_code_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`);

    this.addSql(`alter table "pending_sign_in" add constraint "pending_sign_in_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`);
    this.addSql(`alter table "pending_sign_in" add constraint "pending_sign_in_door_check" check ("door" in ('customer', 'staff'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "two_factor" cascade;`);
    this.addSql(`drop table if exists "recovery_code" cascade;`);
    this.addSql(`drop table if exists "pending_sign_in" cascade;`);
  }

}
