import { Migration } from '@mikro-orm/migrations';

export class Migration20261121111821 extends Migration {

  override name = 'Migration20261121111821';

  override up(): void | Promise<void> {
    this.addSql(`create index product_live_index on product (id) where archived_at is null;`);

    this.addSql(`create index failed_order_open_index on failed_order (id) where resolved_at is null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "failed_order_open_index";`);

    this.addSql(`drop index "product_live_index";`);
  }

}
