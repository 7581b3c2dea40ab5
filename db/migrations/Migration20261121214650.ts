import { Migration } from '@mikro-orm/migrations';

export class Migration20261121214650 extends Migration {

  override name = 'Migration20261121214650';

  override up(): void | Promise<void> {
    this.addSql(`create index "refund_created_index" on "refund" ("created_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "refund_created_index";`);
  }

}
