import { Migration } from "@mikro-orm/migrations";

/** The PDFs that products have for their documents. */
export class Migration20261123212200 extends Migration {
  override name = "Migration20261123212200";

  override up(): void {
    this.addSql(`create table "media_document" ("hash" varchar(64) not null, "content" bytea not null,
      "created_at" timestamptz not null default now(), primary key ("hash"));`);
  }

  override down(): void {
    this.addSql(`drop table "media_document";`);
  }
}
