import { Migration } from '@mikro-orm/migrations';

export class Migration20261121211240 extends Migration {

  override name = 'Migration20261121211240';

  override up(): void | Promise<void> {
    this.addSql(`create table "idempotent_request" ("id" serial primary key, "key_hash" varchar(64) not null, "fingerprint" varchar(64) not null, "claim" uuid not null, "claimed_at" timestamptz not null, "status" smallint null, "body" text null, "headers" jsonb null, "created_at" timestamptz not null default now());`);
    this.addSql(`alter table "idempotent_request" add constraint "idempotent_request_key_unique" unique ("key_hash");`);
    this.addSql(`create index "idempotent_request_created_index" on "idempotent_request" ("created_at");`);

    this.addSql(`create table "api_key" ("id" serial primary key, "name" varchar(100) not null, "token_hash" varchar(64) not null, "beginning" varchar(20) not null, "permissions" jsonb not null, "maker_id" int null, "created_at" timestamptz not null default now(), "expires_at" timestamptz not null, "last_used_at" timestamptz null, "revoked_at" timestamptz null);`);
    this.addSql(`alter table "api_key" add constraint "api_key_token_unique" unique ("token_hash");`);
    this.addSql(`create index "api_key_maker_index" on "api_key" ("maker_id");`);

    this.addSql(`alter table "api_key" add constraint "api_key_maker_id_foreign" foreign key ("maker_id") references "user_account" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "idempotent_request" cascade;`);
    this.addSql(`drop table if exists "api_key" cascade;`);
  }

}
