import { Migration } from '@mikro-orm/migrations';

/** Totals in both, so that the dearest orders of some days are found without reading all of theirs. */
export class Migration20261127190039 extends Migration {

  override name = 'Migration20261127190039';

  override up(): void | Promise<void> {
    this.addSql(`drop index "order_created_index";`);
    this.addSql(`drop index "order_status_index";`);
    this.addSql(`create index "order_created_index" on "customer_order" ("created_at", "id", "total_amount");`);
    this.addSql(`create index "order_status_index" on "customer_order" ("status", "created_at", "id", "total_amount");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "order_created_index";`);
    this.addSql(`drop index "order_status_index";`);
    this.addSql(`create index "order_created_index" on "customer_order" ("created_at", "id");`);
    this.addSql(`create index "order_status_index" on "customer_order" ("status", "created_at", "id");`);
  }

}
