import { Migration } from '@mikro-orm/migrations';

export class Migration20261121111657 extends Migration {

  override name = 'Migration20261121111657';

  override up(): void | Promise<void> {
    this.addSql(`create table "blog_post" ("id" serial primary key, "slug" varchar(200) not null, "title" varchar(200) not null, "excerpt" varchar(500) not null, "body" text not null, "image_url" varchar(500) not null, "image_alt" varchar(300) not null, "status" text not null default 'draft', "published_at" timestamptz null, "version" int not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`alter table "blog_post" add constraint "blog_post_slug_unique" unique ("slug");`);
    this.addSql(`create index blog_post_published_index on blog_post (published_at desc, id desc) where status = 'published';`);
    this.addSql(`create index blog_post_search_index on blog_post using gin (lower(title || ' ' || excerpt) gin_trgm_ops);`);

    this.addSql(`create table "faq_entry" ("id" serial primary key, "category" text not null, "question" varchar(300) not null, "answer" text not null, "position" int not null default 0, "published" boolean not null default false, "version" int not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`create index "faq_entry_order_index" on "faq_entry" ("category", "position", "id");`);

    this.addSql(`alter table "blog_post" add constraint "blog_post_published_has_date" check (status = 'draft' or published_at is not null);`);
    this.addSql(`alter table "blog_post" add constraint "blog_post_status_check" check ("status" in ('draft', 'published'));`);

    this.addSql(`alter table "faq_entry" add constraint "faq_entry_category_check" check ("category" in ('Biochar', 'Using it', 'Making it', 'Climate', 'Orders and delivery'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "blog_post" cascade;`);
    this.addSql(`drop table if exists "faq_entry" cascade;`);
  }

}
