import { Migration } from '@mikro-orm/migrations';

export class Migration20261121113351 extends Migration {

  override name = 'Migration20261121113351';

  override up(): void | Promise<void> {
    this.addSql(`create index "audit_entry_area_actor_index" on "audit_entry" ("area", "actor_id", "id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "audit_entry_area_actor_index";`);
  }

}
