import { Migration } from '@mikro-orm/migrations';

export class Migration20261121110141 extends Migration {

  override name = 'Migration20261121110141';

  override up(): void | Promise<void> {
    this.addSql(`create index "audit_entry_revert_index" on "audit_entry" ("revert_of");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "audit_entry_revert_index";`);
  }

}
