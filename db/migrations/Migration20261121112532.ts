import { Migration } from '@mikro-orm/migrations';

export class Migration20261121112532 extends Migration {

  override name = 'Migration20261121112532';

  override up(): void | Promise<void> {
    this.addSql(`create table "newsletter_subscriber" ("id" serial primary key, "email" varchar(254) not null, "state" text not null default 'pending', "consent_wording" varchar(500) not null, "consent_source" varchar(50) not null, "consent_at" timestamptz not null, "confirmed_at" timestamptz null, "unsubscribed_at" timestamptz null, "code_hash" varchar(64) null, "code_tries" int not null default 0, "code_expires_at" timestamptz null, "created_at" timestamptz not null default now());`);
    this.addSql(`create unique index subscriber_email_unique on newsletter_subscriber (lower(email));`);
    this.addSql(`create index subscriber_search_index on newsletter_subscriber using gin (lower(email) gin_trgm_ops);`);
    this.addSql(`create index "subscriber_state_index" on "newsletter_subscriber" ("state", "id");`);

    this.addSql(`create table "enquiry" ("id" serial primary key, "name" varchar(200) not null, "email" varchar(254) not null, "subject" varchar(200) not null, "message" text not null, "created_at" timestamptz not null default now(), "answered_at" timestamptz null, "answered_by_id" int null, "note" varchar(2000) not null default '');`);
    this.addSql(`create index "enquiry_answered_by_index" on "enquiry" ("answered_by_id");`);
    this.addSql(`create index enquiry_open_index on enquiry (id) where answered_at is null;`);
    this.addSql(`create index enquiry_search_index on enquiry using gin (lower(name || ' ' || email || ' ' || subject) gin_trgm_ops);`);
    this.addSql(`create index enquiry_email_index on enquiry (lower(email));`);

    this.addSql(`alter table "outbox_email" add "unsubscribe_url" varchar(500) null;`);

    this.addSql(`alter table "newsletter_subscriber" add constraint "newsletter_subscriber_state_check" check ("state" in ('pending', 'confirmed', 'unsubscribed'));`);

    this.addSql(`alter table "enquiry" add constraint "enquiry_answered_by_id_foreign" foreign key ("answered_by_id") references "user_account" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "newsletter_subscriber" cascade;`);
    this.addSql(`drop table if exists "enquiry" cascade;`);

    this.addSql(`alter table "outbox_email" drop column "unsubscribe_url";`);
  }

}
