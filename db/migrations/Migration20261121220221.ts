import { Migration } from "@mikro-orm/migrations";

/**
 * Stock that only moves, with every order and every open payment, is told apart from a catalogue that staff change:
 * what does not show stock, such as how many products there are, stays good. Written by hand: the entities know nothing
 * of triggers.
 */
export class Migration20261121220221 extends Migration {
  override name = "Migration20261121220221";

  override up(): void {
    this.addSql("drop trigger tell_of_changed_product on product");
    this.addSql(`create trigger tell_of_changed_product
      after insert or delete or truncate or update of ${shown.join(", ")} on product
      for each statement execute function tell_of_change('catalogue')`);
    this.addSql(`create trigger tell_of_moved_stock after update of stock_quantity, held_quantity on product
      for each statement execute function tell_of_change('stock')`);
  }

  override down(): void {
    this.addSql("drop trigger tell_of_moved_stock on product");
    this.addSql("drop trigger tell_of_changed_product on product");
    this.addSql(`create trigger tell_of_changed_product after insert or update or delete or truncate on product
      for each statement execute function tell_of_change('catalogue')`);
  }
}

/** Every column that a shopper sees something of, except those of stock. */
const shown = [
  "id",
  "name",
  "slug",
  "description",
  "price",
  "sale_price",
  "on_sale",
  "category",
  "image_url",
  "is_bestseller",
  "is_new",
  "tax_rate",
  "show_on_home",
  "home_position",
  "archived_at",
];
