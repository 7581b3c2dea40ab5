-- What stands on tables: triggers, and views. Those that tell of changes: docs/decisions/022-caches.md, and of staff's
-- lists 068-lists-renew-themselves.md; db/change-triggers.test.ts finds a column that is shown and missing.

-- What each order adds to the figures of staff: its day, its products, its papers, its customer.
create view sales_of_order as
  select id as order_id, created_at, sales_day_of(created_at) as day, status, 1 as orders, total_amount::bigint as revenue,
         (credited_unpaid + coalesce((select sum(amount) from refund where refund.order_id = bought.id and refund.status <> 'failed'), 0))::bigint as refunded
    from customer_order bought;

create view product_sales_of_order as
  select bought.id as order_id, bought.created_at, sales_period_of(bought.created_at) as period, line.product_id,
         line.quantity - line.cancelled_quantity - line.returned_quantity as units,
         (line.quantity - line.cancelled_quantity - line.returned_quantity) * line.unit_price::bigint as revenue
    from customer_order bought join order_line line on line.order_id = bought.id
   where bought.status <> 'cancelled';

-- Invoices, credit notes and debit notes by rate, each on the day of its issue.
create view vat_of_paper as
  select bought.created_at as issued_at, sales_day_of(bought.created_at) as day, 'sale' as kind, part.vat_rate,
         part.gross - part.vat as net, part.vat, part.gross,
         in_pounds(part.gross - part.vat, bought.sterling_rate) as net_in_pounds,
         in_pounds(part.vat, bought.sterling_rate) as vat_in_pounds
    from customer_order bought
   cross join lateral (
     select array_agg(vat_rate) as rates, array_agg(line_total) as totals, min(vat_rate) as lowest, max(vat_rate) as highest,
            sum(line_total)::bigint as gross,
            sum((2 * line_total::bigint * vat_rate + 10000 + vat_rate) / (2 * (10000 + vat_rate)))::bigint as vat
       from order_line where order_id = bought.id
   ) lines
   -- Most orders are of one rate, and nothing is shared out: a fifth of the time.
   cross join lateral (
     select lowest as vat_rate, gross + bought.shipping_cost as gross,
            vat + (2 * bought.shipping_cost::bigint * lowest + 10000 + lowest) / (2 * (10000 + lowest)) as vat
      where lowest = highest
     union all
     select vat_rate, gross, vat from vat_by_rate(bought.shipping_cost::bigint, rates, totals) where lowest <> highest
   ) part
  union all
  select note.issued_at, sales_day_of(note.issued_at), note.kind, line.vat_rate, line.net, line.vat, line.gross,
         in_pounds(line.net, bought.sterling_rate), in_pounds(line.vat, bought.sterling_rate)
    from correction_note note join customer_order bought on bought.id = note.order_id
   cross join lateral (
     select "vatRate" as vat_rate, sum(net)::bigint as net, sum(vat)::bigint as vat, sum(gross)::bigint as gross
       from jsonb_to_recordset(note.content -> 'lines') as part ("vatRate" int, net bigint, vat bigint, gross bigint)
      group by 1
   ) line;

-- Paid orders that were neither cancelled nor wholly given back, less what was given back, in pounds.
create view impact_of_customer as
  select lower(bought.customer_email) as email, count(*)::int as orders,
         sum(in_pounds(bought.total_amount - bought.credited_unpaid - coalesce(given.back, 0), bought.sterling_rate))::bigint as spent,
         max(bought.id) as last_order_id
    from customer_order bought
    left join (
      select order_id, sum(amount) as back from refund where status <> 'failed' group by order_id
    ) given on given.order_id = bought.id
   where bought.paid_at is not null and bought.status <> 'cancelled' and bought.total_amount - bought.credited_unpaid > coalesce(given.back, 0)
   group by 1;

-- What came and what became of it: each received payment with what it bought and what went back; orders whose payment
-- nobody received, which are a difference where a checkout made them and were else recorded by hand; refunds made.
create view ledger_entry as
  select payment.received_at as at, payment.currency, payment.provider, payment.amount_received::bigint as received, 1 as payments,
         case when bought.id is null then 0
              else greatest(bought.total_amount - coalesce(given.amount, 0) - coalesce(contested.amount, 0), 0) end as kept,
         case when bought.id is null then 0 else 1 end as orders,
         coalesce(given.amount, 0) as refunded, coalesce(contested.amount, 0) as disputed,
         case when bought.id is null
              then greatest(payment.amount_received - coalesce(given.amount, 0) - coalesce(contested.amount, 0), 0) else 0 end as unmatched,
         case when bought.id is null and payment.amount_received > coalesce(given.amount, 0) + coalesce(contested.amount, 0)
              then 1 else 0 end as unmatched_payments,
         0 as refunds_made, 0 as by_hand, 0 as orders_by_hand
    from payment
    left join customer_order bought
      on bought.payment_method = payment.provider and bought.transaction_id = payment.provider_payment_id
    left join (select payment_id, sum(amount) as amount from refund where status <> 'failed' group by 1) given
      on given.payment_id = payment.id
    left join (select payment_id, sum(amount_lost) as amount from dispute group by 1) contested
      on contested.payment_id = payment.id
   where payment.amount_received > 0
  union all
  select bought.paid_at, bought.currency, '', 0, 0,
         case when claim.is_made then bought.total_amount else 0 end, case when claim.is_made then 1 else 0 end,
         0, 0, 0, 0, 0,
         case when claim.is_made then 0 else bought.total_amount - bought.credited_unpaid end, case when claim.is_made then 0 else 1 end
    from customer_order bought
    left join payment on payment.provider = bought.payment_method
      and payment.provider_payment_id = bought.transaction_id and payment.amount_received > 0
   cross join lateral (
     select bought.checkout_id is not null and bought.payment_method in ('stripe', 'paypal') as is_made
   ) claim
   where payment.id is null
  union all
  select refund.created_at, payment.currency, '', 0, 0, 0, 0, 0, 0, 0, 0, refund.amount, 0, 0
    from refund join payment on payment.id = refund.payment_id
   where refund.status <> 'failed';

-- The same added up until the midnight in London before the last renewal (server/reports/figures.server.ts); from then
-- on the views above are read. In an empty database nothing has been added up yet. It is renewed last, and knows how long
-- the others took.
create materialized view figures_as_of as
  select 1 as id, case when exists (select from customer_order) or exists (select from payment) then now() end as at,
         clock_timestamp() - now() as took;
create materialized view sales_by_day as
  select day, status, sum(orders)::int as orders, sum(revenue)::bigint as revenue, sum(refunded)::bigint as refunded
    from sales_of_order where created_at < sales_day_of(now())::timestamp at time zone 'Europe/London' group by 1, 2;
create materialized view product_sales as
  select coalesce(period, left(period, 4), 'all') as period, product_id, sum(units)::int as units, sum(revenue)::bigint as revenue
    from product_sales_of_order where created_at < sales_day_of(now())::timestamp at time zone 'Europe/London'
   group by grouping sets ((period, product_id), (left(period, 4), product_id), (product_id));
create materialized view vat_by_day as
  select day, kind, vat_rate, sum(net)::bigint as net, sum(vat)::bigint as vat, sum(gross)::bigint as gross,
         sum(net_in_pounds)::bigint as net_in_pounds, sum(vat_in_pounds)::bigint as vat_in_pounds
    from vat_of_paper where issued_at < sales_day_of(now())::timestamp at time zone 'Europe/London' group by 1, 2, 3;
create materialized view customer_impact as select * from impact_of_customer;
create materialized view ledger_by_day as
  select sales_day_of(at) as day, currency, provider, sum(received)::bigint as received, sum(payments)::int as payments,
         sum(kept)::bigint as kept, sum(orders)::int as orders, sum(refunded)::bigint as refunded,
         sum(disputed)::bigint as disputed, sum(unmatched)::bigint as unmatched,
         sum(unmatched_payments)::int as unmatched_payments, sum(refunds_made)::bigint as refunds_made,
         sum(by_hand)::bigint as by_hand, sum(orders_by_hand)::int as orders_by_hand
    from ledger_entry where at < sales_day_of(now())::timestamp at time zone 'Europe/London' group by 1, 2, 3;
-- Renewed while they are read, which asks for a unique key.
create unique index figures_as_of_key on figures_as_of (id);
create unique index sales_by_day_key on sales_by_day (day, status);
create unique index product_sales_key on product_sales (period, product_id);
create index product_sales_rank_index on product_sales (period, units desc, product_id);
create unique index vat_by_day_key on vat_by_day (day, kind, vat_rate);
create unique index customer_impact_key on customer_impact (email);
create index customer_impact_rank_index on customer_impact (spent desc, email);
create unique index ledger_by_day_key on ledger_by_day (day, currency, provider);

create trigger tell_of_changed_batch AFTER INSERT OR DELETE OR UPDATE OF code, product_id, made_on, feedstock, feedstock_origin, kiln_celsius, grams_made, status, recalled_at, credit_status, credits_issued_to, transport_grams_per_kilogram, certification_class, certificate_number OR TRUNCATE ON batch FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('batches');
create trigger add_up_batch_allocation AFTER INSERT OR DELETE OR UPDATE OF batch_id, grams ON batch_allocation FOR EACH ROW EXECUTE FUNCTION add_up_batch_allocation();
create trigger tell_of_new_analysis AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON batch_analysis FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('batches');
create trigger add_up_batch_write_off AFTER INSERT OR DELETE OR UPDATE OF batch_id, grams ON batch_write_off FOR EACH ROW EXECUTE FUNCTION add_up_batch_write_off();
create trigger tell_of_changed_blog_post AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON blog_post FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('content');
create trigger add_up_revoked_carbon_statement AFTER UPDATE OF revoked_at ON carbon_statement FOR EACH ROW EXECUTE FUNCTION add_up_revoked_carbon_statement();
create trigger add_up_carbon_statement_line AFTER INSERT OR DELETE OR UPDATE OF batch_id, grams ON carbon_statement_line FOR EACH ROW EXECUTE FUNCTION add_up_carbon_statement_line();
create trigger tell_of_changed_order AFTER INSERT OR DELETE OR UPDATE OF status, dispatched_at, ready_at, carrier, tracking_number, paid_at OR TRUNCATE ON customer_order FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('orders');
create trigger tell_of_changed_enquiry AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON enquiry FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('enquiries');
create trigger tell_of_changed_failed_order AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON failed_order FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('failed-orders');
create trigger tell_of_changed_faq_entry AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON faq_entry FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('content');
create trigger tell_of_changed_newsletter_issue AFTER INSERT OR DELETE OR UPDATE OF slug, subject, body, started_at OR TRUNCATE ON newsletter_issue FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('content');
create trigger note_words_of_new_products AFTER INSERT ON product REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_words_of_new_products();
create trigger note_words_of_product AFTER UPDATE OF name, description, family, documents ON product FOR EACH ROW EXECUTE FUNCTION note_words_of_product();
create trigger tell_of_changed_product AFTER INSERT OR DELETE OR UPDATE OF id, name, slug, description, price, sale_price, on_sale, category, image_url, is_bestseller, is_new, tax_rate, net_grams, pack_millilitres, gross_grams, bulk_density, bulk_density_measured_on, unit_price_basis, handling, footprint_length, footprint_width, mixed_into_soil, family, pack_label, more_pictures, documents, show_on_home, home_position, archived_at, price_steps, gtin OR TRUNCATE ON product FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('catalogue');
create trigger tell_of_moved_stock AFTER UPDATE OF stock_quantity, held_quantity ON product FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('stock');
create trigger tell_of_changed_refund AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON refund FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('orders');
create trigger tell_of_changed_store_setting AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON store_setting FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('settings');
create trigger tell_of_changed_withdrawal AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON withdrawal FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('orders');
