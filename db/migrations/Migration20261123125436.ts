import { Migration } from '@mikro-orm/migrations';

/** What was done to open the shop, and what the owner says of the biochar: a shop of before has said nothing yet. */
export class Migration20261123125436 extends Migration {

  override name = 'Migration20261123125436';

  override up(): void | Promise<void> {
    this.addSql(`create table "shop_opening" ("id" int not null, "texts_read" jsonb not null default '{}', "mail_test" jsonb null, "opened" jsonb null, primary key ("id"));`);

    this.addSql(`alter table "store_setting" add "statements" jsonb not null default '{}';`);

    this.addSql(`alter table "shop_opening" add constraint "shop_opening_single_row" check (id = 1);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "shop_opening" cascade;`);

    this.addSql(`alter table "store_setting" drop column "statements";`);
  }

}
