import { Migration } from "@mikro-orm/migrations";

const before = {
  postcode: (address: string) =>
    `upper(regexp_replace(${address}_address ->> 'postcode', '[^a-zA-Z0-9]', '', 'g'))`,
  town: (address: string) => `coalesce(${address}_address ->> 'city', '')`,
};

const after = {
  postcode: (address: string) =>
    `upper(regexp_replace(coalesce(nullif(${address}_address ->> 'postcode', ''), substring(${address}_address ->> 'address' from '.*\\m([a-zA-Z]{1,2}[0-9][a-zA-Z0-9]?[ ]?[0-9][a-zA-Z]{2})\\M'), ''), '[^a-zA-Z0-9]', '', 'g'))`,
  town: (address: string) =>
    `coalesce(nullif(${address}_address ->> 'city', ''), ${address}_address ->> 'address', '')`,
};

/** Staff also find orders whose address is one text, as those of the counter and of scripts, by postcode and town. */
export class Migration20261127032500 extends Migration {
  override name = "Migration20261127032500";

  override up(): void {
    this.indexBy(after);
    // As in Migration20261124071000.
    this.addSql("analyze customer_order;");
  }

  override down(): void {
    this.indexBy(before);
  }

  private indexBy({ postcode, town }: typeof before): void {
    for (const name of ["order_postcode_index", "order_billing_postcode_index", "order_town_index"]) {
      this.addSql(`drop index ${name};`);
    }
    const [shipping, billing] = [postcode("shipping"), postcode("billing")];
    this.addSql(`create index order_postcode_index on customer_order (${shipping} text_pattern_ops);`);
    this.addSql(`create index order_billing_postcode_index on customer_order (${billing} text_pattern_ops)
      where ${billing} <> ${shipping};`);
    this.addSql(`create index order_town_index on customer_order using gin
      (lower(${town("shipping")} || ' ' || ${town("billing")}) gin_trgm_ops);`);
  }
}
