import { Migration } from "@mikro-orm/migrations";

/** The few products that have prices by quantity, for the staff's pages that list them. */
export class Migration20261124011000 extends Migration {
  override name = "Migration20261124011000";

  override up(): void {
    this.addSql(
      `create index product_stepped_index on product (name, id) where price_steps <> '[]' and archived_at is null;`,
    );
  }

  override down(): void {
    this.addSql(`drop index product_stepped_index;`);
  }
}
