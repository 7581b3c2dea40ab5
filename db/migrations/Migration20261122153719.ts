import { Migration } from '@mikro-orm/migrations';

export class Migration20261122153719 extends Migration {

  override name = 'Migration20261122153719';

  override up(): void | Promise<void> {
    this.addSql(`alter table "payment" add "refused_at" timestamptz null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "payment" drop column "refused_at";`);
  }

}
