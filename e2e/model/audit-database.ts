import { wrongSums } from "#server/testing/sums.ts";
import type { Model } from "./model.ts";
import { addUp } from "./passing-time.ts";
import type { World } from "./world.ts";

/** A rule that holds once everything is settled; its statement selects the violations. */
interface Rule {
  rule: string;
  broken: string;
}

const rules: readonly Rule[] = [
  {
    rule: "one order for each payment and checkout",
    broken: `select transaction_id, count(*) from customer_order group by 1 having count(*) > 1
      union all select checkout_id::text, count(*) from customer_order group by 1 having count(*) > 1`,
  },
  {
    rule: "one confirmation mail for each order",
    broken: `select bought.invoice_number, count(mail.id) from customer_order bought
      left join outbox_email mail on mail.key = 'order-confirmation:' || bought.invoice_number
        and mail.recipient = bought.customer_email group by 1 having count(mail.id) <> 1`,
  },
  {
    rule: "held stock is the sum of its holds, and at rest nothing is held",
    broken: `select product.id, held_quantity, coalesce(sum(quantity), 0) as holds from product
      left join stock_hold on stock_hold.product_id = product.id group by 1
      having held_quantity <> 0 or count(quantity) > 0`,
  },
  {
    rule: "invoice numbers have no gaps",
    broken: `select count(*), min(number), max(number), max(counter.value) as counter
      from (select vat_invoice_number, substring(vat_invoice_number from '\\d+$')::int as number from customer_order) numbered
      right join counter on true where counter.name = 'vat_invoice'
      having count(number) <> max(counter.value) or count(distinct number) <> count(number)
          or coalesce(max(number), 0) <> count(number) or coalesce(min(number), 1) <> 1`,
  },
  {
    rule: "numbers of credit and debit notes have no gaps",
    broken: `select counter.name, counter.value, count(note.id), max(substring(note.number from '\\d+$')::int) as last
      from counter left join correction_note note on note.kind || '_note' = counter.name
      where counter.name in ('credit_note', 'debit_note') group by 1, 2
      having count(note.id) <> counter.value or coalesce(max(substring(note.number from '\\d+$')::int), 0) <> counter.value`,
  },
  {
    rule: "a refund of a payment that bought an order is the order's",
    broken: `select refund.id, refund.amount, refund.status, refund.order_id
      from refund join payment on payment.id = refund.payment_id
      join customer_order bought on bought.payment_method = payment.provider
        and bought.transaction_id = payment.provider_payment_id
      where refund.status <> 'failed' and refund.order_id is distinct from bought.id`,
  },
  {
    rule: "what went back of an order is what its papers credit",
    broken: `select bought.id, coalesce(gone.amount, 0) as gone, coalesce(credited.amount, 0) as credited
      from customer_order bought
      left join (select order_id, sum(amount)::int as amount from refund where status = 'succeeded' group by 1) gone
        on gone.order_id = bought.id
      left join (select order_id, sum(case kind when 'credit' then gross else -gross end)::int as amount
        from correction_note cross join lateral (select sum((line->>'gross')::int) as gross
          from jsonb_array_elements(content->'lines') line) paper group by 1) credited on credited.order_id = bought.id
      where coalesce(gone.amount, 0) <> coalesce(credited.amount, 0)`,
  },
  {
    rule: "nothing is given back twice",
    broken: `select payment.id, payment.amount_received, sum(refund.amount) as refunded
      from payment join refund on refund.payment_id = payment.id and refund.status <> 'failed'
      group by 1 having sum(refund.amount) > payment.amount_received`,
  },
  {
    rule: "every refund has come to an end",
    broken: "select id, status from refund where status in ('requested', 'pending')",
  },
  {
    rule: "every payment has come to an end",
    broken:
      "select id, provider, provider_payment_id, status from payment where status in ('created', 'processing', 'failed')",
  },
  {
    rule: "every checkout has come to an end",
    broken: "select id, status from checkout where status in ('open', 'paying')",
  },
  {
    rule: "a failed order that became an order is not shown as failed",
    broken: `select failed.id from failed_order failed join customer_order bought on bought.checkout_id = failed.checkout_id
      where failed.resolved_at is null`,
  },
];

/** Checks every rule against the database, and the sums once more when they have been added up. */
export async function auditDatabase(world: World, model: Model): Promise<void> {
  await auditEvents(world, model);
  await auditSums(world);
  await addUp(world);
  await auditSums(world);
  for (const { rule, broken } of rules) {
    for (const row of await world.database.rows(broken)) world.violated(rule, JSON.stringify(row));
  }
}

/** What readers see is what the rows say, whatever is counted and added up of it. */
async function auditSums(world: World): Promise<void> {
  for (const { name, statement } of wrongSums) {
    for (const row of await world.database.rows(statement)) {
      world.violated(`${name} is what the rows say`, JSON.stringify(row));
    }
  }
}

/**
 * Every arrived event is processed, unless the attempt failed and the provider never sent it again; it is stored in
 * any case.
 */
async function auditEvents(world: World, { dropped }: Model): Promise<void> {
  const rows = await world.database.rows<{ id: string; type: string }>(
    "select event_id as id, type from provider_event where processed_at is null",
  );
  for (const { id, type } of rows) {
    if (!dropped.has(id)) world.violated("every event was acted on", `${id} (${type})`);
  }
}

/** The shop's rows as a text that stays equal while nothing changes, without times of visits. */
export async function fingerprint(world: World): Promise<string> {
  const tables = [
    "payment",
    "checkout",
    "refund",
    "dispute",
    "failed_order",
    "customer_order",
    "stock_hold",
    "product",
  ];
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, md5(string_agg((to_jsonb(row) - 'updated_at')::text, ',' order by row.id)) as sum from ${table} row`,
  );
  const rows = await world.database.rows<{ name: string; sum: string }>(parts.join(" union all "));
  return rows.map(({ name, sum }) => `${name} ${sum}`).join(", ");
}
