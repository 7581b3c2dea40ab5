import { Migration } from "@mikro-orm/migrations";

/**
 * The words of all products, so that a search with a typing error finds the word that was meant: a few thousand words
 * are looked through instead of the texts of a hundred thousand products (docs/decisions/063-search-forgives-typing.md).
 */
export class Migration20261123212400 extends Migration {
  override name = "Migration20261123212400";

  override up(): void {
    this.addSql(`create table "search_word" ("word" varchar(40) not null, primary key ("word"));`);
    this.addSql(`create index search_word_similar_index on search_word using gist (word gist_trgm_ops);`);
    this.addSql(`create function words_in(content text) returns setof text language sql immutable as $$
      select distinct word from regexp_split_to_table(lower(content), '[^[:alnum:]]+') word
       where length(word) between 3 and 40 and word !~ '^[0-9]+$' $$;`);
    // In one order, so that two imports wait for each other and not in a circle.
    this.addSql(`create function note_words_of_new_products() returns trigger language plpgsql as $$
      begin
        insert into search_word select distinct word from added, words_in(name || ' ' || description || ' ' || found_by) word
          order by word on conflict do nothing;
        return null;
      end $$;`);
    this.addSql(`create function note_words_of_product() returns trigger language plpgsql as $$
      begin
        insert into search_word select word from words_in(new.name || ' ' || new.description || ' ' || new.found_by) word
          order by word on conflict do nothing;
        return null;
      end $$;`);
    this.addSql(`create trigger note_words_of_new_products after insert on product
      referencing new table as added for each statement execute function note_words_of_new_products();`);
    this.addSql(`create trigger note_words_of_product after update of name, description, family, documents on product
      for each row execute function note_words_of_product();`);
    this.addSql(`insert into search_word select distinct word
      from product, words_in(name || ' ' || description || ' ' || found_by) word;`);
  }

  override down(): void {
    this.addSql(`drop trigger note_words_of_new_products on product;`);
    this.addSql(`drop trigger note_words_of_product on product;`);
    this.addSql(`drop function note_words_of_new_products();`);
    this.addSql(`drop function note_words_of_product();`);
    this.addSql(`drop function words_in(text);`);
    this.addSql(`drop table "search_word";`);
  }
}
