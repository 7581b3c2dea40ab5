import { wrongSums } from "#server/testing/sums.ts";
import { listProviderObjects } from "../support/provider-objects.ts";
import type { AskedDatabase, Row } from "./database.ts";
import type { Visit } from "./shopper.ts";

/** A rule that always holds, with the rows that break it. */
interface Rule {
  name: string;
  /** Selects what breaks it. */
  broken: string;
}

/** Copies what the providers know into a table beside the shop's, which the rules then compare. */
export async function copyProviderRecords(database: AskedDatabase, { url }: { url: string }): Promise<void> {
  await database.query(
    "create table fault.provider_object (id text primary key, provider text, kind text, body jsonb)",
  );
  for (const kind of ["payment_intent", "capture", "refund", "event"]) {
    await database.query(
      `insert into fault.provider_object
       select id, provider, kind, body
         from jsonb_to_recordset($1::jsonb) as given (id text, provider text, kind text, body jsonb)`,
      [JSON.stringify(await listProviderObjects(url, kind))],
    );
  }
}

/** What the providers charged, from their own records, in pence. */
export const CHARGED = `(select id, provider, (body->>'amount_received')::int as amount
    from fault.provider_object where provider = 'stripe' and kind = 'payment_intent' and body->>'status' = 'succeeded'
  union all
  select id, provider, ((body->'amount'->>'value')::numeric * 100)::int
    from fault.provider_object where provider = 'paypal' and kind = 'capture'
     and body->>'status' in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'))`;
export const REFUNDED = `(select body->>'payment_intent' as payment_id, sum((body->>'amount')::int)::int as amount
    from fault.provider_object where provider = 'stripe' and kind = 'refund' and body->>'status' <> 'failed' group by 1
  union all
  select body->>'capture', sum((body->'amount'->>'value')::numeric * 100)::int
    from fault.provider_object where provider = 'paypal' and kind = 'refund' and body->>'status' <> 'FAILED' group by 1)`;

/**
 * A script pays an amount and says afterwards what it buys (docs/rules.md#prices-5). If it gave up in between, the
 * shop has the money and cannot know what for: a person must look.
 */
const UNCLAIMED = `(select payment.provider_payment_id, payment.checkout_id from payment
    join checkout on checkout.id = payment.checkout_id
   where payment.status = 'succeeded' and not payment.is_matched and checkout.snapshot is null)`;

const rules: readonly Rule[] = [
  {
    name: "payments without an order or a refund",
    broken: `select charged.* from ${CHARGED} charged
      left join customer_order bought on bought.transaction_id = charged.id
      left join ${REFUNDED} refunded on refunded.payment_id = charged.id
      where bought.id is null and coalesce(refunded.amount, 0) <> charged.amount
        and charged.id not in (select provider_payment_id from ${UNCLAIMED} unclaimed)`,
  },
  {
    name: "payments of scripts that never said what they buy, and staff were not told",
    broken: `select provider_payment_id from ${UNCLAIMED} unclaimed
      where not exists (select from failed_order failed
        where failed.checkout_id = unclaimed.checkout_id and failed.resolved_at is null)`,
  },
  {
    name: "orders that were paid and refunded",
    broken: `select bought.invoice_number from customer_order bought
      join ${REFUNDED} refunded on refunded.payment_id = bought.transaction_id`,
  },
  {
    name: "orders without a payment of their total",
    broken: `select bought.invoice_number, bought.total_amount, charged.amount from customer_order bought
      left join ${CHARGED} charged on charged.id = bought.transaction_id
      where charged.amount is distinct from bought.total_amount`,
  },
  {
    name: "orders doubled, by checkout",
    broken: "select checkout_id from customer_order group by 1 having count(*) > 1 or checkout_id is null",
  },
  {
    name: "orders doubled, by payment",
    broken: "select transaction_id from customer_order group by 1 having count(*) > 1",
  },
  {
    name: "orders whose lines do not add up",
    broken: `select bought.invoice_number from customer_order bought
      left join (select order_id, sum(line_total)::int as lines from order_line group by 1) line on line.order_id = bought.id
      where line.lines is distinct from bought.subtotal`,
  },
  {
    name: "products whose stock is not start less sold",
    broken: `select product.id, start.quantity as start, product.stock_quantity as now, coalesce(sold.quantity, 0) as sold
      from product join fault.start_stock start on start.product_id = product.id
      left join (select product_id, sum(quantity)::int as quantity from order_line group by 1) sold on sold.product_id = product.id
      where product.stock_quantity <> start.quantity - coalesce(sold.quantity, 0)`,
  },
  {
    name: "products whose held stock is not the sum of their holds",
    broken: `select product.id, product.held_quantity, coalesce(hold.quantity, 0) as holds from product
      left join (select product_id, sum(quantity)::int as quantity from stock_hold group by 1) hold on hold.product_id = product.id
      where product.held_quantity <> coalesce(hold.quantity, 0) or product.held_quantity < 0`,
  },
  {
    name: "holds that nobody pays for any more",
    broken: `select hold.checkout_id, checkout.status from stock_hold hold join checkout on checkout.id = hold.checkout_id`,
  },
  {
    name: "gaps in the VAT invoice numbers",
    broken: `with numbered as (
        select vat_invoice_number, substring(vat_invoice_number from '\\d+$')::int as number from customer_order)
      select (select count(*) from numbered) as orders, min(number), max(number), counter.value
      from numbered cross join counter where counter.name = 'vat_invoice' group by counter.value
      having min(number) <> 1 or max(number) <> count(*) or count(distinct number) <> count(*) or counter.value <> count(*)`,
  },
  {
    name: "orders without exactly one confirmation email",
    broken: `select bought.invoice_number, count(mail.id) from customer_order bought
      left join outbox_email mail on mail.key = 'order-confirmation:' || bought.invoice_number
        and mail.recipient = bought.customer_email group by 1 having count(mail.id) <> 1`,
  },
  {
    name: "confirmation emails without an order",
    broken: `select mail.key from outbox_email mail where mail.template = 'order-confirmation' and not exists
      (select from customer_order bought where mail.key = 'order-confirmation:' || bought.invoice_number)`,
  },
  {
    name: "emails that were neither sent nor kept",
    broken:
      "select key from outbox_email where sent_at is null and failure_message is distinct from 'kept in the outbox'",
  },
  {
    name: "payments whose end the shop does not know",
    broken:
      "select provider_payment_id, status from payment where status in ('created', 'processing', 'failed')",
  },
  {
    name: "payments that the shop's books and the provider's tell differently",
    broken: `select charged.id, payment.status from ${CHARGED} charged
      left join payment on payment.provider_payment_id = charged.id
      left join ${REFUNDED} refunded on refunded.payment_id = charged.id
      where payment.status is distinct from case when refunded.amount is null then 'succeeded' else 'refunded' end`,
  },
  {
    name: "checkouts that are neither paid nor given up",
    broken: "select id, status from checkout where status in ('open', 'paying')",
  },
  {
    name: "failed orders left open although the order came",
    broken: `select failed.id, failed.error_message from failed_order failed
      join customer_order bought on bought.checkout_id = failed.checkout_id where failed.resolved_at is null`,
  },
  ...wrongSums.map(({ name, statement }) => ({
    name: `${name} that is not what the rows say`,
    broken: statement,
  })),
  {
    name: "jobs that wait or have failed",
    broken: "select task_identifier, attempts, last_error from graphile_worker.jobs",
  },
  { name: "mails that no job sends", broken: "select email_id from waiting_email" },
];

export interface Finding {
  rule: string;
  rows: Row[];
}

/** Checks every rule against the database, and the carts against what the shoppers did. */
export async function audit(database: AskedDatabase, visits: readonly Visit[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, broken } of rules) findings.push({ rule: name, rows: await database.query(broken) });
  findings.push(
    {
      rule: "carts that are not what was put in less what was bought",
      rows: await wrongCarts(database, visits),
    },
    {
      rule: "shoppers with another number of orders than they were told",
      rows: await wronglyTold(database, visits),
    },
  );
  const gaveUp = visits.filter(({ ending }) => ending === "gave up");
  findings.push({
    rule: "shoppers who got no answer for a minute",
    rows: gaveUp.map(({ email, kind, reason }) => ({ email, kind, reason })),
  });
  return findings;
}

async function wrongCarts(database: AskedDatabase, visits: readonly Visit[]): Promise<Row[]> {
  const wrong: Row[] = [];
  for (const { email, kind, ending, quantities, trail } of visits) {
    // A cart whose shopper gave up midway may hold one change more than was confirmed.
    if (!quantities || ending === "gave up") continue;
    const expected = new Map(quantities);
    for (const line of await database.query(
      `select line.product_id, line.quantity from order_line line join customer_order bought on bought.id = line.order_id
       where bought.customer_email = $1`,
      [email],
    )) {
      const product = Number(line.product_id);
      const left = (expected.get(product) ?? 0) - Number(line.quantity);
      if (left === 0) expected.delete(product);
      else expected.set(product, left);
    }
    const lines = await database.query(
      `select distinct line.product_id, line.quantity from cart_line line
       where line.cart_id in (select cart_id from checkout where details->>'customerEmail' = $1)`,
      [email],
    );
    const actual = new Map(lines.map((line) => [Number(line.product_id), Number(line.quantity)]));
    if (textOf(actual) !== textOf(expected))
      wrong.push({ email, kind, ending, expected: textOf(expected), actual: textOf(actual), trail });
  }
  return wrong;
}

function textOf(lines: Map<number, number>): string {
  return [...lines]
    .sort(([one], [other]) => one - other)
    .map(([product, quantity]) => `${product}×${quantity}`)
    .join(" ");
}

async function wronglyTold(database: AskedDatabase, visits: readonly Visit[]): Promise<Row[]> {
  const rows = await database.query(
    "select customer_email, count(*)::int as orders from customer_order group by 1",
  );
  const orders = new Map(rows.map((row) => [String(row.customer_email), Number(row.orders)]));
  return visits.flatMap(({ email, kind, ending, trail }) => {
    const count = orders.get(email) ?? 0;
    const right = ending === "left" ? [0] : ending === "approved" ? [0, 1] : [1];
    return ending === "gave up" || right.includes(count)
      ? []
      : [{ email, kind, ending, orders: count, trail }];
  });
}
