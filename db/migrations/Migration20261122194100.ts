import { Migration } from '@mikro-orm/migrations';

export class Migration20261122194100 extends Migration {

  override name = 'Migration20261122194100';

  override up(): void | Promise<void> {
    this.addSql(`alter table "checkout" add "held_since" timestamptz null, add "held_by" varchar(64) null;`);

    this.addSql(`alter table "stock_hold" drop constraint "stock_hold_quantity_positive";`);
    this.addSql(`alter table "stock_hold" add "beyond_share" int not null default 0;`);
    this.addSql(`alter table "stock_hold" add constraint "stock_hold_not_empty" check (quantity >= 0 and beyond_share >= 0 and quantity + beyond_share > 0);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "checkout" drop column "held_since", drop column "held_by";`);

    this.addSql(`alter table "stock_hold" drop constraint "stock_hold_not_empty";`);
    this.addSql(`alter table "stock_hold" drop column "beyond_share";`);
    this.addSql(`alter table "stock_hold" add constraint "stock_hold_quantity_positive" check (quantity > 0);`);
  }

}
