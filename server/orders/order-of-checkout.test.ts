import { beforeEach, expect, it } from "vitest";
import {
  CartLine,
  Checkout,
  Counter,
  Order,
  OutboxEmail,
  Payment,
  Product,
  StockHold,
  User,
} from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { openCheckout, openPayPalCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { capturePayPalOrder } from "#server/testing/provider-calls.ts";
import { approvePayPalOrder, GOOD_CARD, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { finalisePayment } from "./finalise-payment.server.ts";

runTestSandbox();

let context: Context;
let product: Product;

beforeEach(async () => {
  context = await payingContext();
  product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
});

const fresh = () => context.em.fork();

/** A checkout of two of the product that is paid and not an order yet. */
async function readyToPlace() {
  const opened = await openCheckout(context, [{ product, quantity: 2 }]);
  await payIntent(opened.clientSecret, GOOD_CARD);
  const place = async () => finalisePayment(await payingContext(), "stripe", opened.paymentIntentId);
  return { ...opened, place };
}

/** All that an order would change. */
async function books() {
  const em = fresh();
  const { stockQuantity, heldQuantity } = await em.findOneOrFail(Product, product.id);
  return {
    orders: await em.count(Order),
    customers: await em.count(User),
    mails: await em.count(OutboxEmail),
    number: (await em.findOneOrFail(Counter, { name: "vat_invoice" })).value,
    stock: stockQuantity,
    held: heldQuantity,
  };
}

it("writes the order with all that belongs to it, out of what was held", async () => {
  const { place, checkoutId, cartId, invoiceNumber, paymentIntentId, form } = await readyToPlace();
  const before = await books();
  expect(await place()).toMatchObject({ kind: "paid", created: true, invoiceNumber });
  expect(await books()).toEqual({
    orders: before.orders + 1,
    customers: before.customers + 1,
    mails: before.mails + 2,
    number: before.number + 1,
    stock: 3,
    held: 0,
  });
  const em = fresh();
  expect(await em.count(StockHold, { checkout: checkoutId })).toBe(0);
  expect(await em.count(CartLine, { cart: cartId })).toBe(0);
  expect(await em.findOneOrFail(Payment, { providerPaymentId: paymentIntentId })).toMatchObject({
    status: "succeeded",
    isMatched: true,
    amountReceived: 10_000,
  });
  expect(await em.findOneOrFail(Checkout, checkoutId)).toMatchObject({ status: "paid", heldBy: null });
  const written = await em.findOneOrFail(Order, { checkout: checkoutId }, { populate: ["customer"] });
  expect(written.customer?.email).toBe(form.email);
});

it("files a PayPal order under its capture", async () => {
  const opened = await openPayPalCheckout(context, [{ product, quantity: 2 }]);
  await approvePayPalOrder(opened.orderId);
  await capturePayPalOrder(context, opened.orderId);
  const em = fresh();
  const { transactionId } = await em.findOneOrFail(Order, { checkout: opened.checkoutId });
  expect(await em.findOneOrFail(Payment, { providerSessionId: opened.orderId })).toMatchObject({
    providerPaymentId: transactionId,
    isMatched: true,
  });
  expect(transactionId).not.toBe(opened.orderId);
});

it("sells what was held although the price has changed since and all else is sold", async () => {
  const { place } = await readyToPlace();
  await fresh().nativeUpdate(Product, product.id, { price: 9000, stockQuantity: 2 });
  expect(await place()).toMatchObject({ kind: "paid", created: true });
  expect(await books()).toMatchObject({ stock: 0, held: 0 });
});

it("keeps what others hold of the same product", async () => {
  const other = await openCheckout(context, [{ product, quantity: 3 }]);
  const { place } = await readyToPlace();
  expect(await place()).toMatchObject({ kind: "paid", created: true });
  expect(await books()).toMatchObject({ stock: 3, held: 3 });
  expect(await fresh().count(StockHold, { checkout: other.checkoutId })).toBe(1);
});

it("is made once of several calls at once", async () => {
  const { place } = await readyToPlace();
  const before = await books();
  const placed = await Promise.all([place(), place(), place()]);
  expect(placed.filter((outcome) => outcome.kind === "paid" && outcome.created)).toHaveLength(1);
  expect(await books()).toMatchObject({ orders: before.orders + 1, number: before.number + 1, stock: 3 });
});

it("has a number of its own where its checkout began in the same millisecond as another", async () => {
  const [first, second] = [await readyToPlace(), await readyToPlace()];
  await fresh().nativeUpdate(Checkout, second.checkoutId, { requestedInvoiceNumber: first.invoiceNumber });
  expect(await first.place()).toMatchObject({ invoiceNumber: first.invoiceNumber });
  expect(await second.place()).toMatchObject({ invoiceNumber: expect.stringMatching(/^INV-\d{16}$/) });
});

it("sells a rush all that it holds, without a deadlock", async () => {
  await fresh().nativeUpdate(Product, product.id, { stockQuantity: 40 });
  const waiting = await Promise.all(Array.from({ length: 12 }, () => readyToPlace()));
  const before = await books();
  await Promise.all(waiting.map(({ place }) => place()));
  expect(await books()).toMatchObject({ orders: before.orders + 12, stock: 16, held: 0 });
});
