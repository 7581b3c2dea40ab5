import { Migration } from "@mikro-orm/migrations";
import { changeTriggerStatement } from "../change-triggers.ts";

/** What of a batch was shown to whoever scans its label before. */
const before = [
  "code",
  "product_id",
  "made_on",
  "feedstock",
  "feedstock_origin",
  "kiln_celsius",
  "grams_made",
  "status",
  "recalled_at",
  "credit_status",
  "credits_issued_to",
  "transport_grams_per_kilogram",
];

const after = [...before, "certification_class", "certificate_number"];

/** A batch has a certificate, which everybody reads; nobody has said so of those of before. */
export class Migration20261127064000 extends Migration {
  override name = "Migration20261127064000";

  override up(): void {
    this.addSql(
      `alter table "batch" add "certification_class" text not null default 'none', add "certificate_number" varchar(100) not null default '';`,
    );
    this.addSql(
      `alter table "batch" add constraint "batch_certificate_has_a_class" check (certification_class <> 'none' or certificate_number = '');`,
    );
    this.addSql(
      `alter table "batch" add constraint "batch_certification_class_check" check ("certification_class" in ('none', 'feed_plus', 'feed', 'agro_organic', 'agro', 'urban', 'consumer_materials', 'basic_materials'));`,
    );
    this.notifyOfBatches(after);
  }

  override down(): void {
    this.notifyOfBatches(before);
    this.addSql(`alter table "batch" drop constraint "batch_certificate_has_a_class";`);
    this.addSql(`alter table "batch" drop column "certification_class", drop column "certificate_number";`);
  }

  private notifyOfBatches(columns: readonly string[]): void {
    const name = "tell_of_changed_batch";
    this.addSql(`drop trigger ${name} on batch;`);
    this.addSql(changeTriggerStatement({ name, table: "batch", topic: "batches", columns }));
  }
}
