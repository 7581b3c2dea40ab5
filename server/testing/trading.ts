import { Order, OrderLine, type OutboxEmail, Product } from "#db/entities/index.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { staffMailOf } from "#server/orders/confirmation.server.ts";
import { placeOrder } from "#server/orders/place-order.server.ts";
import { openCheckout, orderPayloadOf } from "./checkouts.ts";
import { makeCart, makeOrder, makeProduct } from "./factories.ts";
import { findMail, mailsTo } from "./mailed.ts";
import { GOOD_CARD, payIntent } from "./sandbox.ts";

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
