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
  "credit_status",
  "credits_issued_to",
  "transport_grams_per_kilogram",
];

const after = before.flatMap((column) => (column === "status" ? [column, "recalled_at"] : [column]));

/** Everybody reads of a batch that it was called back. */
export class Migration20261126230100 extends Migration {
  override name = "Migration20261126230100";

  override up(): void {
    this.addSql(`alter table "batch" add "recalled_at" timestamptz null;`);
    this.notifyOfBatches(after);
  }

  override down(): void {
    this.notifyOfBatches(before);
    this.addSql(`alter table "batch" drop column "recalled_at";`);
  }

  private notifyOfBatches(columns: readonly string[]): void {
    const name = "tell_of_changed_batch";
    this.addSql(`drop trigger ${name} on batch;`);
    this.addSql(changeTriggerStatement({ name, table: "batch", topic: "batches", columns }));
  }
}
