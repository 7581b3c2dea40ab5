import { Migration } from "@mikro-orm/migrations";

/**
 * Which payment providers there are is known by `server/payments/provider-list.ts` alone: their columns take any name,
 * and the ledger's days keep what came by each as one object. Those statements are written by hand.
 */
export class Migration20261123052300 extends Migration {
  override name = "Migration20261123052300";

  override up(): void {
    this.addSql(`alter table "checkout" drop constraint "checkout_payment_method_check";`);
    this.addSql(`alter table "customer_order" drop constraint "customer_order_payment_method_check";`);
    this.addSql(`alter table "dispute" drop constraint "dispute_provider_check";`);
    this.addSql(`alter table "failed_order" drop constraint "failed_order_payment_method_check";`);
    this.addSql(`alter table "payment" drop constraint "payment_provider_check";`);
    this.addSql(`alter table "provider_event" drop constraint "provider_event_provider_check";`);
    this.addSql(`alter table "ledger_day" add "received" jsonb null;`);
    this.addSql(`update ledger_day set received = jsonb_build_object('stripe', stripe, 'paypal', paypal);`);
    this.addSql(`alter table "ledger_day" alter column "received" set not null;`);
    this.addSql(`alter table "ledger_day" drop column "stripe", drop column "paypal";`);
  }

  override down(): void {
    this.addSql(`alter table "ledger_day" add "stripe" bigint null, add "paypal" bigint null;`);
    this.addSql(`update ledger_day set stripe = coalesce((received->>'stripe')::bigint, 0),
      paypal = coalesce((received->>'paypal')::bigint, 0);`);
    this.addSql(`alter table "ledger_day" alter column "stripe" set not null, alter column "paypal" set not null;`);
    this.addSql(`alter table "ledger_day" drop column "received";`);
    this.addSql(`alter table "checkout" add constraint "checkout_payment_method_check" check ("payment_method" in ('stripe', 'paypal'));`);
    this.addSql(`alter table "customer_order" add constraint "customer_order_payment_method_check" check ("payment_method" in ('stripe', 'paypal', 'cash', 'card', 'bank_transfer', 'account'));`);
    this.addSql(`alter table "dispute" add constraint "dispute_provider_check" check ("provider" in ('stripe', 'paypal'));`);
    this.addSql(`alter table "failed_order" add constraint "failed_order_payment_method_check" check ("payment_method" in ('stripe', 'paypal'));`);
    this.addSql(`alter table "payment" add constraint "payment_provider_check" check ("provider" in ('stripe', 'paypal'));`);
    this.addSql(`alter table "provider_event" add constraint "provider_event_provider_check" check ("provider" in ('stripe', 'paypal'));`);
  }
}
