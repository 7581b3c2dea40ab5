import { randomUUID } from "node:crypto";
import { Counter, Order, OutboxEmail, Product, User } from "#db/entities/index.ts";
import { type CheckoutForm, detailsOf } from "#server/checkout/checkout-details.ts";
import { emptyCheckoutForm } from "#server/checkout/checkout-form.ts";
import { type StartedCheckout, startCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { finalisePayment } from "#server/orders/finalise-payment.server.ts";
import { type OrderPayload, orderPayloadSchema } from "#server/orders/order.schema.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import type { StripeIntent } from "#server/payments/stripe/open-payment.server.ts";
import { penceToPounds } from "#server/pricing/money.ts";
import {
  capturePayPalOrder,
  createIntentForAmount,
  createPayPalOrder,
  createStripeIntent,
} from "#server/testing/provider-calls.ts";
import { makeCart, testContext } from "./factories.ts";
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

export interface OpenedCheckout extends StartedCheckout, StripeIntent {
  cartId: string;
  form: CheckoutForm;
}

/** A cart with these lines, its checkout started and its payment intent made. */
export async function openCheckout(
  context: Context,
  lines: Lines,
  changes: Partial<CheckoutForm> = {},
): Promise<OpenedCheckout> {
  const cartId = await makeCart(context, lines);
  const form = filledForm(changes);
  const started = await startCheckout(context, { cartId, details: detailsOf(form), paymentMethod: "stripe" });
  return { cartId, form, ...started, ...(await createStripeIntent(context, started.checkoutId)) };
}

export interface OpenedPayPalCheckout extends StartedCheckout {
  cartId: string;
  form: CheckoutForm;
  /** PayPal's. */
  orderId: string;
}

/** A cart with these lines, its checkout started and its PayPal order made. */
export async function openPayPalCheckout(
  context: Context,
  lines: Lines,
  changes: Partial<CheckoutForm> = {},
): Promise<OpenedPayPalCheckout> {
  const cartId = await makeCart(context, lines);
  const form = filledForm(changes);
  const started = await startCheckout(context, { cartId, details: detailsOf(form), paymentMethod: "paypal" });
  const { id } = await createPayPalOrder(context, started.checkoutId);
  return { cartId, form, ...started, orderId: id };
}

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
