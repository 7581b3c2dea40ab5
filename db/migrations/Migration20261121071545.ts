import { Migration } from '@mikro-orm/migrations';

export class Migration20261121071545 extends Migration {

  override name = 'Migration20261121071545';

  override up(): void | Promise<void> {
    this.addSql(`create table "account_token" ("id" serial primary key, "user_id" int not null, "purpose" text not null, "token_hash" varchar(64) not null, "email" varchar(254) not null, "expires_at" timestamptz not null, "used_at" timestamptz null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "account_token_user_index" on "account_token" ("user_id");`);
    this.addSql(`alter table "account_token" add constraint "account_token_hash_unique" unique ("token_hash");`);
    this.addSql(`create index "account_token_expires_index" on "account_token" ("expires_at");`);

    this.addSql(`alter table "user_account" add "email_consent_at" timestamptz null, add "email_consent_source" varchar(100) not null default '', add "email_consent_wording" varchar(500) not null default '', add "show_on_leaderboard" boolean not null default true, add "erased_at" timestamptz null;`);

    this.addSql(`alter table "account_token" add constraint "account_token_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`);
    this.addSql(`alter table "account_token" add constraint "account_token_purpose_check" check ("purpose" in ('verify_email', 'reset_password', 'change_email', 'set_password'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "account_token" cascade;`);

    this.addSql(`alter table "user_account" drop column "email_consent_at", drop column "email_consent_source", drop column "email_consent_wording", drop column "show_on_leaderboard", drop column "erased_at";`);
  }

}
