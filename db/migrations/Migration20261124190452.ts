import { Migration } from '@mikro-orm/migrations';

export class Migration20261124190452 extends Migration {

  override name = 'Migration20261124190452';

  override up(): void | Promise<void> {
    this.addSql(`create table "batch" ("id" serial primary key, "code" varchar(20) not null, "product_id" int not null, "made_on" date not null, "feedstock" varchar(200) not null, "feedstock_origin" varchar(200) not null default '', "kiln_celsius" int not null, "grams_made" int not null, "grams_allocated" int not null default 0, "grams_written_off" int not null default 0, "grams_left" int generated always as (grams_made - grams_allocated - grams_written_off) stored not null, "status" text not null default 'open', "quarantine_reason" varchar(300) not null default '', "credit_status" text not null default 'not_assessed', "credits_issued_to" varchar(200) not null default '', "transport_grams_per_kilogram" int null, "version" int not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`alter table "batch" add constraint "batch_code_unique" unique ("code");`);
    this.addSql(`create index "batch_product_index" on "batch" ("product_id");`);
    this.addSql(`create index batch_open_index on batch (product_id, made_on, id) where status = 'open';`);
    this.addSql(`create index "batch_made_index" on "batch" ("made_on", "id");`);

    this.addSql(`create table "batch_write_off" ("id" serial primary key, "batch_id" int not null, "key" varchar(100) not null, "grams" int not null, "reason" varchar(300) not null, "written_off_by" varchar(200) not null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "batch_write_off_batch_index" on "batch_write_off" ("batch_id");`);
    this.addSql(`alter table "batch_write_off" add constraint "batch_write_off_key_unique" unique ("key");`);

    this.addSql(`create table "batch_analysis" ("id" serial primary key, "batch_id" int not null, "key" varchar(100) not null, "laboratory" varchar(200) not null, "analysed_on" date not null, "organic_carbon" int not null, "hydrogen_to_carbon" int null, "ash" int null, "water" int null, "ph" int null, "pah" int null, "metals" jsonb not null default '{}', "document_hash" varchar(64) null, "document_name" varchar(200) not null default '', "entered_by" varchar(200) not null, "created_at" timestamptz not null default now());`);
    this.addSql(`alter table "batch_analysis" add constraint "batch_analysis_key_unique" unique ("key");`);
    this.addSql(`create index "batch_analysis_batch_index" on "batch_analysis" ("batch_id", "analysed_on", "id");`);

    this.addSql(`create table "signing_key" ("id" varchar(100) not null, "public_key_multibase" varchar(200) not null, "created_at" timestamptz not null default now(), "retired_at" timestamptz null, primary key ("id"));`);
    this.addSql(`alter table "signing_key" add constraint "signing_key_public_key_unique" unique ("public_key_multibase");`);

    this.addSql(`create table "batch_allocation" ("id" serial primary key, "batch_id" int not null, "order_line_id" int not null, "parcel_id" int null, "quantity" int not null, "returned_quantity" int not null default 0, "grams" int not null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "batch_allocation_order_line_index" on "batch_allocation" ("order_line_id");`);
    this.addSql(`create index "batch_allocation_parcel_index" on "batch_allocation" ("parcel_id");`);
    this.addSql(`create index "batch_allocation_batch_index" on "batch_allocation" ("batch_id", "id");`);

    this.addSql(`create table "carbon_statement" ("id" serial primary key, "order_id" int not null, "public_id" uuid not null, "key_id" varchar(100) not null, "method" varchar(100) not null, "grams_stored" int not null, "credential" text not null, "issued_at" timestamptz not null, "revoked_at" timestamptz null, "revoked_because" varchar(300) not null default '');`);
    this.addSql(`create index "carbon_statement_order_index" on "carbon_statement" ("order_id");`);
    this.addSql(`alter table "carbon_statement" add constraint "carbon_statement_public_id_unique" unique ("public_id");`);
    this.addSql(`create unique index carbon_statement_valid_unique on carbon_statement (order_id) where revoked_at is null;`);

    this.addSql(`create table "carbon_statement_line" ("statement_id" int not null, "order_line_id" int not null, "batch_id" int not null, "grams" int not null, "grams_stored" int not null, primary key ("statement_id", "order_line_id", "batch_id"));`);
    this.addSql(`create index "carbon_statement_line_batch_index" on "carbon_statement_line" ("batch_id");`);

    this.addSql(`create table "use_statement" ("order_id" int not null, "use" text null, "used_as" varchar(200) not null default '', "stated_at" timestamptz null, "asked_again_at" timestamptz null, "outward_code" varchar(10) null, "applied_on" date null, "grams_applied" int null, "updated_at" timestamptz not null default now(), primary key ("order_id"));`);

    this.addSql(`alter table "product" add "gtin" varchar(14) null;`);
    this.addSql(`alter table "product" add constraint "product_gtin_unique" unique ("gtin");`);

    this.addSql(`alter table "batch" add constraint "batch_product_id_foreign" foreign key ("product_id") references "product" ("id");`);
    this.addSql(`alter table "batch" add constraint "batch_code_shape" check (code ~ '^[A-Z0-9][A-Z0-9.-]{0,19}\$');`);
    this.addSql(`alter table "batch" add constraint "batch_grams_made_positive" check (grams_made > 0);`);
    this.addSql(`alter table "batch" add constraint "batch_grams_add_up" check (grams_allocated >= 0 and grams_written_off >= 0 and grams_left >= 0);`);
    this.addSql(`alter table "batch" add constraint "batch_credits_have_a_holder" check ((credit_status = 'issued') = (credits_issued_to <> ''));`);
    this.addSql(`alter table "batch" add constraint "batch_status_check" check ("status" in ('open', 'quarantined', 'sold_out'));`);
    this.addSql(`alter table "batch" add constraint "batch_credit_status_check" check ("credit_status" in ('issued', 'not_issued', 'not_assessed'));`);

    this.addSql(`alter table "batch_write_off" add constraint "batch_write_off_batch_id_foreign" foreign key ("batch_id") references "batch" ("id");`);
    this.addSql(`alter table "batch_write_off" add constraint "batch_write_off_grams_positive" check (grams > 0);`);

    this.addSql(`alter table "batch_analysis" add constraint "batch_analysis_batch_id_foreign" foreign key ("batch_id") references "batch" ("id");`);
    this.addSql(`alter table "batch_analysis" add constraint "batch_analysis_shares" check (organic_carbon between 1 and 10000 and ash between 0 and 10000 and water between 0 and 9999 and hydrogen_to_carbon >= 0 and ph between 0 and 1400 and pah >= 0);`);

    this.addSql(`alter table "batch_allocation" add constraint "batch_allocation_batch_id_foreign" foreign key ("batch_id") references "batch" ("id");`);
    this.addSql(`alter table "batch_allocation" add constraint "batch_allocation_order_line_id_foreign" foreign key ("order_line_id") references "order_line" ("id");`);
    this.addSql(`alter table "batch_allocation" add constraint "batch_allocation_parcel_id_foreign" foreign key ("parcel_id") references "parcel" ("id") on delete set null;`);
    this.addSql(`alter table "batch_allocation" add constraint "batch_allocation_quantity" check (quantity > 0 and returned_quantity between 0 and quantity and grams >= 0);`);

    this.addSql(`alter table "carbon_statement" add constraint "carbon_statement_order_id_foreign" foreign key ("order_id") references "customer_order" ("id");`);

    this.addSql(`alter table "carbon_statement_line" add constraint "carbon_statement_line_statement_id_foreign" foreign key ("statement_id") references "carbon_statement" ("id") on update no action on delete no action;`);
    this.addSql(`alter table "carbon_statement_line" add constraint "carbon_statement_line_order_line_id_foreign" foreign key ("order_line_id") references "order_line" ("id") on update no action on delete no action;`);
    this.addSql(`alter table "carbon_statement_line" add constraint "carbon_statement_line_batch_id_foreign" foreign key ("batch_id") references "batch" ("id") on update no action on delete no action;`);
    this.addSql(`alter table "carbon_statement_line" add constraint "carbon_statement_line_grams_positive" check (grams > 0);`);

    this.addSql(`alter table "use_statement" add constraint "use_statement_order_id_foreign" foreign key ("order_id") references "customer_order" ("id") on update no action on delete no action;`);
    this.addSql(`alter table "use_statement" add constraint "use_statement_grams_positive" check (grams_applied > 0);`);
    this.addSql(`alter table "use_statement" add constraint "use_statement_use_check" check ("use" in ('soil', 'compost', 'feed', 'digester', 'other'));`);

    this.keepSums();
  }

  /**
   * What was made is what is left, allocated and written off: the sums of a batch follow its rows in the same
   * transaction, and `batch_grams_add_up` refuses a row that is more than is left.
   */
  private keepSums(): void {
    this.addSql(`create function add_up_batch_allocation() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          update batch set grams_allocated = grams_allocated - old.grams where id = old.batch_id;
        end if;
        if tg_op <> 'DELETE' then
          update batch set grams_allocated = grams_allocated + new.grams where id = new.batch_id;
        end if;
        return null;
      end $$;`);
    this.addSql(`create trigger add_up_batch_allocation after insert or delete or update of batch_id, grams
      on batch_allocation for each row execute function add_up_batch_allocation();`);
    this.addSql(`create function add_up_batch_write_off() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          update batch set grams_written_off = grams_written_off - old.grams where id = old.batch_id;
        end if;
        if tg_op <> 'DELETE' then
          update batch set grams_written_off = grams_written_off + new.grams where id = new.batch_id;
        end if;
        return null;
      end $$;`);
    this.addSql(`create trigger add_up_batch_write_off after insert or delete or update of batch_id, grams
      on batch_write_off for each row execute function add_up_batch_write_off();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "batch_write_off" drop constraint "batch_write_off_batch_id_foreign";`);
    this.addSql(`alter table "batch_analysis" drop constraint "batch_analysis_batch_id_foreign";`);
    this.addSql(`alter table "batch_allocation" drop constraint "batch_allocation_batch_id_foreign";`);
    this.addSql(`alter table "carbon_statement_line" drop constraint "carbon_statement_line_batch_id_foreign";`);
    this.addSql(`alter table "carbon_statement_line" drop constraint "carbon_statement_line_statement_id_foreign";`);

    this.addSql(`drop table if exists "batch" cascade;`);
    this.addSql(`drop table if exists "batch_write_off" cascade;`);
    this.addSql(`drop table if exists "batch_analysis" cascade;`);
    this.addSql(`drop table if exists "signing_key" cascade;`);
    this.addSql(`drop table if exists "batch_allocation" cascade;`);
    this.addSql(`drop table if exists "carbon_statement" cascade;`);
    this.addSql(`drop table if exists "carbon_statement_line" cascade;`);
    this.addSql(`drop table if exists "use_statement" cascade;`);

    this.addSql(`alter table "product" drop constraint "product_gtin_unique";`);
    this.addSql(`alter table "product" drop column "gtin";`);

    this.addSql("drop function if exists add_up_batch_allocation() cascade;");
    this.addSql("drop function if exists add_up_batch_write_off() cascade;");
  }

}
