import { Migration } from "@mikro-orm/migrations";

/**
 * A mail is rendered by the job that sends it, from the facts that are queued with it. What was queued before has its
 * words and no facts, and is sent as it is.
 */
export class Migration20261123185000 extends Migration {
  override name = "Migration20261123185000";

  override up(): void {
    this.addSql(`alter table "outbox_email" add "props" json null;`);
    this.addSql(`alter table "outbox_email" alter column "html" set default '';`);
    this.addSql(`alter table "outbox_email" alter column "text" set default '';`);
  }

  override down(): void {
    this.addSql(`alter table "outbox_email" alter column "html" drop default;`);
    this.addSql(`alter table "outbox_email" alter column "text" drop default;`);
    this.addSql(`alter table "outbox_email" drop column "props";`);
  }
}
