import { countStatement } from "#server/reports/count-orders.server.ts";
import { addUpSalesStatements } from "#server/reports/sales-sums.ts";
import type { ScaleStep } from "./scale-steps.ts";

interface CopySizes {
  /** Orders made one by one. */
  orders: number;
  /** How often each is there in the end. */
  copies: number;
}

/** What was noted of these orders when they were counted stands for all their copies. */
const notedSums: Record<string, readonly string[]> = {
  sales_day_change: ["orders", "revenue", "refunded"],
  product_sales_change: ["units", "revenue"],
  vat_day_change: ["net", "vat", "gross", "net_in_pounds", "vat_in_pounds"],
};

const made = "transaction_id like 'pi\\_scale\\_%'";
const newCheckout = (id: string) => `md5(${id}::text || '/' || k)::uuid`;

/** Before the first order: the demo's own sums are added up, so that they are not taken for those of its copies. */
export const sumsOfDemo: ScaleStep[] = [
  countStatement("select order_id from uncounted_order"),
  ...addUpSalesStatements,
].map((statement) => ({ what: "the sums of the demo", statement }));

/** Once the orders made one by one are counted. */
export function sumsOfCopies(copies: number): ScaleStep[] {
  return Object.entries(notedSums).map(([table, columns]) => ({
    what: `${table}, for the copies too`,
    statement: `update ${table} set ${columns.map((column) => `${column} = ${column} * ${copies}`).join(", ")}`,
  }));
}

/**
 * Copies every order with its checkout, lines, timeline, payment, mail and entries of the audit, each copy a
 * millisecond earlier than the one before it: a tenth of the time that orders made one by one take.
 */
export function copySteps({ orders, copies }: CopySizes): ScaleStep[] {
  if (copies === 1) return [];
  const copied = (columns: string, values: string, table: string, which: string) => `
    insert into ${table} (${columns}) select ${values}
    from ${table} source cross join generate_series(1, ${copies - 1}) k where ${which}`;
  const earlier = (column: string) => `${column} - k * interval '1 millisecond'`;
  const number = (column: string, start: number) => `substr(${column}, ${start})::int + k * ${orders}`;
  const ofOrders = `order_id in (select id from customer_order where ${made})`;
  return [
    {
      what: "triggers of orders off",
      statement: "alter table customer_order disable trigger user",
    },
    {
      what: `lines, ${copies} times`,
      statement: copied(
        "order_id, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due",
        `order_id + k * ${orders}, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due`,
        "order_line",
        ofOrders,
      ),
    },
    {
      what: `timelines, ${copies} times`,
      statement: copied(
        "order_id, kind, message, created_at",
        `order_id + k * ${orders}, kind, message, ${earlier("created_at")}`,
        "order_event",
        ofOrders,
      ),
    },
    {
      what: `payments, ${copies} times`,
      statement: copied(
        "checkout_id, provider, provider_payment_id, amount, amount_received, status, received_at, is_matched, created_at, updated_at",
        `${newCheckout("checkout_id")}, provider, 'pi_scale_' || ${number("provider_payment_id", 10)}, amount,
         amount_received, status, ${earlier("received_at")}, is_matched, created_at, updated_at`,
        "payment",
        "provider_payment_id like 'pi\\_scale\\_%'",
      ),
    },
    {
      what: `checkouts, ${copies} times`,
      statement: copied(
        "id, user_id, status, total_amount, payment_method, created_at",
        `${newCheckout("id")}, user_id, status, total_amount, payment_method, ${earlier("created_at")}`,
        "checkout",
        `id in (select checkout_id from customer_order where ${made})`,
      ),
    },
    {
      what: `orders, ${copies} times`,
      statement: copied(
        `id, checkout_id, invoice_number, vat_invoice_number, customer_id, customer_name, customer_email,
         customer_phone, customer_address, billing_address, shipping_address, shipping_country, subtotal, tax_amount,
         vat_due, shipping_cost, total_amount, status, payment_method, transaction_id, paid_at, tax_point_at,
         created_at, updated_at`,
        `id + k * ${orders}, ${newCheckout("checkout_id")}, 'INV-' || substr(invoice_number, 5)::bigint - k,
         'SCL-' || lpad((${number("vat_invoice_number", 5)})::text, 8, '0'), customer_id, customer_name,
         customer_email, customer_phone, customer_address, billing_address, shipping_address, shipping_country,
         subtotal, tax_amount, vat_due, shipping_cost, total_amount, status, payment_method,
         'pi_scale_' || ${number("transaction_id", 10)}, ${earlier("paid_at")}, ${earlier("tax_point_at")},
         ${earlier("created_at")}, ${earlier("updated_at")}`,
        "customer_order",
        made,
      ),
    },
    {
      what: "numbers of the copies",
      statement: `
        select setval(pg_get_serial_sequence('customer_order', 'id'), (select max(id) from customer_order));
        update counter set value = value + ${orders * (copies - 1)} where name = 'vat_invoice'`,
    },
    {
      what: `mails, ${copies} times`,
      statement: copied(
        "key, template, recipient, subject, html, text, created_at, sent_at, failure_message",
        `'scale:' || ${number("key", 7)}, template, recipient, subject, html, text, ${earlier("created_at")}, sent_at,
         failure_message`,
        "outbox_email",
        "key like 'scale:%'",
      ),
    },
    {
      what: `the audit, ${copies} times`,
      statement: copied(
        "at, actor_id, actor_name, area, action, subject_id, subject_name, before, after, request_id",
        `${earlier("at")}, actor_id, actor_name, area, action, subject_id, subject_name, before, after, request_id`,
        "audit_entry",
        "request_id like 'scale-%'",
      ),
    },
    {
      what: "triggers of orders on",
      statement: "alter table customer_order enable trigger user",
    },
  ];
}
