import { Migration } from "@mikro-orm/migrations";

/** What the stand-ins of payment providers keep is theirs: it moves to the schema where they look for it. */
export class Migration20261123044000 extends Migration {
  override name = "Migration20261123044000";

  override up(): void {
    this.addSql(`create schema if not exists "sandbox";`);
    this.addSql(`alter table "sandbox_object" rename to "object";`);
    this.addSql(`alter table "object" set schema "sandbox";`);
  }

  override down(): void {
    this.addSql(`alter table "sandbox"."object" set schema "public";`);
    this.addSql(`alter table "object" rename to "sandbox_object";`);
    this.addSql(`drop schema "sandbox";`);
  }
}
