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

-- An order whose sums are counted anew.
create function count_anew(asked integer)
 returns boolean
 language plpgsql
as $$
  begin
    if asked is null then return false; end if;
    loop
      perform from uncounted_order where order_id = asked for key share;
      if found then return false; end if;
      insert into uncounted_order (order_id) values (asked) on conflict do nothing;
      exit when found;
    end loop;

    insert into sales_day_change (day, status, currency, orders, revenue, refunded)
    select day, status, currency, -orders, -revenue, -refunded from sales_of_order where order_id = asked;
    insert into product_sales_change (period, product_id, currency, units, revenue)
    select period, product_id, currency, -units, -revenue from product_sales_of_order where order_id = asked;
    insert into vat_day_change (day, kind, vat_rate, currency, net, vat, gross, net_in_pounds, vat_in_pounds)
    select day, kind, vat_rate, currency, -net, -vat, -gross, -net_in_pounds, -vat_in_pounds
    from vat_of_order where order_id = asked;
    return true;
  end
$$;

create function count_changed_order_anew()
 returns trigger
 language plpgsql
as $$
  begin
    if count_anew(old.id) then null; end if;
    return case tg_op when 'DELETE' then old else new end;
  end
$$;

create function count_order_of_row_anew()
 returns trigger
 language plpgsql
as $$
  begin
    if tg_op = 'INSERT' then
      if count_anew(new.order_id) then null; end if;
      return new;
    end if;
    if count_anew(old.order_id) then null; end if;
    if tg_op = 'DELETE' then return old; end if;
    if new.order_id is distinct from old.order_id and count_anew(new.order_id) then null; end if;
    return new;
  end
$$;

create function count_vat_of_changed_notes()
 returns trigger
 language plpgsql
as $$
  begin
    insert into vat_day_change (day, kind, vat_rate, net, vat, gross, currency, net_in_pounds, vat_in_pounds)
    select sales_day_of(side.issued_at), side.kind, line."vatRate", sum(sign * line.net), sum(sign * line.vat),
           sum(sign * line.gross), bought.currency, sum(sign * in_pounds(line.net, bought.sterling_rate)), sum(sign * in_pounds(line.vat, bought.sterling_rate))
    from (select -1 as sign, * from old_notes union all select 1, * from new_notes) side
    join customer_order bought on bought.id = side.order_id
    cross join lateral (
      select "vatRate", sum(net)::bigint as net, sum(vat)::bigint as vat, sum(gross)::bigint as gross
      from jsonb_to_recordset(side.content -> 'lines') as part ("vatRate" int, net bigint, vat bigint, gross bigint)
      group by 1
    ) line
    where not side.is_void
    group by 1, 2, 3, bought.currency having sum(sign * line.gross) <> 0 or sum(sign * line.vat) <> 0;
    return null;
  end
$$;

create function count_vat_of_new_notes()
 returns trigger
 language plpgsql
as $$
  begin
    insert into vat_day_change (day, kind, vat_rate, net, vat, gross, currency, net_in_pounds, vat_in_pounds)
    select sales_day_of(side.issued_at), side.kind, line."vatRate", sum(sign * line.net), sum(sign * line.vat),
           sum(sign * line.gross), bought.currency, sum(sign * in_pounds(line.net, bought.sterling_rate)), sum(sign * in_pounds(line.vat, bought.sterling_rate))
    from (select 1 as sign, * from new_notes) side
    join customer_order bought on bought.id = side.order_id
    cross join lateral (
      select "vatRate", sum(net)::bigint as net, sum(vat)::bigint as vat, sum(gross)::bigint as gross
      from jsonb_to_recordset(side.content -> 'lines') as part ("vatRate" int, net bigint, vat bigint, gross bigint)
      group by 1
    ) line
    where not side.is_void
    group by 1, 2, 3, bought.currency having sum(sign * line.gross) <> 0 or sum(sign * line.vat) <> 0;
    return null;
  end
$$;

-- An amount in pounds by a rate in millionths; without a rate it is pounds.
create function in_pounds(amount bigint, rate integer)
 returns bigint
 language sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (rate IS NULL) THEN amount ELSE (round((((amount)::numeric * (rate)::numeric) / (1000000)::numeric)))::bigint END;

-- The next number without a gap: whoever asks waits for the transaction that asked before.
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

create function note_account_impact()
 returns trigger
 language plpgsql
as $$
  begin
    insert into customer_impact_change (email)
    select lower(new.email) union select lower(old.email) where tg_op = 'UPDATE'
    union select lower(customer_email) from customer_order where customer_id = new.id;
    return null;
  end
$$;

create function note_changed_customer_order_days()
 returns trigger
 language plpgsql
as $$
    begin
      if not exists (
        select from old_rows o join new_rows n using (id) where (o.payment_method, o.transaction_id, o.total_amount, o.paid_at, o.checkout_id) is distinct from (n.payment_method, n.transaction_id, n.total_amount, n.paid_at, n.checkout_id)
      ) then return null; end if;

      insert into ledger_day_change (day)
      with touched_rows as (
        select side.* from old_rows o join new_rows n using (id)
        cross join lateral (select o.* union all select n.*) side
        where (o.payment_method, o.transaction_id, o.total_amount, o.paid_at, o.checkout_id) is distinct from (n.payment_method, n.transaction_id, n.total_amount, n.paid_at, n.checkout_id)
      )
      select day from (
  select sales_day_of(paid_at) from touched_rows touched
  union select sales_day_of(payment.received_at) from touched_rows touched join payment
    on payment.provider = touched.payment_method and payment.provider_payment_id = touched.transaction_id) days (day) where day is not null;
      return null;
    end
$$;

create function note_changed_dispute_days()
 returns trigger
 language plpgsql
as $$
    begin
      if not exists (
        select from old_rows o join new_rows n using (id) where (o.payment_id, o.amount_lost) is distinct from (n.payment_id, n.amount_lost)
      ) then return null; end if;

      insert into ledger_day_change (day)
      with touched_rows as (
        select side.* from old_rows o join new_rows n using (id)
        cross join lateral (select o.* union all select n.*) side
        where (o.payment_id, o.amount_lost) is distinct from (n.payment_id, n.amount_lost)
      )
      select day from (
  select sales_day_of(payment.received_at) from touched_rows touched join payment on payment.id = touched.payment_id) days (day) where day is not null;
      return null;
    end
$$;

create function note_changed_orders_impact()
 returns trigger
 language plpgsql
as $$
  begin
    insert into customer_impact_change (email)
    select distinct lower(side.email)
    from old_orders o join new_orders n using (id)
    cross join lateral (values (o.customer_email), (n.customer_email)) side (email)
    where (o.customer_email, o.customer_id, o.status, o.total_amount, o.paid_at)
      is distinct from (n.customer_email, n.customer_id, n.status, n.total_amount, n.paid_at);
    return null;
  end
$$;

create function note_changed_refund_days()
 returns trigger
 language plpgsql
as $$
    begin
      if not exists (
        select from old_rows o join new_rows n using (id) where (o.payment_id, o.amount, o.status, o.created_at) is distinct from (n.payment_id, n.amount, n.status, n.created_at)
      ) then return null; end if;

      insert into ledger_day_change (day)
      with touched_rows as (
        select side.* from old_rows o join new_rows n using (id)
        cross join lateral (select o.* union all select n.*) side
        where (o.payment_id, o.amount, o.status, o.created_at) is distinct from (n.payment_id, n.amount, n.status, n.created_at)
      )
      select day from (
  select sales_day_of(created_at) from touched_rows touched
  union select sales_day_of(payment.received_at) from touched_rows touched join payment on payment.id = touched.payment_id) days (day) where day is not null;
      return null;
    end
$$;

create function note_changed_refunds_impact()
 returns trigger
 language plpgsql
as $$
  begin
    insert into customer_impact_change (email)
    select distinct lower(customer_email) from customer_order
    where id in (
      select side.order_id from old_refunds o join new_refunds n using (id)
      cross join lateral (values (o.order_id), (n.order_id)) side (order_id)
      where (o.order_id, o.amount, o.status) is distinct from (n.order_id, n.amount, n.status)
    );
    return null;
  end
$$;

create function note_new_dispute_days()
 returns trigger
 language plpgsql
as $$
    begin
      insert into ledger_day_change (day)
      select day from (
  select sales_day_of(payment.received_at) from new_rows touched join payment on payment.id = touched.payment_id) days (day) where day is not null;
      return null;
    end
$$;

create function note_new_refund_days()
 returns trigger
 language plpgsql
as $$
    begin
      insert into ledger_day_change (day)
      select day from (
  select sales_day_of(created_at) from new_rows touched
  union select sales_day_of(payment.received_at) from new_rows touched join payment on payment.id = touched.payment_id) days (day) where day is not null;
      return null;
    end
$$;

create function note_new_refunds_impact()
 returns trigger
 language plpgsql
as $$
  begin
    insert into customer_impact_change (email)
    select distinct lower(customer_email) from customer_order
    where id in (select order_id from new_refunds);
    return null;
  end
$$;

create function note_payment_days()
 returns trigger
 language plpgsql
as $$
  begin
    insert into ledger_day_change (day)
    select day from (
      select sales_day_of(new.received_at) union select sales_day_of(old.received_at)
      union select sales_day_of(paid_at) from customer_order
        where payment_method in (new.provider, old.provider)
          and transaction_id in (new.provider_payment_id, old.provider_payment_id)
    ) days (day) where day is not null;
    return null;
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

-- Tells every process what is cached no longer (db/change-triggers.ts).
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

create function wait_to_be_counted()
 returns trigger
 language plpgsql
as $$
  begin
    insert into uncounted_order (order_id) values (new.id) on conflict do nothing;
    -- The row of a deleted order whose number is used again.
    if not found and count_anew(new.id) then null; end if;
    if pg_notify('shop_changed', 'orders') is null then null; end if;
    return new;
  end
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
