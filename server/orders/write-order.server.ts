import type { EntityManager } from "@mikro-orm/postgresql";
import { prepared } from "#db/connections.ts";
import { type Checkout, Order } from "#db/entities/index.ts";
import { type RequestedLine, sellable } from "#server/catalogue/sellable.server.ts";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/checkout.ts";
import { keepPaidPlace } from "#server/checkout/hold-collection.server.ts";
import { lockProducts, releaseHolds } from "#server/checkout/hold-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import { databaseCodeOf } from "#server/core/in-transaction.server.ts";
import { idRow, preparedRows, rawRow } from "#server/core/typed-sql.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import type { LeftInStock } from "./confirmation.server.ts";
import { findAccountForOrder } from "./find-account-for-order.server.ts";
import { chooseInvoiceNumber, promisedNumber } from "./invoices.server.ts";
import { type OrderRows, orderRowsOf } from "./order-rows.server.ts";

/**
 * What the rows were made from. Nothing is written unless it still holds once checkout, payment and products are
 * locked, in this order, as everywhere.
 */
export interface ExpectedCheckout {
  checkoutId: string;
  /** Grows whenever what is bought or where it goes changes. */
  version: number;
  /** The payment's row. */
  paymentId: number;
  /**
   * The payment's `updated_at`, exactly: what happens to its money moves it (`lockPayment`). Not for a caller who has
   * the locks already.
   */
  paymentChangedAt?: string;
}

/**
 * A paid order in one statement, which is all of its transaction or the end of a longer one: the stock that it takes,
 * out of what its checkout held of it, the number of its VAT invoice, the order with lines and timeline, the checkout
 * and the payment that it ends, the cart without what was bought, and its mails, which wait for a job that sends them.
 * One way to the database and back replaces thirty (docs/decisions/060-what-an-order-costs.md). The counter of VAT
 * invoices is locked after all others, because all shoppers wait for it, and by a function of its own: anyone who waits
 * inside this statement has all of it begun again.
 *
 * A row that somebody else is changing is waited for and then read again, so that each condition holds for the row that
 * is written. What does not hold ends the whole statement by the error of `refuse_order`.
 */
const writeSql = prepared(
  "write-order",
  `with ready as (
     select checkout.id, checkout.cart_id
       from checkout join payment on payment.checkout_id = checkout.id
      where checkout.id = $1 and checkout.version = $2 and checkout.status <> 'paid'
        and payment.id = $3 and payment.status <> 'refunded' and not payment.is_matched
        and ($12::text is null or payment.updated_at = $12::text::timestamptz)
        for no key update of checkout, payment
   ), sale as (
     select * from jsonb_to_recordset($4::jsonb) as line (
       place int, product int, "productName" text, quantity int, "stockTaken" int, "mustCost" int, "unitPrice" int,
       "perMeasure" jsonb, "lineTotal" int, "vatRate" int, "vatDue" int)
   ), locked as (
     select product.id from ready cross join product
      where product.id in (select product from sale) order by product.id for no key update of product
   ), released as (
     delete from stock_hold using locked
      where stock_hold.checkout_id = $1 and stock_hold.product_id = locked.id
     returning stock_hold.product_id, stock_hold.quantity
   ), sold as (
     update product set stock_quantity = stock_quantity - sale."stockTaken",
            held_quantity = held_quantity - coalesce(released.quantity, 0)
       from sale join locked on locked.id = sale.product left join released on released.product_id = sale.product
      where product.id = sale.product
        and (sale."stockTaken" = 0
             or stock_quantity - held_quantity + coalesce(released.quantity, 0) >= sale."stockTaken")
        and (sale."mustCost" is null or (current_price = sale."mustCost" and archived_at is null))
     returning product.id
   ), account as (
     insert into user_account (name, email, username, phone, address, city, postcode, country,
                               email_opt_in, email_consent_at, email_consent_source, email_consent_wording)
     select name, email, username, phone, address, city, postcode, country,
            "emailOptIn", "emailConsentAt", "emailConsentSource", "emailConsentWording"
       from jsonb_to_recordset($5::jsonb) as buyer (
         name text, email text, username text, phone text, address text, city text, postcode text, country text,
         "emailOptIn" boolean, "emailConsentAt" timestamptz, "emailConsentSource" text, "emailConsentWording" text)
      where (select count(*) from sold) = (select count(*) from sale)
     on conflict do nothing returning id
   ), number as (
     select next_number('vat_invoice')::text as value
      where (select count(*) from sold) = (select count(*) from sale)
        and (select count(*) from account) = jsonb_array_length($5::jsonb)
   ), placed as (
     insert into customer_order (
       id, checkout_id, invoice_number, vat_invoice_number, customer_id, customer_name, customer_email,
       customer_phone, customer_address, billing_address, shipping_address, shipping_country, subtotal, tax_amount,
       vat_due, shipping_cost, total_amount, currency, sterling_rate, sterling_rate_day, status, payment_method,
       transaction_id, paid_at, tax_point_at, is_backorder, delivery_to_be_agreed, is_export, delivery, seller,
       claimed, created_at, updated_at)
     select o.id, ready.id, "invoiceNumber", "vatPrefix" || '-' || lpad(number.value, greatest(6, length(number.value)), '0'),
       coalesce((select id from account), customer), "customerName", "customerEmail", "customerPhone",
       "customerAddress", "billingAddress", "shippingAddress", "shippingCountry", subtotal, "taxAmount", "vatDue",
       "shippingCost", "totalAmount", currency, "sterlingRate", "sterlingRateDay", status, "paymentMethod",
       "transactionId", "paidAt", "taxPointAt", "isBackorder", "deliveryToBeAgreed", "isExport", delivery, seller,
       claimed, "createdAt", "createdAt"
       from ready cross join number cross join jsonb_to_record($6::jsonb) as o (
         id int, "invoiceNumber" text, "vatPrefix" text, customer int, "customerName" text, "customerEmail" text,
         "customerPhone" text, "customerAddress" text, "billingAddress" jsonb, "shippingAddress" jsonb,
         "shippingCountry" text, subtotal int, "taxAmount" int, "vatDue" int, "shippingCost" int, "totalAmount" int,
         currency text, "sterlingRate" int, "sterlingRateDay" date, status text, "paymentMethod" text,
         "transactionId" text, "paidAt" timestamptz, "taxPointAt" timestamptz, "isBackorder" boolean,
         "deliveryToBeAgreed" boolean, "isExport" boolean, delivery jsonb, seller jsonb, claimed jsonb, "createdAt" timestamptz)
     returning id, vat_invoice_number, customer_id, created_at
   ), lines as (
     insert into order_line
       (order_id, product_id, product_name, quantity, stock_taken, unit_price, per_measure, line_total, vat_rate,
        vat_due)
     select placed.id, product, "productName", quantity, "stockTaken", "unitPrice", "perMeasure", "lineTotal",
            "vatRate", "vatDue"
       from placed cross join sale order by place
   ), events as (
     insert into order_event (order_id, kind, message, actor_name, created_at)
     select placed.id, kind, message, "actorName", "createdAt" from placed cross join jsonb_to_recordset($7::jsonb)
         as event (kind text, message text, "actorName" text, "createdAt" timestamptz)
   ), token as (
     insert into account_token (user_id, purpose, token_hash, email, created_at, expires_at)
     select customer_id, purpose, "tokenHash", email, created_at, "expiresAt"
       from placed cross join jsonb_to_recordset($8::jsonb) as made
         (purpose text, "tokenHash" text, email text, "expiresAt" timestamptz)
   ), mails as (
     insert into outbox_email (key, template, recipient, subject, props)
     select key, template, recipient, subject, props
       from placed cross join json_to_recordset($9::json) as mail
         (key text, template text, recipient text, subject text, props json)
     on conflict (key) do nothing returning id
   ), waiting as (
     insert into waiting_email (email_id) select id from mails
   ), ended as (
     update checkout set status = 'paid', held_by = null, snapshot = coalesce(now.snapshot, checkout.snapshot),
            details = coalesce(now.details, checkout.details), user_id = coalesce(now.user, checkout.user_id),
            total_amount = coalesce(now."totalAmount", checkout.total_amount),
            currency = coalesce(now.currency, checkout.currency), updated_at = placed.created_at
       from placed cross join jsonb_to_record($10::jsonb) as now
         (snapshot jsonb, details jsonb, "user" int, "totalAmount" int, currency text)
      where checkout.id = $1
   ), matched as (
     update payment set status = 'succeeded', is_matched = true, amount_received = money."amountReceived",
            provider_payment_id = money."providerPaymentId", currency = money.currency, received_at = coalesce(received_at, placed.created_at),
            updated_at = placed.created_at
       from placed cross join jsonb_to_record($11::jsonb) as money ("amountReceived" int, currency text, "providerPaymentId" text)
      where payment.id = $3
   ), resolved as (
     update failed_order set resolved_at = placed.created_at
       from placed where failed_order.checkout_id = $1 and resolved_at is null
   ), emptied as (
     delete from cart_line using placed, ready, sale
      where cart_line.cart_id = ready.cart_id and product_id = sale.product and cart_line.quantity <= sale.quantity
   ), lessened as (
     update cart_line set quantity = cart_line.quantity - sale.quantity from placed, ready, sale
      where cart_line.cart_id = ready.cart_id and product_id = sale.product and cart_line.quantity > sale.quantity
   )
   select coalesce((select id from placed), refuse_order()) as id`,
);

/** Serialization failure (also of `refuse_order`), deadlock, unique violation: another request was there first. */
const OVERTAKEN = new Set(["40001", "40P01", "23505"]);

/** As `writeOrder`, in a transaction of its own; undefined when what it was made from does not hold any more. */
export async function writeUnlessOvertaken(
  em: EntityManager,
  expected: ExpectedCheckout,
  rows: OrderRows,
): Promise<number | undefined> {
  try {
    return await writeOrder(em, expected, rows);
  } catch (error) {
    if (OVERTAKEN.has(databaseCodeOf(error))) return undefined;
    throw error;
  }
}

/**
 * Writes the order, if what it was made from still holds, and returns its id.
 * @throws the database's serialization failure when it does not, its unique violation when the order is there already
 */
async function writeOrder(
  em: EntityManager,
  { checkoutId, version, paymentId, paymentChangedAt }: ExpectedCheckout,
  rows: OrderRows,
): Promise<number> {
  const { lines, account, order, events, token, mails, checkout, payment } = rows;
  const listed = [
    lines,
    account ? [account] : [],
    order,
    events,
    token ? [token] : [],
    mails,
    checkout,
    payment,
  ];
  const documents = listed.map((document) => JSON.stringify(document));
  const [written] = await preparedRows(em, idRow, writeSql, [
    checkoutId,
    version,
    paymentId,
    ...documents,
    paymentChangedAt ?? null,
  ]);
  if (!written) throw new Error("PostgreSQL returned nothing of a written order");
  return written.id;
}

interface PaidCheckout {
  checkout: Checkout;
  /** The payment's row, in which its money is booked. */
  paymentRow: number;
  payment: ReceivedPayment;
  details: CheckoutDetails;
  snapshot: PricedSnapshot;
  invoiceNumber: string | null;
  claimed: Record<string, unknown> | null;
}

/**
 * Makes the order of a paid checkout inside the caller's transaction, which holds the checkout's lock, also when its
 * stock is gone meanwhile.
 */
export async function createOrder(em: EntityManager, context: Context, paid: PaidCheckout): Promise<Order> {
  const { checkout, details, snapshot, payment } = paid;
  const now = context.clock.now();
  const number = promisedNumber(checkout.requestedInvoiceNumber ?? null, paid.invoiceNumber, now);
  const slot = snapshot.delivery?.slot;
  const slotLost =
    slot !== undefined && !(await keepPaidPlace(em, context, { checkoutId: checkout.id, slot }));
  const { short, taken, left } = context.settings.stockManagement
    ? await allotStock(em, snapshot.lines, { checkoutId: checkout.id, now })
    : { short: [], taken: new Map<number, number>(), left: [] };
  const rows = await orderRowsOf(em, context, {
    orderId: (await rawRow(em, idRow, "select nextval('customer_order_id_seq')::int as id")).id,
    invoiceNumber: await chooseInvoiceNumber(em, number, now),
    details,
    snapshot,
    provider: payment.provider,
    transactionId: payment.id,
    claimed: paid.claimed,
    chargedAt: payment.paidAt,
    checkoutMadeAt: checkout.createdAt,
    amountReceived: payment.amountReceived,
    currency: payment.currency,
    account: checkout.user
      ? { userId: checkout.user.id, setPassword: null }
      : await findAccountForOrder(em, context, details),
    isGuest: !checkout.user,
    short,
    slotLost,
    taken,
    left,
  });
  const expected = { checkoutId: checkout.id, version: checkout.version, paymentId: paid.paymentRow };
  return em.findOneOrFail(Order, await writeOrder(em, expected, rows));
}

interface SoldStock {
  /** The names of the products that were short. */
  short: string[];
  /** The units taken out of stock, by product id. */
  taken: Map<number, number>;
  /** What is left of each product. */
  left: LeftInStock[];
}

/**
 * What a checkout's lines take out of stock once its holds are released. If the hold expired and the stock is gone,
 * they take what is left, and what is missing is returned: the shopper has paid, so the order is made all the same. The
 * checkout row must be locked; the products are locked from here on.
 */
async function allotStock(
  em: EntityManager,
  lines: readonly RequestedLine[],
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<SoldStock> {
  const products = await lockProducts(em, lines, checkoutId);
  await releaseHolds(em, products, { checkoutId, now });

  const short: string[] = [];
  const taken = new Map<number, number>();
  const leftInStock: LeftInStock[] = [];
  for (const { productId, quantity } of lines) {
    const product = products.get(productId);
    if (!product) continue;
    const left = sellable(product);
    if (left < quantity) short.push(product.name);
    const takes = Math.min(quantity, left);
    taken.set(productId, takes);
    leftInStock.push({ id: productId, name: product.name, stockQuantity: product.stockQuantity - takes });
  }
  return { short, taken, left: leftInStock };
}

/** The same, and takes it out of stock. */
export async function sellStock(
  em: EntityManager,
  lines: readonly RequestedLine[],
  sale: { checkoutId: string; now: Date },
): Promise<SoldStock> {
  const sold = await allotStock(em, lines, sale);
  await em.execute(
    `update product set stock_quantity = stock_quantity - taken.quantity
       from jsonb_to_recordset(?::jsonb) as taken("productId" int, quantity int) where product.id = taken."productId"`,
    [JSON.stringify([...sold.taken].map(([productId, quantity]) => ({ productId, quantity })))],
  );
  return sold;
}
