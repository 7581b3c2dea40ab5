import { Migration } from "@mikro-orm/migrations";

/**
 * Staff of a public shop need a good password and, by default, a second factor. Who saved the General tab before kept
 * that switch where it was, off, without having been asked: it is on now and can be switched off again. That statement
 * is written by hand.
 */
export class Migration20261122185722 extends Migration {
  override name = "Migration20261122185722";

  override up(): void {
    this.addSql(`alter table "user_account" add "has_weak_password" boolean not null default false;`);
    this.addSql(`update store_setting set "values" = jsonb_set("values"::jsonb, '{staffTwoFactor}', 'true')
      where "values"::jsonb ->> 'staffTwoFactor' = 'false'`);
  }

  override down(): void {
    this.addSql(`alter table "user_account" drop column "has_weak_password";`);
  }
}
