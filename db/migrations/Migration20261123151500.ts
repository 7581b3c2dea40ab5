import { Migration } from '@mikro-orm/migrations';

export class Migration20261123151500 extends Migration {

  override name = 'Migration20261123151500';

  override up(): void | Promise<void> {
    this.addSql(`create table "enquiry_answer" ("id" serial primary key, "enquiry_id" int not null, "key" varchar(36) not null, "text" text not null, "answered_by_id" int null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "enquiry_answer_enquiry_index" on "enquiry_answer" ("enquiry_id");`);
    this.addSql(`alter table "enquiry_answer" add constraint "enquiry_answer_key_unique" unique ("key");`);
    this.addSql(`create index "enquiry_answer_answered_by_index" on "enquiry_answer" ("answered_by_id");`);

    this.addSql(`alter table "outbox_email" add "reply_to" varchar(254) null;`);

    this.addSql(`alter table "enquiry_answer" add constraint "enquiry_answer_enquiry_id_foreign" foreign key ("enquiry_id") references "enquiry" ("id") on delete cascade;`);
    this.addSql(`alter table "enquiry_answer" add constraint "enquiry_answer_answered_by_id_foreign" foreign key ("answered_by_id") references "user_account" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "enquiry_answer" cascade;`);

    this.addSql(`alter table "outbox_email" drop column "reply_to";`);
  }

}
