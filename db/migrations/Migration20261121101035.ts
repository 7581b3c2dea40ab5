import { Migration } from '@mikro-orm/migrations';

export class Migration20261121101035 extends Migration {

  override name = 'Migration20261121101035';

  override up(): void | Promise<void> {
    this.addSql(`create table "media_file" ("hash" varchar(64) not null, "width" int not null, "height" int not null, "content" bytea not null, "created_at" timestamptz not null default now(), primary key ("hash", "width"));`);

    this.addSql(`create table "past_price" ("id" serial primary key, "product_id" int not null, "price" int not null, "sale_price" int null, "on_sale" boolean not null, "until" timestamptz not null);`);
    this.addSql(`create index "past_price_product_index" on "past_price" ("product_id", "until");`);

    this.addSql(`alter table "product" add "home_position" int null;`);
    this.addSql(`create index product_home_index on product (home_position, name, id) where show_on_home and archived_at is null;`);

    this.addSql(`alter table "past_price" add constraint "past_price_product_id_foreign" foreign key ("product_id") references "product" ("id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "media_file" cascade;`);
    this.addSql(`drop table if exists "past_price" cascade;`);

    this.addSql(`drop index "product_home_index";`);
    this.addSql(`alter table "product" drop column "home_position";`);
  }

}
