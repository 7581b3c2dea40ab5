import { Migration } from "@mikro-orm/migrations";

/** When a payment's capture was last sent to PayPal; of payments from before nobody is sending any. */
export class Migration20261122234506 extends Migration {
  override name = "Migration20261122234506";

  override up(): void {
    this.addSql(`alter table "payment" add "capture_begun_at" timestamptz null;`);
  }

  override down(): void {
    this.addSql(`alter table "payment" drop column "capture_begun_at";`);
  }
}
