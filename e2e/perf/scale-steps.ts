import { figureViews } from "#server/orders/figures.server.ts";

/** One statement of the generator, and its result. */
export interface ScaleStep {
  what: string;
  statement: string;
}

interface ScaleSizes {
  orders: number;
  customers: number;
  products: number;
}

const firstNames =
  "Olivia,Amelia,Isla,Ava,Mia,Ivy,Lily,Rosie,Sophia,Grace,Freya,Willow,Florence,Emily,Ella,Poppy,Evie,Elsie,Charlotte,Evelyn,Oliver,George,Arthur,Noah,Muhammad,Leo,Oscar,Harry,Archie,Jack,Henry,Charlie,Freddie,Theodore,Thomas,Finley,Theo,Alfie,Jacob,William,Isaac,Tommy,Joshua,James,Lucas,Alexander,Edward,Roman,Reuben,Hugo";
const lastNames =
  "Smith,Jones,Taylor,Brown,Williams,Wilson,Johnson,Davies,Patel,Robinson,Wright,Thompson,Evans,Walker,White,Roberts,Green,Hall,Thomas,Clarke,Jackson,Wood,Harris,Edwards,Turner,Martin,Cooper,Hill,Ward,Hughes,Moore,Clark,King,Harrison,Lewis,Baker,Lee,Allen,Morris,Khan,Scott,Watson,Davis,Parker,James,Bennett,Young,Phillips,Richardson,Mitchell,Bailey,Carter,Cook,Singh,Shaw,Bell,Collins,Morgan,Kelly,Begum,Miller,Cox,Hussain,Marshall,Simpson,Price,Anderson,Adams,Wilkinson,Foster,Ellis,Murphy,Chapman,Mason,Gray,Richards,Webb,Rogers,Hunt,Mills,Palmer,Stevens,Holmes,Barker,Ahmed,Fletcher,Lloyd,Butler,Dixon,Fisher,Pearson,Knight,Barnes,Graham,Murray,Reid,Saunders,Fox,Spencer,Oakley,Pendleton,Quill,Thistlethwaite,Winterbourne,Yarrow,Hawksworth,Ravenscroft,Fothergill,Abernathy,Culpepper";
const kinds =
  "Biochar,Compost,Soil Blend,Potting Mix,Wood Vinegar,Growing Bag,Mulch,Filter Char,Feed Char,Terra Preta";
const qualities =
  "Premium,Fine,Coarse,Activated,Organic,Garden,Farm,Nursery,Field,Orchard,Vineyard,Meadow,Peat-free,Charged";
const towns = "Ludlow,Leominster,Hereford,Shrewsbury,Leeds,Norwich,Truro,Perth,Cardiff,Durham,Ely,Hexham";

/** The beginnings of numbers that Ofcom keeps free for films, three digits short. */
const phones =
  "0113 496 0,0114 496 0,0115 496 0,0116 496 0,0117 496 0,0118 496 0,0121 496 0,0131 496 0,0141 496 0,0151 496 0,0161 496 0,0191 498 0,020 7946 0,028 9649 6,029 2018 0,01632 960,07700 900,08081 570,0909 879 0,03069 990";

const pick = (list: string, by: string) =>
  `(string_to_array('${list}', ','))[1 + mod(${by}, ${list.split(",").length})::int]`;
/** A pseudo-random number per row, the same in each run and evenly spread. */
const spread = (row: string, salt: number) => `abs(hashint8((${row})::bigint * 31 + ${salt})::bigint)`;
const THREE_YEARS_SECONDS = 3 * 365 * 86_400;
/** A time within three years, more of them lately; the n-th row has the n-th time. */
const moment = (row: string, of: number) =>
  `date_trunc('milliseconds', now() - make_interval(secs => ${THREE_YEARS_SECONDS} * (1 - sqrt((${row})::float8 / ${of + 1}))))`;

const largeTables = [
  "checkout",
  "customer_order",
  "order_line",
  "order_event",
  "payment",
  "outbox_email",
  "audit_entry",
];

/** Indexes made at the end, and keys checked at the end, cost a fraction of those kept row by row. */
const putAside = `
  create temporary table put_aside (number serial, statement text not null);
  do $$
  declare
    large constant regclass[] := '{${largeTables.join(",")}}'::regclass[];
    part record;
  begin
    for part in
      select format('drop index %s', indexrelid::regclass) as away, pg_get_indexdef(indexrelid) as again
        from pg_index where indrelid = any (large) and not indisunique
      union all
      select format('alter table %s drop constraint %I', conrelid::regclass, conname),
             format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where conrelid = any (large) and contype in ('f', 'u')
    loop
      execute part.away;
      insert into put_aside (statement) values (part.again);
    end loop;
  end $$`;
const bringBack = `
  do $$
  declare
    part record;
  begin
    for part in select statement from put_aside order by number loop
      execute part.statement;
    end loop;
  end $$`;

/** All steps in the required order. */
export function scaleSteps({ orders, customers, products }: ScaleSizes): ScaleStep[] {
  return [
    {
      what: `${products} products`,
      statement: `
        insert into product (name, slug, description, price, sale_price, on_sale, category, image_url, stock_quantity,
                             is_bestseller, is_new, tax_rate, version, created_at)
        select name || ' ' || n, 'scale-' || n, name || ' number ' || n || ', made in small batches for beds, pots and fields.',
               300 + ${spread("n", 3)} % 9000, 250, n % 20 = 0, category, '/pictures/premium-biochar.jpg',
               ${spread("n", 4)} % 120, n % 50 = 0, n % 40 = 0,
               case when n % 6 = 0 then 500 end, 1, ${moment("n", products)}
        from (select n, ${pick(qualities, spread("n", 1))} || ' ' || ${pick(kinds, spread("n", 2))} as name,
                     ${pick(kinds, spread("n", 2))} as category from generate_series(1, ${products}) n) made`,
    },
    {
      what: `${customers} customers`,
      statement: `
        insert into user_account (name, email, username, is_verified, is_active, phone, address, city, postcode, country,
                                  customer_type, email_opt_in, version, created_at)
        select first || ' ' || last, lower(first || '.' || last) || n || '@example.com', 'scale' || n, n % 7 <> 0,
               n % 400 <> 0, ${pick(phones, "n / 1000")} || lpad((n % 1000)::text, 3, '0'), 1 + n % 200 || ' Mill Lane', town,
               'SY' || 1 + n % 9 || ' ' || 1 + n % 8 || 'AA', 'United Kingdom',
               ${pick("individual,business,agriculture,research,government,ngo", spread("n", 7))}, n % 3 = 0, 1,
               ${moment("n", customers)}
        from (select n, ${pick(firstNames, spread("n", 5))} as first, ${pick(lastNames, `floor(power((${spread("n", 6)} % 100000) / 100000.0, 1.6) * 110)`)} as last,
                     ${pick(towns, spread("n", 8))} as town from generate_series(1, ${customers}) n) made`,
    },
    {
      what: "numbers of products and customers",
      statement: `
        create temporary table draft_product as
        select row_number() over (order by id)::int as number, id, name, current_price as price,
               coalesce(tax_rate, 2000) as vat_rate
        from product where slug ~ '^scale-[0-9]+$' or ${products} = 0;
        create temporary table draft_buyer as
        select substr(username, 6)::int as number, id, name, email, phone, address, city, postcode
        from user_account where username ~ '^scale[0-9]+$';
        analyze draft_product, draft_buyer`,
    },
    {
      what: "a draft of the order lines",
      statement: `
        create temporary table draft_line as
        select n, product.id as product_id, product.name, 1 + ${spread("n * 3 + k", 9)} % 4 as quantity, product.price,
               product.vat_rate
        from (select n, k, 1 + floor(power((${spread("n * 3 + k", 11)} % 1000003) / 1000003.0::float8, 2.5) * (select count(*) from draft_product))::int as number
              from generate_series(1, ${orders}) n
              cross join lateral generate_series(1, 1 + (${spread("n", 10)} % 3)::int) k) wanted
        join draft_product product using (number);
        analyze draft_line`,
    },
    {
      what: "a draft of the orders",
      statement: `
        create temporary table draft_order as
        select n, gen_random_uuid() as checkout_id, ${moment("n", orders)} as placed,
               buyer.id as buyer, buyer.name, buyer.email, buyer.phone, buyer.address, buyer.city, buyer.postcode, subtotal,
               vat_due,
               case when n % 33 = 0 then 'cancelled'
                    when n > ${orders} * 0.995 then case when n % 4 = 0 then 'pending' else 'processing' end
                    when n % 500 = 1 then 'pending'
                    else 'completed' end as status,
               case when n % 5 = 0 then 'paypal' else 'stripe' end as method
        from (select n, sum(price * quantity)::int as subtotal,
                     sum(round(price * quantity * vat_rate / (10000.0 + vat_rate)))::int as vat_due, 1 + ${spread("n", 12)} % ${customers} as number
              from draft_line group by n) bought
        join draft_buyer buyer using (number);
        analyze draft_order`,
    },
    { what: "indexes and foreign keys of large tables put aside", statement: putAside },
    {
      what: "checkouts",
      statement: `
        insert into checkout (id, user_id, status, total_amount, payment_method, created_at)
        select checkout_id, buyer, 'paid', subtotal, method, placed from draft_order`,
    },
    {
      what: `${orders} orders`,
      statement: `
        insert into customer_order (checkout_id, invoice_number, vat_invoice_number, customer_id, customer_name,
          customer_email, customer_phone, customer_address, billing_address, shipping_address, shipping_country, subtotal,
          tax_amount, vat_due, shipping_cost, total_amount, status, payment_method, transaction_id, paid_at, tax_point_at,
          created_at, updated_at)
        select checkout_id, 'INV-' || (extract(epoch from placed) * 1000)::bigint, 'SCL-' || lpad(n::text, 8, '0'),
               case when n % 6 <> 0 then buyer end, name, email, phone,
               address || ', ' || city || ', ' || postcode || ', United Kingdom', place, place, 'United Kingdom', subtotal,
               round(subtotal * 0.2), vat_due, delivery, subtotal + delivery, status, method,
               'pi_scale_' || n, placed, placed, placed, placed
        from (select *, case when subtotal < 4500 then 1099 else 0 end as delivery,
                     jsonb_build_object('name', name, 'address', address, 'city', city, 'postcode', postcode,
                                        'country', 'United Kingdom', 'countryCode', 'GB') as place
              from draft_order order by n) made`,
    },
    {
      what: "the counter of VAT invoices",
      statement: `update counter set value = value + ${orders} where name = 'vat_invoice'`,
    },
    {
      what: "order lines",
      statement: `
        insert into order_line (order_id, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due)
        select placed.id, product_id, name, quantity, price, price * quantity, vat_rate,
               round(price * quantity * vat_rate / (10000.0 + vat_rate))
        from draft_line line join customer_order placed on placed.transaction_id = 'pi_scale_' || line.n`,
    },
    {
      what: "timelines",
      statement: `
        insert into order_event (order_id, kind, message, created_at)
        select id, 'paid', 'Order placed and paid (' || transaction_id || ')', created_at
        from customer_order where transaction_id like 'pi\\_scale\\_%'`,
    },
    {
      what: "payments",
      statement: `
        insert into payment (checkout_id, provider, provider_payment_id, amount, amount_received, status, received_at,
                             is_matched, created_at, updated_at)
        select checkout_id, payment_method, transaction_id, total_amount, total_amount, 'succeeded', paid_at, true,
               created_at, created_at
        from customer_order where transaction_id like 'pi\\_scale\\_%'`,
    },
    {
      what: "mails",
      statement: `
        insert into outbox_email (key, template, recipient, subject, html, text, created_at, sent_at, failure_message)
        select 'scale:' || n, 'order-confirmation', email, 'Your order', '<p>Thank you, ' || name || '.</p>',
               'Thank you, ' || name || '.', placed, case when n % 5000 <> 0 then placed + interval '2 seconds' end,
               case when n % 5000 = 0 then '550 5.1.1 No such mailbox' end
        from draft_order order by n`,
    },
    {
      what: "the audit",
      statement: `
        insert into audit_entry (at, actor_id, actor_name, area, action, subject_id, subject_name, before, after, request_id)
        select moment, staff.id, staff.name,
               (array['orders', 'orders', 'orders', 'products', 'users', 'settings', 'enquiries', 'emails'])[1 + n % 8],
               'changed', 1 + n % 5000, 'Number ' || 1 + n % 5000, '{"status": "processing"}', '{"status": "completed"}',
               'scale-' || n
        from (select n, ${moment("n", orders)} as moment, case when n % 3 = 0 then 'admin' else 'manager' end as username
              from generate_series(1, ${orders}) n where n % 4 = 0) made
        join user_account staff using (username) order by n`,
    },
    { what: "their indexes and foreign keys again", statement: bringBack },
    { what: "statistics", statement: "analyze checkout, customer_order, order_line, payment" },
    {
      what: "refunds",
      statement: `
        insert into refund (key, payment_id, order_id, amount, reason, source, status, provider_refund_id, lines,
                            created_at, completed_at, updated_at)
        select 'scale-' || id, payment_id, id, amount, 'Sent back', 'staff', 'succeeded', 're_scale_' || id, '[]',
               returned_at, returned_at, returned_at
        from (select placed.id, payment.id as payment_id, placed.created_at + interval '9 days' as returned_at,
                     part.amount
              from customer_order placed
              join payment on payment.provider = placed.payment_method
                and payment.provider_payment_id = placed.transaction_id
              join lateral (select line_total from order_line
                            where order_id = placed.id order by id limit 1) line on true
              cross join lateral (select greatest(line.line_total / (1 + placed.id % 3), 1) as amount) part
              where placed.id % 40 = 0) returned`,
    },
    {
      what: "credit notes",
      statement: `
        insert into correction_note (order_id, refund_id, kind, number, reason, content, issued_at)
        select order_id, id, 'credit', 'SCL-CN-' || order_id, reason,
               jsonb_build_object('seller', '{}'::jsonb, 'lines', jsonb_build_array(jsonb_build_object(
                 'position', 1, 'description', product_name || ', part of the price', 'quantity', null,
                 'unitPrice', null, 'vatRate', vat_rate, 'net', amount - vat, 'vat', vat, 'gross', amount))),
               completed_at
        from (select given.*, line.product_name, line.vat_rate,
                     round(given.amount * line.vat_rate / (10000.0 + line.vat_rate))::int as vat
              from refund given
              join lateral (select product_name, vat_rate from order_line
                            where order_id = given.order_id order by id limit 1) line on true
              where given.key like 'scale-%') returned`,
    },
    {
      what: "failed orders",
      statement: `
        insert into failed_order (customer_name, customer_email, total_amount, payment_method, error_message, resolved_at,
                                  attempted_at, created_at)
        select name, email, subtotal, method, 'Your card was declined.', case when n % 2000 <> 0 then placed end, placed, placed
        from draft_order where n % 50 = 0`,
    },
    {
      what: "subscribers",
      statement: `
        insert into newsletter_subscriber (email, state, consent_wording, consent_source, consent_at, confirmed_at,
                                           unsubscribed_at, created_at)
        select email, state, 'Send me the newsletter', 'home page', moment, case when state <> 'pending' then moment end,
               case when state = 'unsubscribed' then moment end, moment
        from (select email, case when number % 10 = 0 then 'pending' when number % 17 = 0 then 'unsubscribed'
                                 else 'confirmed' end as state, ${moment("number", customers)} as moment
              from draft_buyer where number % 2 = 0 order by number) made`,
    },
    {
      what: "enquiries",
      statement: `
        insert into enquiry (name, email, subject, message, created_at, answered_at)
        select name, email, (array['Delivery', 'Bulk order', 'A question about biochar', 'An order of mine'])[1 + number % 4],
               'How much biochar does a bed of ten square metres need?', moment,
               case when number % 1000 <> 0 then moment + interval '1 day' end
        from (select *, ${moment("number", customers)} as moment from draft_buyer where number % 4 = 0 order by number) made`,
    },
    ...figureViews.map((view) => ({
      what: `the figures of ${view}`,
      statement: `refresh materialized view ${view}`,
    })),
    { what: "vacuum and statistics", statement: "vacuum (analyze)" },
  ];
}
