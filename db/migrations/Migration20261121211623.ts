import { Migration } from "@mikro-orm/migrations";

/**
 * The triggers that tell every instance of the shop what changed (docs/decisions on the caches). Written by hand: the entities
 * know nothing of triggers. The message goes out with the commit of whoever changed something, one for each transaction
 * and topic; server/core/listen-for-changes.server.ts hears it.
 */
export class Migration20261121211623 extends Migration {
  override name = "Migration20261121211623";

  override up(): void {
    this.addSql(`create function tell_of_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('shop_changed', tg_argv[0]);
        return null;
      end $$`);
    for (const [table, topic] of told) {
      this.addSql(`create trigger tell_of_changed_${table} after insert or update or delete or truncate on ${table}
        for each statement execute function tell_of_change('${topic}')`);
    }
  }

  override down(): void {
    for (const [table] of told) this.addSql(`drop trigger tell_of_changed_${table} on ${table}`);
    this.addSql("drop function tell_of_change()");
  }
}

/** What is cached of each table, under which topic. */
const told = [
  ["store_setting", "settings"],
  ["product", "catalogue"],
  ["blog_post", "content"],
  ["faq_entry", "content"],
];
