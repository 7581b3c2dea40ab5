import { Migration } from "@mikro-orm/migrations";

/** Passkeys, the challenges that they have answered, and which sessions began with one. */
export class Migration20261122200800 extends Migration {
  override name = "Migration20261122200800";

  override up(): void {
    this.addSql(`create table "used_passkey_challenge" ("id" serial primary key, "challenge_hash" varchar(64) not null, "expires_at" timestamptz not null);`);
    this.addSql(`alter table "used_passkey_challenge" add constraint "used_passkey_challenge_unique" unique ("challenge_hash");`);
    this.addSql(`create index "used_passkey_challenge_expires_index" on "used_passkey_challenge" ("expires_at");`);

    this.addSql(`create table "passkey" ("id" serial primary key, "user_id" int not null, "name" varchar(100) not null, "credential_id" varchar(1400) not null, "public_key" text not null, "counter" bigint not null default '0', "transports" varchar(200) not null default '', "last_used_at" timestamptz null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "passkey_user_index" on "passkey" ("user_id");`);
    this.addSql(`alter table "passkey" add constraint "passkey_credential_unique" unique ("credential_id");`);
    this.addSql(`alter table "passkey" add constraint "passkey_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`);

    this.addSql(`alter table "user_session" add "by_passkey" boolean not null default false;`);
  }

  override down(): void {
    this.addSql(`drop table if exists "used_passkey_challenge" cascade;`);
    this.addSql(`drop table if exists "passkey" cascade;`);
    this.addSql(`alter table "user_session" drop column "by_passkey";`);
  }
}
