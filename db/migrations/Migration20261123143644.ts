import { Migration } from '@mikro-orm/migrations';

/** The last event of each provider, and what they say of the keys: nobody has asked them yet. */
export class Migration20261123143644 extends Migration {

  override name = 'Migration20261123143644';

  override up(): void | Promise<void> {
    this.addSql(`create index "provider_event_latest_index" on "provider_event" ("provider", "received_at");`);

    this.addSql(`alter table "shop_opening" add "payments_check" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "provider_event_latest_index";`);

    this.addSql(`alter table "shop_opening" drop column "payments_check";`);
  }

}
