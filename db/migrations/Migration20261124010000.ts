import { Migration } from "@mikro-orm/migrations";

/** What a measure of each line cost, as its buyer was told. Of the lines of before nothing is said. */
export class Migration20261124010000 extends Migration {
  override name = "Migration20261124010000";

  override up(): void {
    this.addSql(`alter table "order_line" add "per_measure" jsonb null;`);
  }

  override down(): void {
    this.addSql(`alter table "order_line" drop "per_measure";`);
  }
}
