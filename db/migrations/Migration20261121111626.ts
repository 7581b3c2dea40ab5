import { Migration } from '@mikro-orm/migrations';

export class Migration20261121111626 extends Migration {

  override name = 'Migration20261121111626';

  override up(): void | Promise<void> {
    this.addSql(`create index product_archived_index on product (name, id) where archived_at is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "product_archived_index";`);
  }

}
