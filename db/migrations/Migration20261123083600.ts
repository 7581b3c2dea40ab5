import { Migration } from "@mikro-orm/migrations";

/**
 * Names and categories of products in the order of an English dictionary. One statement, so that their indexes are
 * built anew once; the names themselves stay. PostgreSQL changes no column that a trigger names, so that the one which
 * notifies of changed products is made again.
 */
export class Migration20261123083600 extends Migration {
  override name = "Migration20261123083600";

  override up(): void {
    this.sortBy("en-GB-x-icu");
  }

  override down(): void {
    this.sortBy("default");
  }

  private sortBy(collation: string): void {
    this.addSql(`drop trigger tell_of_changed_product on product;`);
    this.addSql(`alter table "product" alter column "name" type varchar(200) collate "${collation}",
      alter column "category" type varchar(100) collate "${collation}";`);
    // The columns of that day: those of today are not all there yet.
    this.addSql(`create trigger tell_of_changed_product after insert or delete or truncate or update of id, name, slug,
      description, price, sale_price, on_sale, category, image_url, is_bestseller, is_new, tax_rate, show_on_home,
      home_position, archived_at on product for each statement execute function tell_of_change('catalogue')`);
  }
}
