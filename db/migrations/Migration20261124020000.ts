import { Migration } from "@mikro-orm/migrations";

/**
 * Searches find a document by what it is, too: "safety data sheet" where its title is "Fine biochar, 2026". Words of a
 * row are no longer made distinct one row at a time, since those of all rows are: that takes a third less.
 */
export class Migration20261124020000 extends Migration {
  override name = "Migration20261124020000";

  override up(): void {
    this.addSql(`create function words_of_documents(documents jsonb) returns text language sql immutable as $$
      select coalesce(string_agg(replace(document ->> 'type', '_', ' ') || ' ' || (document ->> 'title'), ' ' order by place), '')
        from jsonb_array_elements(documents) with ordinality listed (document, place) $$;`);
    this.addSql(`alter table "product" alter column "found_by"
      set expression as (coalesce(family || ' ', '') || words_of_documents(documents));`);
    this.addSql(`drop function titles_of(jsonb);`);
    this.addSql(`create or replace function words_in(content text) returns setof text language sql immutable as $$
      select word from regexp_split_to_table(lower(content), '[^[:alnum:]]+') word
       where length(word) between 3 and 40 and word !~ '^[0-9]+$' $$;`);
    this.addSql(`insert into search_word select distinct word
      from product, words_in(name || ' ' || description || ' ' || found_by) word on conflict do nothing;`);
  }

  override down(): void {
    this.addSql(`create function titles_of(documents jsonb) returns text language sql immutable as $$
      select coalesce(string_agg(document ->> 'title', ' ' order by place), '')
        from jsonb_array_elements(documents) with ordinality listed (document, place) $$;`);
    this.addSql(`alter table "product" alter column "found_by"
      set expression as (coalesce(family || ' ', '') || titles_of(documents));`);
    this.addSql(`drop function words_of_documents(jsonb);`);
    this.addSql(`create or replace function words_in(content text) returns setof text language sql immutable as $$
      select distinct word from regexp_split_to_table(lower(content), '[^[:alnum:]]+') word
       where length(word) between 3 and 40 and word !~ '^[0-9]+$' $$;`);
  }
}
