import { Migration } from '@mikro-orm/migrations';

export class Migration20261121084047 extends Migration {

  override name = 'Migration20261121084047';

  override up(): void | Promise<void> {
    this.addSql(`alter table "customer_order" add "seller" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "customer_order" drop column "seller";`);
  }

}
