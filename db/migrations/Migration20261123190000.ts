import { Migration } from "@mikro-orm/migrations";

/**
 * A statement that writes a whole order calls this where it finds that what the order was made from has changed: then
 * nothing of it is written. The code tells the shop to look again, as after any serialization failure.
 */
export class Migration20261123190000 extends Migration {
  override name = "Migration20261123190000";

  override up(): void {
    this.addSql(`create function refuse_order() returns int language plpgsql as $$
      begin raise exception 'the order was not written: what it was made from has changed'
        using errcode = 'serialization_failure';
      end $$;`);
  }

  override down(): void {
    this.addSql("drop function refuse_order();");
  }
}
