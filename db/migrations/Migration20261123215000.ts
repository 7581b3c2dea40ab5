import { Migration } from "@mikro-orm/migrations";

/**
 * How an order goes out, as its buyer chose it, and the places in the half hours in which goods are collected. Orders of
 * before have neither.
 */
export class Migration20261123215000 extends Migration {
  override name = "Migration20261123215000";

  override up(): void {
    this.addSql(`create table "collection_place" (
      "id" serial primary key, "checkout_id" uuid not null, "starts_at" timestamptz not null, "place" int not null,
      "expires_at" timestamptz not null);`);
    this.addSql(`alter table "collection_place"
      add constraint "collection_place_checkout_unique" unique ("checkout_id"),
      add constraint "collection_place_unique" unique ("starts_at", "place"),
      add constraint "collection_place_numbered" check (place >= 1),
      add constraint "collection_place_checkout_id_foreign" foreign key ("checkout_id")
        references "checkout" ("id") on delete cascade;`);
    this.addSql(`alter table "customer_order"
      add "delivery" jsonb null, add "collection_code" varchar(12) null, add "ready_at" timestamptz null;`);
  }

  override down(): void {
    this.addSql(`drop table "collection_place";`);
    this.addSql(`alter table "customer_order" drop "delivery", drop "collection_code", drop "ready_at";`);
  }
}
