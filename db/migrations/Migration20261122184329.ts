import { Migration } from "@mikro-orm/migrations";

/**
 * A dispute keeps what its provider says it took, so that its cost can be counted anew when a refund of the same payment
 * comes to nothing. What it took before is what was counted as lost, and what PayPal paid of it as a refund. That
 * statement is written by hand.
 */
export class Migration20261122184329 extends Migration {
  override name = "Migration20261122184329";

  override up(): void {
    this.addSql(`alter table "dispute" add "amount_taken" int not null default 0;`);
    this.addSql(`update dispute set amount_taken = case
      when status <> 'lost' then amount_lost
      when provider = 'stripe' then amount
      else least(amount, amount_lost + (select coalesce(sum(refund.amount), 0) from refund
        where refund.payment_id = dispute.payment_id and refund.source = 'provider'
          and refund.status in ('pending', 'succeeded') and refund.created_at >= dispute.opened_at)) end`);
  }

  override down(): void {
    this.addSql(`alter table "dispute" drop column "amount_taken";`);
  }
}
