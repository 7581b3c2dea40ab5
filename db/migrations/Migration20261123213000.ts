import { Migration } from "@mikro-orm/migrations";
import { changeTriggerStatement } from "../change-triggers.ts";

/** The columns of which it was told before. */
const before = [
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
  "net_grams",
  "pack_millilitres",
  "gross_grams",
  "bulk_density",
  "bulk_density_measured_on",
  "unit_price_basis",
  "handling",
  "mixed_into_soil",
  "family",
  "pack_label",
  "more_pictures",
  "documents",
  "show_on_home",
  "home_position",
  "archived_at",
];

/**
 * Prices by quantity, for everybody and for lists that customers carry. No product has any yet, so that all prices stay
 * as they are.
 */
export class Migration20261123213000 extends Migration {
  override name = "Migration20261123213000";

  override up(): void {
    this.addSql(`create table "trade_list" ("code" varchar(50) primary key, "name" varchar(100) not null,
      "version" int not null default 1, "created_at" timestamptz not null default now());`);
    this.addSql(
      `alter table "trade_list" add constraint "trade_list_name_unique" unique ("name");`,
    );
    this.addSql(`alter table "user_account" add "trade_list_code" varchar(50) null;`);
    this.addSql(`alter table "user_account" add constraint "user_account_trade_list_code_foreign"
      foreign key ("trade_list_code") references "trade_list" ("code") on delete restrict;`);
    this.addSql(`alter table "product" add "price_steps" jsonb not null default '[]';`);
    this.addSql(`alter table "product" add constraint "product_price_steps_shape" check (
      jsonb_typeof(price_steps) = 'array' and jsonb_array_length(price_steps)
        = jsonb_array_length(jsonb_path_query_array(price_steps, '$[*] ? (@.minQuantity >= 1 && @.price >= 1)')));`);
    this.notifyOf([...before, "price_steps"]);
  }

  override down(): void {
    this.notifyOf(before);
    this.addSql(`alter table "product" drop "price_steps";`);
    this.addSql(`alter table "user_account" drop "trade_list_code";`);
    this.addSql(`drop table "trade_list";`);
  }

  private notifyOf(columns: readonly string[]): void {
    const name = "tell_of_changed_product";
    this.addSql(`drop trigger ${name} on product;`);
    this.addSql(changeTriggerStatement({ name, table: "product", topic: "catalogue", columns }));
  }
}
