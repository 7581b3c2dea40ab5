import { randomUUID } from "node:crypto";
import { Counter, Order, OrderLine, OutboxEmail, Product, User } from "#db/entities/index.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import { type CheckoutForm, detailsOf } from "#server/checkout/checkout-details.ts";
import { emptyCheckoutForm } from "#server/checkout/checkout-form.ts";
import { openAsShown, openForAmount, type PressedButton } from "#server/checkout/pay.server.ts";
import { type StartedCheckout, startCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { staffMailOf } from "#server/orders/confirmation.server.ts";
import { finalisePage, finalisePayment } from "#server/orders/finalise-payment.server.ts";
import { type OrderPayload, orderPayloadSchema } from "#server/orders/order.schema.ts";
import { placeOrder } from "#server/orders/place-order.server.ts";
import { takeApproved } from "#server/orders/take-approved.server.ts";
import { handleEvent } from "#server/orders/webhook.server.ts";
import { payPalOrderRequest } from "#server/payments/paypal/paypal-order.ts";
import { openPayPalOrder } from "#server/payments/paypal/paypal-payments.server.ts";
import { payPalProvider } from "#server/payments/paypal/paypal-provider.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { openIntent, openPage, type StripeIntent } from "#server/payments/stripe/open-payment.server.ts";
import { stripeProvider } from "#server/payments/stripe/stripe-provider.server.ts";
import { penceToPounds } from "#server/pricing/money.ts";
import { makeCart, makeOrder, makeProduct, testContext } from "./factories.ts";
import { findMail, mailsTo } from "./mailed.ts";
import { approvePayPalOrder, type Funding, GOOD_CARD, payIntent } from "./sandbox.ts";

/** A visitor's context whose payments go to the sandbox, which must have been started. */
export async function payingContext(overrides: Parameters<typeof testContext>[0] = {}): Promise<Context> {
  return testContext({ clock: { now: () => new Date() }, ...overrides, gateways: paymentGateways() });
}

/** The checkout form of a guest in Ludlow, with an address of their own. */
export function filledForm(changes: Partial<CheckoutForm> = {}): CheckoutForm {
  return {
    ...emptyCheckoutForm,
    firstName: "Gwen",
    lastName: "Guest",
    email: `gwen-${randomUUID()}@example.com`,
    address: "1 Mill Lane",
    city: "Ludlow",
    postcode: "SY8 1AA",
    ...changes,
  };
}

type Lines = readonly { product: Pick<Product, "id">; quantity: number }[];

interface FilledCheckout extends StartedCheckout {
  cartId: string;
  form: CheckoutForm;
}

export interface OpenedCheckout extends FilledCheckout, StripeIntent {}

/** The payment of a checkout of £50.00 as its provider has it: paid in full, unless something else is said. */
export function receivedFor(
  { paymentIntentId, checkoutId }: OpenedCheckout,
  changes: Partial<ReceivedPayment> = {},
): ReceivedPayment {
  return {
    ...{ provider: "stripe", id: paymentIntentId, sessionId: null, checkoutId },
    ...{ state: "succeeded", isCancelled: false, message: undefined, failure: null },
    ...{ amount: 5000, amountReceived: 5000, currency: "gbp", paidAt: undefined },
    ...{ refundedPart: "none", hasDispute: false, reviewId: null },
    ...changes,
  };
}

/** A cart with these lines, its checkout started and its payment intent made. */
export async function openCheckout(
  context: Context,
  lines: Lines,
  changes: Partial<CheckoutForm> = {},
): Promise<OpenedCheckout> {
  const started = await startWith(context, "stripe", lines, changes);
  return { ...started, ...(await createStripeIntent(context, started.checkoutId)) };
}

export interface OpenedPayPalCheckout extends FilledCheckout {
  /** PayPal's. */
  orderId: string;
}

/** A cart with these lines, its checkout started and its PayPal order made. */
export async function openPayPalCheckout(
  context: Context,
  lines: Lines,
  changes: Partial<CheckoutForm> = {},
): Promise<OpenedPayPalCheckout> {
  const started = await startWith(context, "paypal", lines, changes);
  return { ...started, orderId: (await createPayPalOrder(context, started.checkoutId)).id };
}

async function startWith(
  context: Context,
  paymentMethod: ProviderId,
  lines: Lines,
  changes: Partial<CheckoutForm>,
): Promise<FilledCheckout> {
  const cartId = await makeCart(context, lines);
  const form = filledForm(changes);
  const started = await startFor(context, { cartId, form }, paymentMethod);
  return { cartId, form, ...started };
}

/** A checkout begun for a cart, with what a form says, else with the details of a guest. */
export const startFor = (
  context: Context,
  { cartId, form = filledForm() }: { cartId: string; form?: CheckoutForm },
  paymentMethod: ProviderId = "stripe",
) => startCheckout(context, { cartId, details: detailsOf(form), paymentMethod });

/** What the shop sends to PayPal for an order of £10.00 that nothing more is said of. */
export const payPalRequest = (changes: Partial<Parameters<typeof payPalOrderRequest>[0]> = {}) =>
  payPalOrderRequest({
    ...{ checkoutId: randomUUID(), invoiceId: `INV-${randomUUID()}`, total: 1000, currency: "gbp" },
    ...{ snapshot: null, shipTo: null, storeName: "Shop", publicUrl: "http://shop.test" },
    ...changes,
  });

/** A checkout of these lines, paid by card, and its order. */
export async function buyByCard(
  context: Context,
  lines: Lines,
  { card = GOOD_CARD, ...changes }: Partial<CheckoutForm> & { card?: string } = {},
): Promise<OpenedCheckout & { order: Order }> {
  const opened = await openCheckout(context, lines, changes);
  await payIntent(opened.clientSecret, card);
  await finalisePayment(context, "stripe", opened.paymentIntentId);
  return { ...opened, order: await orderOf(context, opened) };
}

/** The same, paid with PayPal. */
export async function buyWithPayPal(
  context: Context,
  lines: Lines,
  funding: Funding = "paid",
): Promise<OpenedPayPalCheckout & { order: Order }> {
  const opened = await openPayPalCheckout(context, lines);
  await approvePayPalOrder(opened.orderId, funding);
  await capturePayPalOrder(context, opened.orderId);
  return { ...opened, order: await orderOf(context, opened) };
}

function orderOf(context: Context, { checkoutId }: StartedCheckout): Promise<Order> {
  return context.em.fork().findOneOrFail(Order, { checkout: checkoutId });
}

/** What the checkout page sends to POST /api/orders after the payment. */
export function orderPayloadOf(opened: OpenedCheckout, changes: Record<string, unknown> = {}): OrderPayload {
  const { snapshot, form } = opened;
  return orderPayloadSchema.parse({
    customerName: `${form.firstName} ${form.lastName}`,
    customerEmail: form.email,
    customerAddress: [form.address, form.city, form.postcode, form.country].join(", "),
    customerPhone: form.phone,
    shippingCountry: form.country,
    subtotal: penceToPounds(snapshot.subtotal),
    taxRate: snapshot.vat / snapshot.subtotal,
    taxAmount: penceToPounds(snapshot.vat),
    shippingCost: penceToPounds(snapshot.shipping),
    totalAmount: penceToPounds(snapshot.total),
    paymentMethod: "stripe",
    transactionId: opened.paymentIntentId,
    invoiceNumber: opened.invoiceNumber,
    items: snapshot.lines.map((line) => ({
      productId: line.productId,
      productName: line.productName,
      quantity: line.quantity,
      price: penceToPounds(line.unitPrice),
    })),
    ...changes,
  });
}

/** An amount that a script has paid by card, for which no order was sent yet. Returns the payment's id. */
export async function paidByScript(context: Context, amount: number): Promise<string> {
  const { clientSecret } = await createIntentForAmount(context, amount);
  await payIntent(clientSecret, GOOD_CARD);
  return clientSecret.split("_secret_")[0] ?? "";
}

/** What a script sends to POST /api/orders for what it has paid. */
export function scriptPayloadOf(
  transactionId: string,
  items: { productId: number; quantity: number }[],
  changes: Record<string, unknown> = {},
): OrderPayload {
  return orderPayloadSchema.parse({
    customerName: "Sam Script",
    customerEmail: `sam-${transactionId.slice(3, 12)}@example.com`,
    customerAddress: "1 Field, Hay, HR3 5AA, United Kingdom",
    paymentMethod: "stripe",
    transactionId,
    items,
    ...changes,
  });
}

/** All that an order of a product would change. */
export async function booksOf(context: Context, { id }: Pick<Product, "id">) {
  const em = context.em.fork();
  const { stockQuantity, heldQuantity } = await em.findOneOrFail(Product, id);
  return {
    orders: await em.count(Order),
    customers: await em.count(User),
    mails: await em.count(OutboxEmail),
    number: (await em.findOneOrFail(Counter, { name: "vat_invoice" })).value,
    stock: stockQuantity,
    held: heldQuantity,
  };
}

/* What the shop does under the settings of a context, as shoppers and staff get to see it. */

/** The mail that tells staff of a new order, which says who the shop is like every mail. */
export async function mailToStaff(context: Context, stockQuantity = 100): Promise<OutboxEmail> {
  const product = await makeProduct(context, { name: "Counted Char", stockQuantity });
  const order = await makeOrder(context, { lines: [{ product, quantity: 1 }] });
  await context.em.fork().transactional(async (em) => {
    const lines = await em.find(OrderLine, { order: order.id });
    await queueEmail(em, context, staffMailOf(context, order, lines, [product]));
  });
  return findMail(context, { key: `new-order:${order.invoiceNumber}` });
}

/** A guest's paid order of two £30 items, with the confirmation mail. */
export async function buyTwo(
  context: Context,
  options: { wantsExpress?: boolean; country?: string; postcode?: string; grossGrams?: number } = {},
) {
  const { grossGrams = null } = options;
  const product = await makeProduct(context, { price: 3000, taxRate: null, stockQuantity: 10, grossGrams });
  const opened = await openCheckout(context, [{ product, quantity: 2 }], {
    expressDelivery: options.wantsExpress === true,
    ...(options.country ? { country: options.country } : {}),
    ...(options.postcode ? { postcode: options.postcode } : {}),
  });
  await payIntent(opened.clientSecret, GOOD_CARD);
  await placeOrder(context, orderPayloadOf(opened), null);
  const em = context.em.fork();
  const order = await em.findOneOrFail(Order, { invoiceNumber: opened.invoiceNumber });
  const [mail] = await mailsTo(context, opened.form.email);
  if (!mail) throw new Error("no confirmation");
  return {
    invoiceNumber: order.invoiceNumber,
    status: order.status,
    number: order.vatInvoiceNumber,
    customer: order.customer ?? null,
    tax: order.taxAmount,
    due: order.vatDue,
    shipping: order.shippingCost,
    total: order.totalAmount,
    seller: order.seller,
    mail: mail.text,
    stock: (await em.findOneOrFail(Product, product.id)).stockQuantity,
  };
}

/** What delivery of goods worth this much costs in cart and product page. */
export async function deliveryOf(context: Context, price: number) {
  const product = await makeProduct(context, { price });
  const cart = await readCart(context, await makeCart(context, [{ product, quantity: 1 }]));
  return { shipping: cart.drawerShipping, sentence: cart.deliverySentence };
}

/* What the shop does with each provider's payments, under the names that tests know it by. */

export const createStripeIntent = (context: Context, checkoutId: string, version?: number) =>
  openIntent(context, { checkoutId, version });

export const createHostedSession = (context: Context, checkoutId: string, version?: number) =>
  openPage(context, { checkoutId, version });

export const createPayPalOrder = (context: Context, checkoutId: string, version?: number) =>
  openPayPalOrder(context, { checkoutId, version });

/** As POST /api/create-payment-intent does. */
export const createIntentForAmount = (context: Context, amount: number, cartId: string | null = null) =>
  openForAmount(context, stripeProvider, amount, cartId);

/** As POST /paypal/order does. */
export const createPayPalOrderForAmount = (context: Context, amount: number, cartId: string | null) =>
  openForAmount(context, payPalProvider, amount, cartId);

/** What a page shows whose button is pressed; in pounds, unless it says otherwise. */
export type Press = Omit<PressedButton, "shown"> & { amount: number };

/** As the page does when "Pay" is pressed beside the card form. */
export const pressCard = (context: Context, { amount, ...page }: Press) =>
  openAsShown(context, stripeProvider, { ...page, shown: { amount, currency: "gbp" } });

/** The same with PayPal's button. */
export const pressPayPal = (context: Context, { amount, ...page }: Press) =>
  openAsShown(context, payPalProvider, { ...page, shown: { amount, currency: "gbp" } });

/** The payment that a press opened. @throws Error where it led elsewhere */
export function openedBy<Opened>(
  next: { kind: "opened"; opened: Opened } | { kind: "elsewhere"; url: string },
): Opened {
  if (next.kind === "opened") return next.opened;
  throw new Error(`Paid before: ${next.url}`);
}

/** As the payer's browser has it done. */
export const capturePayPalOrder = (context: Context, sessionId: string) =>
  takeApproved(context, { provider: "paypal", sessionId });

/** As the return from Stripe's page does. */
export const finaliseSession = (context: Context, sessionId: string) =>
  finalisePage(context, "stripe", sessionId);

export const handleStripeEvent = (context: Context, body: Buffer, signature: string) =>
  handleEvent(context, "stripe", { body, headers: new Headers({ "Stripe-Signature": signature }) });

export const handlePayPalEvent = (context: Context, body: string, headers: Headers) =>
  handleEvent(context, "paypal", { body: Buffer.from(body), headers });
