import { randomUUID } from "node:crypto";
import type { CheckoutDetails, PricedSnapshot, SnapshotLine } from "#server/checkout/priced-snapshot.ts";
import type { OldDatabase } from "./old-database.ts";

/* Rows of a shop as the version before packs and delivery left them, written as that version wrote them. */

/** The last schema that knew nothing of packs, choices of delivery and parcels. */
export const BEFORE_PACKS = "Migration20261123190000";

type Run = OldDatabase["run"];

async function idOf(run: Run, statement: string, values: unknown[]): Promise<number> {
  const [row] = await run<{ id: number }>(`${statement} returning id`, values);
  if (!row) throw new Error(`Nothing was inserted: ${statement}`);
  return row.id;
}

/** What every shop has since its first start. */
export async function insertBeginnings(run: Run): Promise<void> {
  await run("insert into counter (name, value) values ('vat_invoice', 100)");
  await run("insert into shop_secret (name, value) values ('cookie', 'a key of the shop before')");
}

interface OldProduct {
  id: number;
  name: string;
  price: number;
}

/** A product with 100 in stock. */
export async function insertProduct(run: Run, slug: string, price: number): Promise<OldProduct> {
  const id = await idOf(
    run,
    `insert into product (name, slug, description, price, category, image_url, stock_quantity)
     values ($1, $1, '', $2, 'Soil Improvement', '/pictures/premium-biochar.jpg', 100)`,
    [slug, price],
  );
  return { id, name: slug, price };
}

export async function insertUser(run: Run, name: string, role = "customer") {
  const email = `${name}@example.com`;
  const id = await idOf(
    run,
    `insert into user_account (name, email, username, role, is_verified, email_proven_at)
     values ($1, $2, $1, $3, true, now())`,
    [name, email, role],
  );
  return { id, name, email };
}

interface OldLine {
  product: OldProduct;
  quantity: number;
}

export async function insertCart(
  run: Run,
  lines: readonly OldLine[],
  owner: number | null = null,
): Promise<string> {
  const id = randomUUID();
  await run("insert into cart (id, user_id) values ($1, $2)", [id, owner]);
  for (const { product, quantity } of lines) {
    await run("insert into cart_line (cart_id, product_id, quantity) values ($1, $2, $3)", [
      id,
      product.id,
      quantity,
    ]);
  }
  return id;
}

const PLACE = {
  address: "1 Mill Lane",
  city: "Ludlow",
  postcode: "SY8 1AA",
  country: "United Kingdom",
};

/** The fields of the checkout page of then. */
export const oldForm = (email: string) => ({
  ...{ firstName: "Gwen", lastName: "Guest", email, phone: "", ...PLACE },
  ...{ sameShipping: true, shippingAddress: "", shippingCity: "", shippingPostcode: "" },
  shippingCountry: "United Kingdom",
});

/** What was kept of that form. */
function detailsOf(email: string): CheckoutDetails {
  const place = { name: "Gwen Guest", ...PLACE, countryCode: "GB" };
  return {
    ...{ firstName: "Gwen", lastName: "Guest", customerName: "Gwen Guest", customerEmail: email },
    ...{ customerPhone: "", customerAddress: "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom" },
    ...{ billingAddress: place, shippingAddress: place, sameShipping: true },
  };
}

/** What it charged: £10.99 for delivery below £45.00, and 20% VAT shown on the goods. */
function oldSnapshotOf(lines: readonly OldLine[]): PricedSnapshot {
  const priced = lines.map(
    ({ product: { id, name, price }, quantity }): SnapshotLine => ({
      ...{ productId: id, productName: name, quantity, unitPrice: price, vatRate: 2000 },
    }),
  );
  const sum = (of: (total: number) => number) =>
    priced.reduce((all, { unitPrice, quantity }) => all + of(unitPrice * quantity), 0);
  const subtotal = sum((total) => total);
  const shipping = subtotal < 4500 ? 1099 : 0;
  return {
    ...{ lines: priced, subtotal, vat: sum((total) => Math.round(total / 5)) },
    ...{ vatDue: sum((total) => Math.round(total / 6)), shipping, total: subtotal + shipping },
  };
}

interface OldCheckout {
  id: string;
  cartId: string;
  email: string;
  invoiceNumber: string;
  snapshot: PricedSnapshot;
}

/** A checkout whose page was open five minutes ago. */
export async function insertCheckout(run: Run, lines: readonly OldLine[]): Promise<OldCheckout> {
  const id = randomUUID();
  const email = `gwen-${id}@example.com`;
  const snapshot = oldSnapshotOf(lines);
  const cartId = await insertCart(run, lines);
  const invoiceNumber = nextInvoiceNumber();
  await run(
    `insert into checkout (id, cart_id, status, snapshot, details, total_amount, requested_invoice_number,
                           hold_expires_at, created_at, updated_at)
     values ($1, $2, 'paying', $3, $4, $5, $6, now() + interval '20 minutes', now() - interval '5 minutes',
             now() - interval '5 minutes')`,
    [id, cartId, snapshot, detailsOf(email), snapshot.total, invoiceNumber],
  );
  return { id, cartId, email, invoiceNumber, snapshot };
}

/** Its stock is held since then, and it has this payment at the provider. */
export async function insertPayment(
  run: Run,
  checkout: Pick<OldCheckout, "id" | "email" | "snapshot">,
  paymentId: string,
): Promise<void> {
  const { id, email, snapshot } = checkout;
  await run("update checkout set held_since = created_at where id = $1", [id]);
  for (const { productId, quantity } of snapshot.lines) {
    await run(
      `insert into stock_hold (checkout_id, product_id, quantity, expires_at)
       values ($1, $2, $3, now() + interval '20 minutes')`,
      [id, productId, quantity],
    );
    await run("update product set held_quantity = held_quantity + $2 where id = $1", [productId, quantity]);
  }
  await run(
    `insert into payment (checkout_id, provider, provider_payment_id, amount, snapshot, details, created_at, updated_at)
     values ($1, 'stripe', $2, $3, $4, $5, now() - interval '5 minutes', now() - interval '5 minutes')`,
    [id, paymentId, snapshot.total, snapshot, detailsOf(email)],
  );
}

/** The checkout of a script that named only an amount, with its payment. */
export async function insertAmountOnly(run: Run, total: number, paymentOf: (id: string) => Promise<string>) {
  const id = randomUUID();
  await run(
    `insert into checkout (id, status, total_amount, hold_expires_at)
     values ($1, 'paying', $2, now() + interval '20 minutes')`,
    [id, total],
  );
  const paymentId = await paymentOf(id);
  await run(
    `insert into payment (checkout_id, provider, provider_payment_id, amount) values ($1, 'stripe', $2, $3)`,
    [id, paymentId, total],
  );
  return paymentId;
}

interface OldOrder {
  status: string;
  lines: readonly OldLine[];
  customer: { id: number; name: string; email: string };
  /** A payment that came, of a checkout that was paid; else it was to be paid by bank transfer. */
  paidWith?: { checkoutId: string; paymentId: string };
  dispatched?: { carrier: string; trackingNumber: string };
}

/** An order of ten days ago, with its timeline; what went out did two days later. */
export async function insertOrder(run: Run, order: OldOrder): Promise<{ id: number; invoiceNumber: string }> {
  const { status, lines, customer, paidWith, dispatched } = order;
  const { subtotal, vat, vatDue, shipping, total } = oldSnapshotOf(lines);
  const invoiceNumber = nextInvoiceNumber();
  const place = { name: customer.name, ...PLACE, countryCode: "GB" };
  if (paidWith) {
    await run(
      `insert into checkout (id, status, total_amount, snapshot, details) values ($1, 'paid', $2, $3, $4)`,
      [paidWith.checkoutId, total, oldSnapshotOf(lines), detailsOf(customer.email)],
    );
    await run(
      `insert into payment (checkout_id, provider, provider_payment_id, amount, amount_received, status, received_at,
                            is_matched) values ($1, 'stripe', $2, $3, $3, 'succeeded', now() - interval '10 days', true)`,
      [paidWith.checkoutId, paidWith.paymentId, total],
    );
  }
  const id = await idOf(
    run,
    `insert into customer_order (checkout_id, invoice_number, vat_invoice_number, customer_id, customer_name,
       customer_email, customer_address, billing_address, shipping_address, shipping_country, subtotal, tax_amount,
       vat_due, shipping_cost, total_amount, status, payment_method, transaction_id, paid_at, carrier, tracking_number,
       dispatched_at, tax_point_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, '1 Mill Lane, Ludlow, SY8 1AA, United Kingdom', $7, $7, 'United Kingdom', $8, $9,
       $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20, $20)`,
    [
      ...[paidWith?.checkoutId, invoiceNumber, invoiceNumber.replace("INV", "OXB")],
      ...[customer.id, customer.name, customer.email, place],
      ...[subtotal, vat, vatDue, shipping, total, status, paidWith ? "stripe" : "bank_transfer"],
      ...[paidWith?.paymentId, paidWith && daysAgo(10)],
      ...[dispatched?.carrier, dispatched?.trackingNumber, dispatched && daysAgo(8), daysAgo(10)],
    ],
  );
  for (const { product, quantity } of lines) {
    const lineTotal = product.price * quantity;
    await run(
      `insert into order_line (order_id, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due)
       values ($1, $2, $3, $4, $5, $6, 2000, $7)`,
      [id, product.id, product.name, quantity, product.price, lineTotal, Math.round(lineTotal / 6)],
    );
  }
  await addLine(run, id, "placed", "Order placed");
  if (dispatched) {
    const { carrier, trackingNumber } = dispatched;
    await addLine(run, id, "dispatched", `Dispatched with ${carrier}, tracking number ${trackingNumber}`);
  }
  return { id, invoiceNumber };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

const addLine = (run: Run, order: number, kind: string, message: string) =>
  run("insert into order_event (order_id, kind, message) values ($1, $2, $3)", [order, kind, message]);

let numbered = 0;
function nextInvoiceNumber(): string {
  numbered += 1;
  return `INV-17724531${String(numbered).padStart(5, "0")}`;
}
