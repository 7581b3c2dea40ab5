import { beforeEach, describe, expect, it } from "vitest";
import {
  CartLine,
  Checkout,
  Counter,
  Order,
  OutboxEmail,
  Payment,
  Product,
  Refund,
  StockHold,
  User,
} from "#db/entities/index.ts";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import { detailsOf } from "#server/checkout/customer-address.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { retrieveIntentPayment } from "#server/payments/stripe/stripe-payments.server.ts";
import { openCheckout, openPayPalCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct, makeUser } from "#server/testing/factories.ts";
import { capturePayPalOrder } from "#server/testing/provider-calls.ts";
import { approvePayPalOrder, GOOD_CARD, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { bookReceived, lockPayment } from "./book-payment.server.ts";
import { recordDispute, recordWarning } from "./disputes.server.ts";
import { finalisePayment } from "./finalise-payment.server.ts";
import { lookBeforeHeldOrder, placeHeld } from "./place-held.server.ts";
import { refundPayment } from "./settle-refund.server.ts";

runTestSandbox();

let context: Context;
let product: Product;

beforeEach(async () => {
  context = await payingContext();
  product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
});

const fresh = () => context.em.fork();

/** A paid checkout of two of the product, and what the shop sees of it. */
async function readyToPlace(changes: Partial<CheckoutForm> = {}) {
  const opened = await openCheckout(context, [{ product, quantity: 2 }], changes);
  await payIntent(opened.clientSecret, GOOD_CARD);
  const payment = await retrieveIntentPayment(context, opened.paymentIntentId);
  if (!payment) throw new Error("The payment was not found.");
  const look = async () => {
    const seen = await lookBeforeHeldOrder(fresh(), payment, opened.checkoutId);
    if (!seen) throw new Error("The checkout was not found.");
    return () => placeHeld({ ...context, em: fresh() }, seen, payment);
  };
  return { ...opened, payment, look };
}

async function untilSomebodyWaits(): Promise<void> {
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await fresh().execute(waiting)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
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
  const { look, checkoutId, cartId, invoiceNumber, payment, form } = await readyToPlace();
  const before = await books();
  const place = await look();
  const placed = await place();
  expect(placed?.invoiceNumber).toBe(invoiceNumber);
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
  expect(await em.findOneOrFail(Payment, { providerPaymentId: payment.id })).toMatchObject({
    status: "succeeded",
    isMatched: true,
    amountReceived: 10_000,
  });
  expect(await em.findOneOrFail(Checkout, checkoutId)).toMatchObject({ status: "paid", heldBy: null });
  const written = await em.findOneOrFail(Order, placed?.id ?? 0, { populate: ["customer"] });
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
  const { look } = await readyToPlace();
  await fresh().nativeUpdate(Product, product.id, { price: 9000, stockQuantity: 2 });
  const place = await look();
  expect(await place()).toBeDefined();
  expect(await books()).toMatchObject({ stock: 0, held: 0 });
});

it("keeps what others hold of the same product", async () => {
  const other = await openCheckout(context, [{ product, quantity: 3 }]);
  const { look } = await readyToPlace();
  const place = await look();
  expect(await place()).toBeDefined();
  expect(await books()).toMatchObject({ stock: 3, held: 3 });
  expect(await fresh().count(StockHold, { checkout: other.checkoutId })).toBe(1);
});

describe("writes nothing at all", () => {
  /** What happens before the look, or after it. */
  const refused = async (happen: (ready: Awaited<ReturnType<typeof readyToPlace>>) => Promise<unknown>) => {
    for (const isSeen of [true, false]) {
      const ready = await readyToPlace();
      if (isSeen) await happen(ready);
      const place = await ready.look();
      if (!isSeen) await happen(ready);
      const before = await books();
      expect(await place()).toBeUndefined();
      expect(await books()).toEqual(before);
      await fresh().nativeUpdate(Product, product.id, { stockQuantity: 5, heldQuantity: 0 });
    }
  };

  it("when the hold has lapsed and the stock was sold", () =>
    refused(async ({ checkoutId }) => {
      await fresh().nativeDelete(StockHold, { checkout: checkoutId });
      await fresh().nativeUpdate(Product, product.id, { stockQuantity: 1, heldQuantity: 0 });
    }));

  it("when the checkout is bought again in another tab, with something else in the cart", () =>
    refused(async ({ cartId, form }) => {
      const other = await makeProduct(context, { price: 100, stockQuantity: 5 });
      const em = fresh();
      em.create(CartLine, { cart: cartId, product: other, quantity: 1 });
      await em.flush();
      await startCheckout(context, { cartId, details: detailsOf(form), paymentMethod: "stripe" });
    }));

  it("when its money is given back", () =>
    refused(async ({ payment, checkoutId }) => {
      await bookReceived(context, payment, checkoutId);
      await refundPayment(context, { checkoutId, paymentId: payment.id, reason: "unavailable" });
    }));

  it("when the bank wants it back", () =>
    refused(async ({ payment, checkoutId }) => {
      await bookReceived(context, payment, checkoutId);
      await recordDispute(context, {
        provider: "stripe",
        id: `dp_${payment.id}`,
        paymentId: payment.id,
        amount: 10_000,
        amountLost: 0,
        reason: "fraudulent",
        status: "needs_response",
        evidenceDueAt: null,
        openedAt: new Date(),
      });
    }));

  it("when a warning has come", () =>
    refused(async ({ payment, checkoutId }) => {
      await bookReceived(context, payment, checkoutId);
      const { id } = await fresh().findOneOrFail(Payment, { providerPaymentId: payment.id });
      const warning = { kind: "review", id: `prv_${payment.id}`, reason: "rule", isOpen: true } as const;
      await recordWarning(context, id, { ...warning, paymentId: payment.id, openedAt: new Date() });
    }));

  it("when its money is given back while it waits for those who do that", async () => {
    const { look, payment, checkoutId } = await readyToPlace();
    await bookReceived(context, payment, checkoutId);
    const place = await look();
    const before = await books();
    const { placing } = await fresh().transactional(async (em) => {
      const { id } = await em.findOneOrFail(Payment, { providerPaymentId: payment.id });
      const locked = await lockPayment(em, id);
      const waiting = { placing: place() };
      await untilSomebodyWaits();
      const [amount, status] = [payment.amountReceived, "requested"] as const;
      const made = { amount, status, reason: "Test", source: "staff" } as const;
      em.create(Refund, { ...made, key: payment.id, payment: locked.payment });
      return waiting;
    });
    expect(await placing).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it("when its checkout has become another version since it was seen", async () => {
    const { look, checkoutId } = await readyToPlace();
    const place = await look();
    await fresh().execute("update checkout set version = version + 1 where id = ?", [checkoutId]);
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it("when its stock is held anew since it was seen", async () => {
    const { look, cartId, form } = await readyToPlace();
    const place = await look();
    await startCheckout(context, { cartId, details: detailsOf(form), paymentMethod: "stripe" });
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it("when the provider says anything but that exactly what was asked for has come and is here", async () => {
    const { look, payment } = await readyToPlace();
    const said = { ...payment };
    const place = await look();
    for (const other of [
      ...[
        { amountReceived: 9_999 },
        { amountReceived: 10_001 },
        { currency: "eur" },
        { state: "processing" },
      ],
      ...[{ givenBack: "some" }, { hasDispute: true }, { reviewId: "prv_1" }],
    ]) {
      Object.assign(payment, said, other);
      expect(await place(), JSON.stringify(other)).toBeUndefined();
    }
    Object.assign(payment, said);
    expect(await place()).toBeDefined();
  });

  it("when somebody who had agreed to emails refuses them now", async () => {
    const email = `ruth-${product.id}@example.com`;
    await makeUser(context, { email });
    const { look } = await readyToPlace({ email, marketingAsked: "on", marketingRefused: "on" });
    const place = await look();
    expect(await place()).toBeUndefined();
  });

  it("when the settings have changed since they were read", async () => {
    const { look } = await readyToPlace();
    context = { ...context, settings: { ...context.settings, version: context.settings.version - 1 } };
    const place = await look();
    expect(await place()).toBeUndefined();
  });

  it("for the second of two that saw the same", async () => {
    const { look } = await readyToPlace();
    const before = await books();
    const placing = [await look(), await look(), await look()];
    const placed = await Promise.all(placing.map((place) => place()));
    expect(placed.filter((order) => order !== undefined)).toHaveLength(1);
    expect(await books()).toMatchObject({ orders: before.orders + 1, number: before.number + 1, stock: 3 });
  });
});

it("gives a number of its own to a checkout that began in the same millisecond as another", async () => {
  const [first, second] = [await readyToPlace(), await readyToPlace()];
  await fresh().nativeUpdate(Checkout, second.checkoutId, { requestedInvoiceNumber: first.invoiceNumber });
  const numbers: unknown[] = [];
  for (const { look } of [first, second]) {
    const place = await look();
    numbers.push((await place())?.invoiceNumber);
  }
  expect(numbers).toEqual([first.invoiceNumber, expect.stringMatching(/^INV-\d{16}$/)]);
});

it("sells a rush all that it holds, without a deadlock", async () => {
  await fresh().nativeUpdate(Product, product.id, { stockQuantity: 40 });
  const waiting = await Promise.all(Array.from({ length: 12 }, () => readyToPlace()));
  const before = await books();
  await Promise.all(
    waiting.map(async ({ payment }) => finalisePayment(await payingContext(), "stripe", payment.id)),
  );
  expect(await books()).toMatchObject({ orders: before.orders + 12, stock: 16, held: 0 });
});
