import { Migration } from "@mikro-orm/migrations";

/**
 * A refund that its provider refuses for now knows when it is asked for again. Amounts of PayPal's currencies without
 * decimals, which older versions read as if they had two, are put right; nothing was ever sold in them, so no paper names
 * them. Those statements are written by hand.
 */
export class Migration20261122165513 extends Migration {
  override name = "Migration20261122165513";

  override up(): void {
    this.addSql(
      `alter table "refund" add "attempts" int not null default 0, add "next_attempt_at" timestamptz null;`,
    );
    const those = "select id from payment where provider = 'paypal' and currency in ('huf', 'jpy', 'twd')";
    this.addSql(`update refund set amount = amount / 100 where payment_id in (${those}) and amount % 100 = 0`);
    this.addSql(`update dispute set amount = amount / 100, amount_lost = amount_lost / 100
      where payment_id in (${those}) and amount % 100 = 0`);
    // Only a checkout that was made for such money counts in its currency; one of the shop's own is in pounds.
    this.addSql(`update checkout set total_amount = total_amount / 100
      where payment_method = 'paypal' and currency in ('huf', 'jpy', 'twd') and total_amount % 100 = 0`);
    this.addSql(`update payment set amount = amount / 100, amount_received = amount_received / 100
      where id in (${those}) and amount % 100 = 0 and amount_received % 100 = 0`);
  }

  override down(): void {
    this.addSql(`alter table "refund" drop column "attempts", drop column "next_attempt_at";`);
  }
}
