import { Migration } from '@mikro-orm/migrations';

/**
 * What carries amounts says in which currency. All there is was priced in pounds; a failed order of money that came
 * unasked has its checkout's.
 */
export class Migration20261123123245 extends Migration {

  override name = 'Migration20261123123245';

  override up(): void | Promise<void> {
    this.addSql(`alter table "user_account" add "opening_currency" varchar(3) not null default 'gbp';`);

    this.addSql(`alter table "customer_order" add "sterling_rate" int null, add "sterling_rate_day" date null;`);

    this.addSql(`alter table "failed_order" add "currency" varchar(3) not null default 'gbp';`);
    this.addSql(`update failed_order set currency = checkout.currency from checkout where checkout.id = failed_order.checkout_id`);

    this.addSql(`alter table "audit_entry" add "currency" varchar(3) not null default 'gbp';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "audit_entry" drop column "currency";`);

    this.addSql(`alter table "customer_order" drop column "sterling_rate", drop column "sterling_rate_day";`);

    this.addSql(`alter table "failed_order" drop column "currency";`);

    this.addSql(`alter table "user_account" drop column "opening_currency";`);
  }

}
