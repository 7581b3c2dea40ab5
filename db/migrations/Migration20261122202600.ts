import { Migration } from "@mikro-orm/migrations";

/**
 * What works in the links of mails that were sent is no longer kept, and taken out of those that are kept already: who
 * finds a copy of the database finds no door in it. Written by hand; server/email/send-email.server.ts says the same.
 */
export class Migration20261122202600 extends Migration {
  override name = "Migration20261122202600";

  override up(): void {
    this.addSql(String.raw`update outbox_email set
        html = regexp_replace(regexp_replace(html, '([?&](amp;)?t(oken)?=)[A-Za-z0-9_.~%-]+', '\1removed', 'g'),
          '(^|>)\d{6}(?=<|$)', '\1removed', 'gn'),
        text = regexp_replace(regexp_replace(text, '([?&](amp;)?t(oken)?=)[A-Za-z0-9_.~%-]+', '\1removed', 'g'),
          '(^|>)\d{6}(?=<|$)', '\1removed', 'gn'),
        unsubscribe_url = null
      where sent_at is not null`);
  }

  override down(): void {
    // What was taken out is nowhere.
  }
}
