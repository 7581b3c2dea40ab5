import { Migration } from "@mikro-orm/migrations";
import { changeTriggerStatement } from "../change-triggers.ts";

/** The columns of a product of which it was told before. */
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
  "price_steps",
];

/** What of a batch is shown to whoever scans its label. */
const ofBatches = [
  "code",
  "product_id",
  "made_on",
  "feedstock",
  "feedstock_origin",
  "kiln_celsius",
  "grams_made",
  "status",
  "credit_status",
  "credits_issued_to",
  "transport_grams_per_kilogram",
];

/** Pages of batches stay in memory until one changes. A product's number is shown, and is one with zeros in front. */
export class Migration20261124193303 extends Migration {
  override name = "Migration20261124193303";

  override up(): void {
    this.addSql(`alter table "product" drop constraint "product_gtin_unique";`);
    this.addSql(`create unique index product_gtin_unique on product (lpad(gtin, 14, '0'));`);
    this.addSql(`alter table "product" add constraint "product_gtin_shape"
      check (gtin ~ '^([0-9]{8}|[0-9]{12,14})$');`);
    this.notifyOfProducts([...before, "gtin"]);
    const topic = "batches";
    this.addSql(
      changeTriggerStatement({ name: "tell_of_changed_batch", table: "batch", topic, columns: ofBatches }),
    );
    this.addSql(changeTriggerStatement({ name: "tell_of_new_analysis", table: "batch_analysis", topic }));
  }

  override down(): void {
    this.addSql("drop trigger tell_of_new_analysis on batch_analysis;");
    this.addSql("drop trigger tell_of_changed_batch on batch;");
    this.notifyOfProducts(before);
    this.addSql(`alter table "product" drop constraint "product_gtin_shape";`);
    this.addSql("drop index product_gtin_unique;");
    this.addSql(`alter table "product" add constraint "product_gtin_unique" unique ("gtin");`);
  }

  private notifyOfProducts(columns: readonly string[]): void {
    const name = "tell_of_changed_product";
    this.addSql(`drop trigger ${name} on product;`);
    this.addSql(changeTriggerStatement({ name, table: "product", topic: "catalogue", columns }));
  }
}
