import { Migration } from '@mikro-orm/migrations';

export class Migration20261121101201 extends Migration {

  override name = 'Migration20261121101201';

  override up(): void | Promise<void> {
    this.addSql(`alter table "refund" add "credit_note" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "refund" drop column "credit_note";`);
  }

}
