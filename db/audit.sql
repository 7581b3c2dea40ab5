/*
 * What must be true of the books. Each statement selects the rows that break its rule, and begins with a line that says
 * when the rule holds, and the rule itself (db/audit.ts reads them):
 *
 *   always                 whenever nothing is being written, also while shoppers pay: `npm run doctor` asks for these
 *   at rest                once nothing is under way, and no hold, page or pause is left
 *   against the providers  the same, with the providers' own charges in the table `provider_charge`, which a test fills
 */

--- always: a payment and a checkout become one order
select transaction_id as paid_twice, count(*) from customer_order where transaction_id is not null group by 1 having count(*) > 1
union all select checkout_id::text, count(*) from customer_order where checkout_id is not null group by 1 having count(*) > 1;

--- always: an order costs its lines and its delivery
select bought.invoice_number, subtotal, shipping_cost, total_amount, line.total from customer_order bought
left join (select order_id, sum(line_total)::int as total from order_line group by 1) line on line.order_id = bought.id
where line.total is distinct from subtotal or total_amount <> subtotal + shipping_cost;

--- always: a line costs its units, and owes the VAT inside that
select id, quantity, unit_price, line_total, vat_rate, vat_due from order_line
where line_total <> quantity * unit_price
   or vat_due <> (2 * line_total::bigint * vat_rate + 10000 + vat_rate) / (2 * (10000 + vat_rate));

--- always: held stock is the sum of its holds
select product.id, held_quantity, coalesce(sum(quantity), 0) as holds from product
left join stock_hold on stock_hold.product_id = product.id group by 1 having held_quantity <> coalesce(sum(quantity), 0);

--- always: invoice numbers have no gaps
select count(number), min(number), max(number), max(counter.value) as counter
from counter left join (select substring(vat_invoice_number from '\d+$')::int as number from customer_order) numbered on true
where counter.name = 'vat_invoice'
having count(number) <> max(counter.value) or count(distinct number) <> count(number)
    or coalesce(max(number), 0) <> count(number) or coalesce(min(number), 1) <> 1;

--- always: numbers of credit and debit notes have no gaps
select counter.name, counter.value, count(note.id), max(substring(note.number from '\d+$')::int) as last
from counter left join correction_note note on note.kind || '_note' = counter.name
where counter.name in ('credit_note', 'debit_note') group by 1, 2
having count(note.id) <> counter.value or coalesce(max(substring(note.number from '\d+$')::int), 0) <> counter.value;

--- always: a refund of a payment that bought an order is the order's
select refund.id, refund.amount, refund.status, refund.order_id from refund
join payment on payment.id = refund.payment_id
join customer_order bought on bought.payment_method = payment.provider and bought.transaction_id = payment.provider_payment_id
where refund.status <> 'failed' and refund.order_id is distinct from bought.id;

--- always: a payment is matched that bought an order, and no other
select payment.id, payment.provider_payment_id, payment.is_matched, bought.invoice_number from payment
left join customer_order bought on bought.payment_method = payment.provider and bought.transaction_id = payment.provider_payment_id
where payment.is_matched <> (bought.id is not null);

--- always: nothing is given back twice
select payment.id, payment.amount_received, sum(refund.amount) as refunded from payment
join refund on refund.payment_id = payment.id and refund.status <> 'failed'
group by 1 having sum(refund.amount) > payment.amount_received;

--- always: what went back of an order is what its papers credit
select bought.id, gone.amount as gone, credited.amount as credited from customer_order bought
left join (select order_id, sum(amount)::int as amount from refund where status = 'succeeded' group by 1) gone
  on gone.order_id = bought.id
left join (select order_id, sum(case kind when 'credit' then gross else -gross end)::int as amount
  from correction_note cross join lateral (select sum((line->>'gross')::int) as gross
    from jsonb_array_elements(content->'lines') line) paper group by 1) credited on credited.order_id = bought.id
where coalesce(gone.amount, 0) + bought.credited_unpaid <> coalesce(credited.amount, 0);

--- always: what an order's papers credit is what is credited of its lines and its delivery
select bought.id, bought.credited_delivery, line.credited as lines, paper.credited as papers from customer_order bought
join (select order_id, sum(credited_amount)::int as credited from order_line group by 1) line on line.order_id = bought.id
join (select order_id, sum(case kind when 'credit' then 1 else -1 end * (paper_line->>'gross')::int)::int as credited
  from correction_note cross join lateral jsonb_array_elements(content->'lines') paper_line group by 1) paper
  on paper.order_id = bought.id
where line.credited + bought.credited_delivery <> paper.credited;

--- always: the papers of a line charge the VAT of what was kept of it
with line as (
  select id, order_id, line_total, vat_due, row_number() over (partition by order_id order by id) as position from order_line),
paper as (
  select order_id, (credited->>'position')::int as position, sum((credited->>'gross')::bigint)::bigint as gross,
         sum((credited->>'vat')::bigint)::bigint as vat
  from correction_note cross join lateral jsonb_array_elements(content->'lines') credited where kind = 'credit'
  group by 1, 2)
select line.id, line.line_total, line.vat_due, paper.gross, paper.vat from paper
join line on line.order_id = paper.order_id and line.position = paper.position
where not exists (select from correction_note where order_id = line.order_id and kind = 'debit')
  and paper.vat <> (2 * line.vat_due * paper.gross + line.line_total) / (2 * line.line_total);

--- always: what was made of a batch is left, allocated or written off
select code, grams_made, grams_left, grams_allocated, grams_written_off, packed.grams as packed, lost.grams as lost from batch
cross join lateral (select coalesce(sum(grams), 0) as grams from batch_allocation where batch_id = batch.id) packed
cross join lateral (select coalesce(sum(grams), 0) as grams from batch_write_off where batch_id = batch.id) lost
where grams_left < 0 or grams_allocated <> packed.grams or grams_written_off <> lost.grams
   or grams_made <> grams_left + packed.grams + lost.grams;

--- always: no unit has two batches, and none that came back has one
select line.id, line.left_quantity, line.returned_quantity, sum(packed.quantity - packed.returned_quantity) as packed
from order_line line join batch_allocation packed on packed.order_line_id = line.id
group by line.id having sum(packed.quantity - packed.returned_quantity) > line.left_quantity - line.returned_quantity;

--- always: the statements of a batch never add up to more than left of it
select batch.code, batch.grams_allocated, batch.grams_stated, stated.grams as stated from batch
cross join lateral (
  select coalesce(sum(line.grams), 0) as grams
  from carbon_statement_line line join carbon_statement statement on statement.id = line.statement_id
  where line.batch_id = batch.id and statement.revoked_at is null) stated
where stated.grams > grams_allocated or grams_stated <> stated.grams;

--- always: sales by day are what the orders say
with shown as (
  select day, status, sum(orders) as orders, sum(revenue) as revenue, sum(refunded) as refunded from sales_of_order group by 1, 2),
truth as (
  select (bought.created_at at time zone 'Europe/London')::date, status, count(*), sum(total_amount), coalesce(sum(given.amount), 0)
  from customer_order bought
  left join (select order_id, sum(amount) as amount from refund where status <> 'failed' group by 1) given
    on given.order_id = bought.id group by 1, 2)
select 'shown' as side, to_jsonb(wrong) as sum from (table shown except all table truth) wrong
union all select 'missing', to_jsonb(wrong) from (table truth except all table shown) wrong;

--- always: sales by product are what the orders say
with shown as (
  select period, product_id, sum(units) as units, sum(revenue) as revenue from product_sales_of_order group by 1, 2
  having sum(units) <> 0 or sum(revenue) <> 0),
kept as (
  select to_char(bought.created_at at time zone 'Europe/London', 'YYYY-MM') as period, product_id,
         quantity - cancelled_quantity - returned_quantity as units, unit_price::bigint as price
  from order_line join customer_order bought on bought.id = order_line.order_id where status <> 'cancelled'),
truth as (select period, product_id, sum(units), sum(units * price) from kept group by 1, 2 having sum(units) <> 0)
select 'shown' as side, to_jsonb(wrong) as sum from (table shown except all table truth) wrong
union all select 'missing', to_jsonb(wrong) from (table truth except all table shown) wrong;

--- always: VAT by day is what the papers say
with shown as (
  select day, kind, vat_rate, sum(net) as net, sum(vat) as vat, sum(gross) as gross,
         sum(net_in_pounds) as net_in_pounds, sum(vat_in_pounds) as vat_in_pounds
  from vat_of_paper group by 1, 2, 3 having sum(gross) <> 0 or sum(vat) <> 0),
paper as (
  select (bought.created_at at time zone 'Europe/London')::date as day, 'sale' as kind, part.vat_rate,
         part.vat, part.gross, bought.sterling_rate as rate
  from customer_order bought cross join lateral vat_by_rate(shipping_cost,
    array(select vat_rate from order_line where order_id = bought.id order by id),
    array(select line_total from order_line where order_id = bought.id order by id)) part
  union all
  select (issued_at at time zone 'Europe/London')::date, kind, (line->>'vatRate')::int,
         sum((line->>'vat')::bigint)::bigint, sum((line->>'gross')::bigint)::bigint, bought.sterling_rate
  from correction_note note join customer_order bought on bought.id = note.order_id
  cross join lateral jsonb_array_elements(content->'lines') line
  group by note.id, 1, 2, 3, 6),
truth as (
  select day, kind, vat_rate, sum(gross - vat), sum(vat), sum(gross), sum(in_pounds(gross - vat, rate)), sum(in_pounds(vat, rate))
  from paper group by 1, 2, 3 having sum(gross) <> 0 or sum(vat) <> 0)
select 'shown' as side, to_jsonb(wrong) as sum from (table shown except all table truth) wrong
union all select 'missing', to_jsonb(wrong) from (table truth except all table shown) wrong;

--- at rest: an order has one confirmation mail, and nothing else has one
select bought.invoice_number, count(mail.id) from customer_order bought
left join outbox_email mail on mail.key = 'order-confirmation:' || bought.invoice_number and mail.recipient = bought.customer_email
where bought.transaction_id is not null group by 1 having count(mail.id) <> 1
union all select mail.key, 0 from outbox_email mail where mail.template = 'order-confirmation'
  and not exists (select from customer_order bought where mail.key = 'order-confirmation:' || bought.invoice_number);

--- at rest: nothing is held
select checkout_id, product_id, quantity from stock_hold;

--- at rest: every refund has come to an end
select id, status from refund where status in ('requested', 'pending');

--- at rest: every payment has come to an end
select id, provider, provider_payment_id, status from payment where status in ('created', 'processing', 'failed');

--- at rest: every checkout has come to an end
select id, status from checkout where status in ('open', 'paying');

--- at rest: a failed order that became an order is not shown as failed
select failed.id, failed.error_message from failed_order failed
join customer_order bought on bought.checkout_id = failed.checkout_id where failed.resolved_at is null;

--- at rest: a statement says what left with a measured batch, and nothing else does
with given_back as (select order_id, sum(amount) as amount from refund where status <> 'failed' group by 1),
wanted as (
  select line.order_id, line.id as line_id, packed.batch_id, sum(round(packed.grams::numeric
    * (packed.quantity - packed.returned_quantity) / nullif(packed.quantity - packed.restocked_quantity, 0)))::bigint as grams
  from batch_allocation packed
  join order_line line on line.id = packed.order_line_id
  join customer_order bought on bought.id = line.order_id
  left join given_back on given_back.order_id = bought.id
  where bought.status <> 'cancelled' and coalesce(given_back.amount, 0) + bought.credited_unpaid < bought.total_amount
    and exists (select from batch_analysis where batch_id = packed.batch_id)
  group by 1, 2, 3 having sum(packed.grams * (packed.quantity - packed.returned_quantity)) > 0),
stated as (
  select statement.order_id, line.order_line_id as line_id, line.batch_id, sum(line.grams) as grams
  from carbon_statement_line line join carbon_statement statement on statement.id = line.statement_id
  where statement.revoked_at is null group by 1, 2, 3)
select 'not stated' as what, to_jsonb(missing) as line from (table wanted except table stated) missing
union all select 'stated', to_jsonb(extra) from (table stated except table wanted) extra;

--- against the providers: an order has its payment, of its total
select bought.invoice_number, bought.total_amount, charge.amount from customer_order bought
left join provider_charge charge on charge.id = bought.transaction_id
where bought.transaction_id is not null and charge.amount is distinct from bought.total_amount;

--- against the providers: money that bought nothing went back, or is shown to staff
select charge.* from provider_charge charge
left join customer_order bought on bought.transaction_id = charge.id
left join payment on payment.provider_payment_id = charge.id and payment.status = 'succeeded' and not payment.is_matched
where bought.id is null and charge.amount > charge.refunded + charge.lost and payment.id is null;

--- against the providers: a payment is known with all that was received of it
select charge.id, charge.amount, payment.amount_received, payment.status from provider_charge charge
left join payment on payment.provider_payment_id = charge.id
where payment.amount_received is distinct from charge.amount or payment.status not in ('succeeded', 'refunded');
