import { Migration } from '@mikro-orm/migrations';

export class Migration20261122160107 extends Migration {

  override name = 'Migration20261122160107';

  override up(): void | Promise<void> {
    this.addSql(`alter table "payment" add "details" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "payment" drop column "details";`);
  }

}
