import { Migration } from "@mikro-orm/migrations";
import { changeTriggerStatement, changeTriggers } from "../change-triggers.ts";

export class Migration20261123151600 extends Migration {

  override name = 'Migration20261123151600';

  override up(): void | Promise<void> {
    this.addSql(`create table "newsletter_issue" ("id" serial primary key, "slug" varchar(200) not null, "subject" varchar(200) not null, "body" text not null, "state" text not null default 'draft', "created_by_id" int null, "started_at" timestamptz null, "sent_at" timestamptz null, "version" int not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`alter table "newsletter_issue" add constraint "newsletter_issue_slug_unique" unique ("slug");`);
    this.addSql(`create index "newsletter_issue_created_by_index" on "newsletter_issue" ("created_by_id");`);
    this.addSql(`create index newsletter_issue_started_index on newsletter_issue (started_at desc, id desc) where started_at is not null;`);

    this.addSql(`create table "newsletter_delivery" ("id" serial primary key, "issue_id" int not null, "subscriber_id" int null, "state" text not null default 'waiting', "email_id" int null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "newsletter_delivery_subscriber_index" on "newsletter_delivery" ("subscriber_id");`);
    this.addSql(`create index "newsletter_delivery_email_index" on "newsletter_delivery" ("email_id");`);
    this.addSql(`create index newsletter_delivery_waiting_index on newsletter_delivery (issue_id, id) where state = 'waiting';`);
    this.addSql(`alter table "newsletter_delivery" add constraint "newsletter_delivery_unique" unique ("issue_id", "subscriber_id");`);

    this.addSql(`alter table "newsletter_issue" add constraint "newsletter_issue_created_by_id_foreign" foreign key ("created_by_id") references "user_account" ("id") on delete set null;`);
    this.addSql(`alter table "newsletter_issue" add constraint "newsletter_issue_public_has_date" check ((state = 'draft') = (started_at is null));`);
    this.addSql(`alter table "newsletter_issue" add constraint "newsletter_issue_state_check" check ("state" in ('draft', 'sending', 'paused', 'stopped', 'sent'));`);

    this.addSql(`alter table "newsletter_delivery" add constraint "newsletter_delivery_issue_id_foreign" foreign key ("issue_id") references "newsletter_issue" ("id") on delete cascade;`);
    this.addSql(`alter table "newsletter_delivery" add constraint "newsletter_delivery_subscriber_id_foreign" foreign key ("subscriber_id") references "newsletter_subscriber" ("id") on delete set null;`);
    this.addSql(`alter table "newsletter_delivery" add constraint "newsletter_delivery_email_id_foreign" foreign key ("email_id") references "outbox_email" ("id") on delete set null;`);
    this.addSql(`alter table "newsletter_delivery" add constraint "newsletter_delivery_state_check" check ("state" in ('waiting', 'queued', 'skipped'));`);
    const trigger = changeTriggers.find(({ name }) => name === "tell_of_changed_newsletter_issue");
    if (trigger) this.addSql(changeTriggerStatement(trigger));
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "newsletter_delivery" drop constraint "newsletter_delivery_issue_id_foreign";`);

    this.addSql(`drop table if exists "newsletter_issue" cascade;`);
    this.addSql(`drop table if exists "newsletter_delivery" cascade;`);
  }

}
