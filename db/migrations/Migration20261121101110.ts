import { Migration } from '@mikro-orm/migrations';

export class Migration20261121101110 extends Migration {

  override name = 'Migration20261121101110';

  override up(): void | Promise<void> {
    this.addSql(`alter table "payment" add "received_at" timestamptz null, add "is_matched" boolean not null default false;`);
    this.addSql(`create index "payment_received_index" on "payment" ("received_at");`);
    this.addSql(`create index payment_unmatched_index on payment (id) where status = 'succeeded' and not is_matched;`);

    this.addSql(`create index "order_paid_index" on "customer_order" ("paid_at");`);

    // Money that came before these columns were there: the day of its order, else when its row last changed.
    this.addSql(`update "payment" set "received_at" = coalesce(bought."paid_at", "payment"."updated_at"),
        "is_matched" = bought."id" is not null
      from "payment" as same left join "customer_order" as bought
        on bought."payment_method" = same."provider" and bought."transaction_id" = same."provider_payment_id"
      where same."id" = "payment"."id" and "payment"."amount_received" > 0;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "order_paid_index";`);

    this.addSql(`drop index "payment_received_index";`);
    this.addSql(`drop index "payment_unmatched_index";`);
    this.addSql(`alter table "payment" drop column "received_at", drop column "is_matched";`);
  }

}
