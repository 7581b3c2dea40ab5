import { Migration } from '@mikro-orm/migrations';

export class Migration20261121101632 extends Migration {

  override name = 'Migration20261121101632';

  override up(): void | Promise<void> {
    this.addSql(`create index user_search_index on user_account using gin (lower(' ' || name || ' ' || email || ' ' || username) gin_trgm_ops);`);
    this.addSql(`create index "user_role_index" on "user_account" ("role", "created_at", "id");`);
    this.addSql(`create index "user_customer_type_index" on "user_account" ("customer_type", "created_at", "id");`);
    this.addSql(`create index user_suspended_index on user_account (created_at, id) where not is_active;`);
    this.addSql(`create index user_unverified_index on user_account (created_at, id) where not is_verified;`);
    this.addSql(`create index user_research_index on user_account (created_at, id) where has_research_access;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "user_search_index";`);
    this.addSql(`drop index "user_role_index";`);
    this.addSql(`drop index "user_customer_type_index";`);
    this.addSql(`drop index "user_suspended_index";`);
    this.addSql(`drop index "user_unverified_index";`);
    this.addSql(`drop index "user_research_index";`);
  }

}
