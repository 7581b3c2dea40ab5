import { Migration } from "@mikro-orm/migrations";

/**
 * Which products are mixed into soil: those whose addresses stood in the application-rate calculator.
 */
export class Migration20261123211000 extends Migration {
  override name = "Migration20261123211000";

  override up(): void {
    this.addSql(`alter table "product" add "mixed_into_soil" boolean not null default false;`);
    this.addSql(`update product set mixed_into_soil = true
      where slug in ('premium-biochar', 'specialized-plant-biochar', 'bulk-biochar')`);
    this.addSql(`create index product_soil_index on product (name, id)
      where mixed_into_soil and archived_at is null;`);
  }

  override down(): void {
    this.addSql(`alter table "product" drop "mixed_into_soil";`);
  }
}
