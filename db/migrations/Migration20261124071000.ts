import { Migration } from "@mikro-orm/migrations";

/**
 * Staff find orders and accounts by what a caller says: telephone number, postcode, town, product
 * (docs/decisions/069-many-ways-to-an-order.md). Nothing stored changes; a million orders take some five seconds.
 */
export class Migration20261124071000 extends Migration {
  override name = "Migration20261124071000";

  override up(): void {
    this.addSql(`create index order_phone_index on customer_order
      (reverse(regexp_replace(customer_phone, '[^0-9]', '', 'g')) text_pattern_ops);`);
    this.addSql(`create index order_postcode_index on customer_order
      (upper(regexp_replace(shipping_address ->> 'postcode', '[^a-zA-Z0-9]', '', 'g')) text_pattern_ops);`);
    this.addSql(`create index order_billing_postcode_index on customer_order
      (upper(regexp_replace(billing_address ->> 'postcode', '[^a-zA-Z0-9]', '', 'g')) text_pattern_ops)
      where upper(regexp_replace(billing_address ->> 'postcode', '[^a-zA-Z0-9]', '', 'g'))
         <> upper(regexp_replace(shipping_address ->> 'postcode', '[^a-zA-Z0-9]', '', 'g'));`);
    this.addSql(`create index order_town_index on customer_order using gin
      (lower(coalesce(shipping_address ->> 'city', '') || ' ' || coalesce(billing_address ->> 'city', '')) gin_trgm_ops);`);
    this.addSql(`create index user_phone_index on user_account
      (reverse(regexp_replace(phone, '[^0-9]', '', 'g')) text_pattern_ops);`);
    this.addSql(`create index user_postcode_index on user_account
      (upper(regexp_replace(postcode, '[^a-zA-Z0-9]', '', 'g')) text_pattern_ops);`);
    this.addSql(
      `create index product_name_trigram_index on product using gin (lower(name) gin_trgm_ops);`,
    );
    // Until an expression's values are counted, the database guesses how many rows have one, and looks through all orders.
    this.addSql(`analyze customer_order;`);
    this.addSql(`analyze user_account;`);
    this.addSql(`analyze product;`);
  }

  override down(): void {
    for (const index of [
      "order_phone_index",
      "order_postcode_index",
      "order_billing_postcode_index",
      "order_town_index",
      "user_phone_index",
      "user_postcode_index",
      "product_name_trigram_index",
    ]) {
      this.addSql(`drop index ${index};`);
    }
  }
}
