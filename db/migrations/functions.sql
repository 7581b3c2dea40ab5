-- What entities cannot say: the functions of triggers, indexes and statements.

create extension if not exists pg_trgm;

-- What of a batch went into orders.
create function add_up_batch_allocation()
 returns trigger
 language plpgsql
as $$
  begin
    if tg_op <> 'INSERT' then
      update batch set grams_allocated = grams_allocated - old.grams where id = old.batch_id;
    end if;
    if tg_op <> 'DELETE' then
      update batch set grams_allocated = grams_allocated + new.grams where id = new.batch_id;
    end if;
    return null;
  end
$$;

-- What of a batch was written off.
create function add_up_batch_write_off()
 returns trigger
 language plpgsql
as $$
  begin
    if tg_op <> 'INSERT' then
      update batch set grams_written_off = grams_written_off - old.grams where id = old.batch_id;
    end if;
    if tg_op <> 'DELETE' then
      update batch set grams_written_off = grams_written_off + new.grams where id = new.batch_id;
    end if;
    return null;
  end
$$;

-- What of a batch stands on carbon statements that hold.
create function add_up_carbon_statement_line()
 returns trigger
 language plpgsql
as $$
  begin
    if tg_op <> 'INSERT' then
      update batch set grams_stated = grams_stated - old.grams
       where id = old.batch_id
         and exists (select from carbon_statement where id = old.statement_id and revoked_at is null);
    end if;
    if tg_op <> 'DELETE' then
      update batch set grams_stated = grams_stated + new.grams
       where id = new.batch_id
         and exists (select from carbon_statement where id = new.statement_id and revoked_at is null);
    end if;
    return null;
  end
$$;

-- A statement that is revoked gives back what stood on it, one that holds again takes it.
create function add_up_revoked_carbon_statement()
 returns trigger
 language plpgsql
as $$
  begin
    if (old.revoked_at is null) = (new.revoked_at is null) then
      return null;
    end if;
    -- Always in the order of their ids, so that two never wait for each other.
    perform from batch
      where id in (select batch_id from carbon_statement_line where statement_id = new.id)
      order by id for no key update;
    update batch set grams_stated = grams_stated + case when new.revoked_at is null then stated.grams else -stated.grams end
      from (select batch_id, sum(grams) as grams from carbon_statement_line
             where statement_id = new.id group by batch_id) stated
     where batch.id = stated.batch_id;
    return null;
  end
$$;

-- An amount in pounds by a rate in millionths; without a rate it is pounds.
create function in_pounds(amount bigint, rate integer)
 returns bigint
 language sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (rate IS NULL) THEN amount ELSE (round((((amount)::numeric * (rate)::numeric) / (1000000)::numeric)))::bigint END;

-- The next number without a gap: anyone who asks waits for the transaction that asked before.
create function next_number(counted text)
 returns integer
 language plpgsql
as $$
  declare reached int;
  begin
    update counter set value = value + 1 where name = counted returning value into strict reached;
    return reached;
  end
$$;

-- The words of products, which a misspelt search is compared with.
create function note_words_of_new_products()
 returns trigger
 language plpgsql
as $$
  begin
    insert into search_word select distinct word from added, words_in(name || ' ' || description || ' ' || found_by) word
      order by word on conflict do nothing;
    return null;
  end
$$;

-- The same for one that changed.
create function note_words_of_product()
 returns trigger
 language plpgsql
as $$
  begin
    insert into search_word select word from words_in(new.name || ' ' || new.description || ' ' || new.found_by) word
      order by word on conflict do nothing;
    return null;
  end
$$;

-- Called in the statement that writes an order, where what it was made from has changed.
create function refuse_order()
 returns integer
 language plpgsql
as $$
  begin raise exception 'the order was not written: what it was made from has changed'
    using errcode = 'serialization_failure';
  end
$$;

create function sales_day_of(moment timestamp with time zone)
 returns date
 language sql
 IMMUTABLE PARALLEL SAFE
RETURN ((moment AT TIME ZONE 'Europe/London'::text))::date;

create function sales_period_of(moment timestamp with time zone)
 returns text
 language sql
 STABLE PARALLEL SAFE
RETURN to_char((moment AT TIME ZONE 'Europe/London'::text), 'YYYY-MM'::text);

-- Tells every process what is cached no longer (the triggers that call it: triggers.sql).
create function tell_of_change()
 returns trigger
 language plpgsql
as $$
  begin
    perform pg_notify('shop_changed', tg_argv[0]);
    return null;
  end
$$;

-- VAT in a total at each rate; delivery is shared out by the value of the goods (docs/rules.md).
create function vat_by_rate(delivery bigint, rates integer[], totals integer[])
 returns TABLE(vat_rate integer, vat bigint, gross bigint)
 language sql
 IMMUTABLE PARALLEL SAFE
as $$
  with goods as (
    select rate, sum(total)::bigint as gross,
           sum((2 * total::bigint * rate + 10000 + rate) / (2 * (10000 + rate)))::bigint as vat
    from unnest(rates, totals) as line (rate, total) group by rate
  ),
  whole as (select sum(gross)::bigint as gross, max(rate) as highest from goods),
  share as (
    select rate,
           case when whole.gross > 0 then delivery * goods.gross / whole.gross
                when rate = highest then delivery else 0 end as gross,
           case when whole.gross > 0 then delivery * goods.gross % whole.gross else 0 end as cut_off
    from goods, whole where delivery > 0
  ),
  placed as (
    select rate, gross, row_number() over (order by cut_off desc, rate desc) as place,
           delivery - sum(gross) over () as odd
    from share
  ),
  delivered as (select rate, gross + case when place <= odd then 1 else 0 end as gross from placed),
  part as (
    select rate, vat, gross from goods
    union all
    select rate, (2 * gross * rate + 10000 + rate) / (2 * (10000 + rate)), gross from delivered
  )
  select rate, sum(vat)::bigint, sum(gross)::bigint from part group by rate
$$;

-- The words of a text that a search may be compared with.
create function words_in(content text)
 returns SETOF text
 language sql
 IMMUTABLE
as $$
  select word from regexp_split_to_table(lower(content), '[^[:alnum:]]+') word
   where length(word) between 3 and 40 and word !~ '^[0-9]+$'
$$;

-- What a product is found by of its documents.
create function words_of_documents(documents jsonb)
 returns text
 language sql
 IMMUTABLE
as $$
  select coalesce(string_agg(replace(document ->> 'type', '_', ' ') || ' ' || (document ->> 'title'), ' ' order by place), '')
    from jsonb_array_elements(documents) with ordinality listed (document, place)
$$;
