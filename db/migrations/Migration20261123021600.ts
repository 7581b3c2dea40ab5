import { Migration } from "@mikro-orm/migrations";

/** A role for who packs: sees orders without money, and dispatches them. */
export class Migration20261123021600 extends Migration {
  override name = "Migration20261123021600";

  override up(): void {
    this.addSql(`alter table "user_account" drop constraint "user_account_role_check";`);
    this.addSql(
      `alter table "user_account" add constraint "user_account_role_check" check ("role" in ('customer', 'packer', 'shop_manager', 'administrator'));`,
    );
  }

  override down(): void {
    // Who packed is a customer again: no other role of before does not see more than they did.
    this.addSql(`update "user_account" set "role" = 'customer' where "role" = 'packer';`);
    this.addSql(`alter table "user_account" drop constraint "user_account_role_check";`);
    this.addSql(
      `alter table "user_account" add constraint "user_account_role_check" check ("role" in ('customer', 'shop_manager', 'administrator'));`,
    );
  }
}
