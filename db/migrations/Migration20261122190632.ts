import { Migration } from "@mikro-orm/migrations";

/**
 * When a mailed link was opened together with the account, and when somebody first signed in to it. Of accounts that
 * were verified before it is not known who opened the link. They keep what they have; staff, and customers who bought
 * signed in under that address, count as proven, the others once they open a link while signed in (docs/decisions/038).
 * Nor is it known which of the old accounts were ever used: none of them is forgotten. Both statements are written by
 * hand.
 */
export class Migration20261122190632 extends Migration {
  override name = "Migration20261122190632";

  override up(): void {
    this.addSql(
      `alter table "user_account" add "email_proven_at" timestamptz null, add "signed_in_at" timestamptz null;`,
    );
    this.addSql("update user_account set signed_in_at = created_at where password_hash is not null");
    this.addSql(`update user_account person set email_proven_at = now()
      where is_verified and erased_at is null and (role <> 'customer' or exists (
        select from customer_order bought join checkout on checkout.id = bought.checkout_id
         where checkout.user_id = person.id and bought.customer_id = person.id and bought.paid_at is not null
           and lower(bought.customer_email) = lower(person.email)))`);
  }

  override down(): void {
    this.addSql(`alter table "user_account" drop column "email_proven_at", drop column "signed_in_at";`);
  }
}
