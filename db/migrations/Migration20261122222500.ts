import { Migration } from "@mikro-orm/migrations";

/** Links that take a change of address back. */
export class Migration20261122222500 extends Migration {
  override name = "Migration20261122222500";

  override up(): void {
    this.addSql(`alter table "account_token" drop constraint "account_token_purpose_check";`);
    this.addSql(`alter table "account_token" add constraint "account_token_purpose_check" check ("purpose" in ('verify_email', 'reset_password', 'change_email', 'set_password', 'undo_email_change'));`);
  }

  override down(): void {
    this.addSql(`delete from "account_token" where "purpose" = 'undo_email_change';`);
    this.addSql(`alter table "account_token" drop constraint "account_token_purpose_check";`);
    this.addSql(`alter table "account_token" add constraint "account_token_purpose_check" check ("purpose" in ('verify_email', 'reset_password', 'change_email', 'set_password'));`);
  }
}
