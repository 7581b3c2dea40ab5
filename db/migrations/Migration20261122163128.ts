import { Migration } from '@mikro-orm/migrations';

/** For the list of VAT rates that nobody may have chosen (server/catalogue/doubtful-rates.server.ts): rows only of before it. */
export class Migration20261122163128 extends Migration {

  override name = 'Migration20261122163128';

  override up(): void | Promise<void> {
    this.addSql(`create index audit_entry_doubtful_rate_index on audit_entry (id) where area = 'products' and action = 'edited' and after -> 'taxRate' is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "audit_entry_doubtful_rate_index";`);
  }

}
