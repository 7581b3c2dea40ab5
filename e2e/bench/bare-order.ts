import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import type { Basket } from "./shop-order.ts";

/** As many connections as the shop's own pool has (db/mikro-orm.config.ts). */
const POOL_SIZE = 10;
/** About what the confirmation mail has. */
const MAIL = { html: "x".repeat(6000), text: "x".repeat(900) };

/**
 * The yardstick of an order: the rows that one bought by a script leaves behind, written by a bare client in one
 * transaction with prepared statements. Where each statement comes from is said beside it; what the shop does so
 * that an order is never lost or doubled (looking first, holding stock, several transactions) is what it costs more.
 */
export class BareBuyer {
  readonly #pool: pg.Pool;
  readonly #baskets: readonly Basket[];
  #turn = 0;

  constructor(url: string, baskets: readonly Basket[]) {
    this.#pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
    this.#baskets = baskets;
  }

  async placeOrder(): Promise<void> {
    const basket = this.#baskets[this.#turn % this.#baskets.length];
    this.#turn += 1;
    if (!basket) throw new Error("There is no basket.");
    const client = await this.#pool.connect();
    try {
      await client.query("begin");
      await writeOrder(client, basket);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  }

  async leave(): Promise<void> {
    await this.#pool.end();
  }
}

async function writeOrder(client: pg.PoolClient, basket: Basket): Promise<void> {
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  const checkoutId = randomUUID();
  const paymentId = `pi_bare${checkoutId.replaceAll("-", "")}`;
  const email = `guest-${checkoutId}@example.com`;
  const total = Math.round(basket.total * 100);
  const lines = basket.lines.map((line) => ({
    ...line,
    unitPrice: Math.round(line.price * 100),
    vatRate: 2000,
  }));
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const snapshot = { lines, subtotal, vat: 0, vatDue: 0, shipping: total - subtotal, total };
  const address = {
    name: "Gwen Guest",
    address: "1 Test Lane, Ludlow, SY8 1AA, United Kingdom",
    city: "",
    postcode: "",
    country: "United Kingdom",
    countryCode: "GB",
  };
  const details = {
    customerName: address.name,
    customerEmail: email,
    billingAddress: address,
    shippingAddress: address,
  };

  // server/checkout/create-intent-for-amount.server.ts
  await run(
    "checkout",
    `insert into checkout (id, status, total_amount, snapshot, details, hold_expires_at)
     values ($1, 'paid', $2, $3, $4, now() + interval '30 minutes')`,
    [checkoutId, total, JSON.stringify(snapshot), JSON.stringify(details)],
  );
  // server/payments/record-payment.server.ts
  await run(
    "payment",
    `insert into payment (checkout_id, provider, provider_payment_id, amount, amount_received, status)
     values ($1, 'stripe', $2, $3, $3, 'succeeded')`,
    [checkoutId, paymentId, total],
  );
  // server/checkout/hold-stock.server.ts: the lock under which stock changes
  await run("lock", "select id from product where id = any($1::int[]) order by id for no key update", [
    lines.map((line) => line.productId),
  ]);
  // server/orders/sell-stock.server.ts
  await run(
    "stock",
    `update product set stock_quantity = stock_quantity - taken.quantity
     from jsonb_to_recordset($1::jsonb) as taken("productId" int, quantity int) where product.id = taken."productId"`,
    [JSON.stringify(lines)],
  );
  // server/orders/find-account-for-order.server.ts
  const account = await run(
    "account",
    `insert into user_account (name, email, username, phone, address, country) values ($1, $2, $2, '', $3, $4)
     returning id`,
    [address.name, email, address.address, address.country],
  );
  const customerId: unknown = account.rows[0]?.id;
  // server/identity/issue-account-token.server.ts
  await run(
    "token",
    `insert into account_token (user_id, purpose, token_hash, email, expires_at)
     values ($1, 'set_password', $2, $3, now() + interval '7 days')`,
    [customerId, createHash("sha256").update(checkoutId).digest("hex"), email],
  );
  // server/email/queue-email.server.ts
  const mail = await run(
    "mail",
    `insert into outbox_email (key, template, recipient, subject, html, text)
     values ($1, 'order-confirmation', $2, 'Your order', $3, $4) returning id`,
    [`bare:${checkoutId}`, email, MAIL.html, MAIL.text],
  );
  // server/jobs/enqueue-job.server.ts, under a name that the shop's job runner leaves alone
  await run("job", "select graphile_worker.add_job('bare-send-email', payload := $1::json)", [
    JSON.stringify({ emailId: mail.rows[0]?.id }),
  ]);
  // server/orders/invoice-numbers.server.ts: every buyer waits for this row, so it comes late
  const counter = await run(
    "counter",
    "update counter set value = value + 1 where name = 'vat_invoice' returning value",
    [],
  );
  const number = String(counter.rows[0]?.value).padStart(6, "0");
  // server/orders/create-order.server.ts
  const order = await run(
    "order",
    `insert into customer_order (checkout_id, invoice_number, vat_invoice_number, customer_id, customer_name,
       customer_email, customer_address, billing_address, shipping_address, shipping_country, subtotal, tax_amount,
       vat_due, shipping_cost, total_amount, status, payment_method, transaction_id, paid_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, 0, 0, $11, $12, 'processing', 'stripe', $13, now())
     returning id`,
    [
      checkoutId,
      `INV-1${number.padStart(15, "0")}`,
      `OXB-${number}`,
      customerId,
      address.name,
      email,
      address.address,
      JSON.stringify(address),
      address.country,
      subtotal,
      total - subtotal,
      total,
      paymentId,
    ],
  );
  const orderId: unknown = order.rows[0]?.id;
  await run(
    "lines",
    `insert into order_line (order_id, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due)
     select $1, "productId", "productName", quantity, "unitPrice", "unitPrice" * quantity, "vatRate", 0
     from jsonb_to_recordset($2::jsonb)
       as line("productId" int, "productName" text, quantity int, "unitPrice" int, "vatRate" int)`,
    [orderId, JSON.stringify(lines)],
  );
  await run("event", "insert into order_event (order_id, kind, message) values ($1, 'paid', $2)", [
    orderId,
    `Order placed and paid (${paymentId})`,
  ]);
}
