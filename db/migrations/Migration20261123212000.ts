import { Migration } from "@mikro-orm/migrations";

/**
 * Products that are one thing in several sizes name their family, and a product has several pictures and documents.
 * Old products are in no family, and their one picture stays the first. Searches also find families and documents.
 */
export class Migration20261123212000 extends Migration {
  override name = "Migration20261123212000";

  override up(): void {
    this.addSql(`create function titles_of(documents jsonb) returns text language sql immutable as $$
      select coalesce(string_agg(document ->> 'title', ' ' order by place), '')
        from jsonb_array_elements(documents) with ordinality listed (document, place) $$;`);
    this.addSql(`alter table "product"
      add "family" varchar(100) collate "en-GB-x-icu" null, add "pack_label" varchar(60) null,
      add "more_pictures" jsonb not null default '[]', add "documents" jsonb not null default '[]',
      add "found_by" text generated always as (coalesce(family || ' ', '') || titles_of(documents)) stored not null,
      add "card_name" varchar(200) collate "en-GB-x-icu" generated always as (coalesce(family, name)) stored not null,
      add constraint "product_pack_in_family" check (family is null or pack_label is not null);`);
    this.addSql(`drop index product_search_index;`);
    this.addSql(`create index product_search_index on product
      using gin (lower(name || ' ' || description || ' ' || found_by) gin_trgm_ops);`);
    this.addSql(`create index "product_card_index" on "product" ("card_name", "id");`);
    this.addSql(`create index "product_category_card_index" on "product" ("category", "card_name", "id");`);
    this.addSql(`create index product_family_index on product (family, current_price, id)
      where family is not null and archived_at is null;`);
    this.addSql(`drop trigger tell_of_changed_product on product;`);
    this.addSql(`create trigger tell_of_changed_product after insert or delete or truncate or update of id, name, slug,
      description, price, sale_price, on_sale, category, image_url, is_bestseller, is_new, tax_rate, net_grams,
      pack_millilitres, gross_grams, bulk_density, bulk_density_measured_on, unit_price_basis, handling, mixed_into_soil,
      family, pack_label, more_pictures, documents, show_on_home, home_position, archived_at
      on product for each statement execute function tell_of_change('catalogue');`);
  }

  override down(): void {
    this.addSql(`drop trigger tell_of_changed_product on product;`);
    this.addSql(`drop index product_search_index;`);
    this.addSql(`alter table "product" drop "found_by", drop "card_name", drop "family", drop "pack_label",
      drop "more_pictures", drop "documents";`);
    this.addSql(`drop function titles_of(jsonb);`);
    this.addSql(`create index product_search_index on product
      using gin (lower(name || ' ' || description) gin_trgm_ops);`);
    this.addSql(`create trigger tell_of_changed_product after insert or delete or truncate or update of id, name, slug,
      description, price, sale_price, on_sale, category, image_url, is_bestseller, is_new, tax_rate, show_on_home,
      home_position, archived_at on product for each statement execute function tell_of_change('catalogue');`);
  }
}
