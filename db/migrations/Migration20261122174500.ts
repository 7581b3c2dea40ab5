import { Migration } from "@mikro-orm/migrations";

/**
 * Stock that was counted as held and is held by nobody: a checkout that was prepared again without one of its products
 * counted that product once more each time, and its units looked sold for good. What is held is the sum of the holds
 * again. Holds change only under the locks of their products, so whoever is at it is waited for. Written by hand.
 */
export class Migration20261122174500 extends Migration {
  override name = "Migration20261122174500";

  override up(): void {
    this.addSql("lock table product in exclusive mode");
    this.addSql(`update product set held_quantity = held.quantity
      from (select product.id, coalesce(sum(stock_hold.quantity), 0)::int as quantity
              from product left join stock_hold on stock_hold.product_id = product.id group by product.id) held
      where held.id = product.id and product.held_quantity <> held.quantity`);
  }

  override down(): void {}
}
