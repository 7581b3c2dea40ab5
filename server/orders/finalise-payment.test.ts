import { beforeEach, describe, expect, it } from "vitest";
import {
  CartLine,
  Checkout,
  Counter,
  FailedOrder,
  Order,
  OrderEvent,
  OrderLine,
  OutboxEmail,
  Payment,
  Product,
  StockHold,
} from "#db/entities/index.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import {
  booksOf,
  createStripeIntent,
  type OpenedCheckout,
  openCheckout,
  orderPayloadOf,
  payingContext,
} from "#server/testing/checkouts.ts";
import { makeCart, makeProduct, makeUser, withSettings } from "#server/testing/factories.ts";
import { GOOD_CARD, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { deliverToStripeHook } from "#server/testing/unfinished-payments.ts";
import { upsertFailedOrder } from "./failed-orders.server.ts";
import { finalisePayment } from "./finalise-payment.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { processReturn } from "./take-approved.server.ts";

await runTestSandbox();

let context: Context;

beforeEach(async () => {
  context = await payingContext();
});

const fresh = () => context.em.fork();

/** A checkout that is paid and not an order yet. */
async function pay(product: Product, quantity: number): Promise<OpenedCheckout> {
  const opened = await openCheckout(context, [{ product, quantity }]);
  await payIntent(opened.clientSecret, GOOD_CARD);
  return opened;
}

async function succeeded({ paymentIntentId: id }: OpenedCheckout): Promise<void> {
  const shop = await payingContext({ actor: { kind: "system" } });
  await deliverToStripeHook(shop, "payment_intent.succeeded", { id, object: "payment_intent" });
}

describe("one payment", () => {
  it("makes one order, one sale of stock, one number and one mail of 50 calls at once", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
    const opened = await pay(product, 3);
    const before = await booksOf(context, product);
    const calls = Array.from({ length: 50 }, async (_, index) => {
      const own = await payingContext();
      if (index % 3 === 0) return finalisePayment(own, "stripe", opened.paymentIntentId);
      if (index % 3 === 1) return succeeded(opened);
      return (await placeOrder(own, orderPayloadOf(opened), null)).order;
    });
    await Promise.all(calls);
    expect(await fresh().find(Order, { checkout: opened.checkoutId })).toMatchObject([
      { totalAmount: 6000, transactionId: opened.paymentIntentId, status: "processing" },
    ]);
    expect(await booksOf(context, product)).toMatchObject({ number: before.number + 1, stock: 7, held: 0 });
    expect(await fresh().count(OutboxEmail, { recipient: opened.form.email })).toBe(1);
    expect(await fresh().count(StockHold, { checkout: opened.checkoutId })).toBe(0);
  }, 60_000);

  it("of somebody else's account matches nothing", async () => {
    expect(await finalisePayment(context, "stripe", "pi_unknown")).toEqual({ kind: "unmatched" });
    expect(await finalisePayment(context, "stripe", "../refunds")).toEqual({ kind: "unmatched" });
  });

  it("buys what it was priced for when the cart was re-priced after it was paid", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await pay(product, 1);
    await fresh().nativeUpdate(CartLine, { cart: opened.cartId }, { quantity: 4 });
    const again = await startCheckout(context, {
      cartId: opened.cartId,
      details: detailsOf(opened.form),
      paymentMethod: "stripe",
    });
    expect(again).toMatchObject({ checkoutId: opened.checkoutId, version: 2, total: 20_000 });
    await expect(createStripeIntent(context, opened.checkoutId)).toBeRefused("conflict", {
      extra: { alreadyPaid: true, paymentIntentId: opened.paymentIntentId },
    });

    await finalisePayment(context, "stripe", opened.paymentIntentId);

    expect(await fresh().findOneOrFail(Order, { checkout: opened.checkoutId })).toMatchObject({
      totalAmount: 5000,
    });
    expect(await booksOf(context, product)).toMatchObject({ stock: 99, held: 0 });
    expect(await fresh().findOneOrFail(CartLine, { cart: opened.cartId })).toMatchObject({ quantity: 3 });
  });

  it("still makes an order, marked as a backorder, when its hold lapsed and stock is lacking", async () => {
    const product = await makeProduct(context, { stockQuantity: 3 });
    const opened = await pay(product, 2);
    const past = new Date(Date.now() - 1000);
    await fresh().nativeUpdate(StockHold, { checkout: opened.checkoutId }, { expiresAt: past });
    const other = await pay(product, 2);
    expect(await finalisePayment(context, "stripe", other.paymentIntentId)).toMatchObject({ kind: "paid" });

    const completing = withSettings(context, { autoCompleteOrders: true });
    expect(await finalisePayment(completing, "stripe", opened.paymentIntentId)).toMatchObject({
      kind: "paid",
    });

    const order = await fresh().findOneOrFail(Order, { checkout: opened.checkoutId });
    expect(order).toMatchObject({ isBackorder: true, status: "processing" });
    expect(await fresh().findOneOrFail(OrderLine, { order: order.id })).toMatchObject({
      quantity: 2,
      stockTaken: 1,
    });
    expect(await fresh().count(OrderEvent, { order: order.id, kind: "backorder" })).toBe(1);
    expect(await booksOf(context, product)).toMatchObject({ stock: 0, held: 0 });
  });
});

describe("a paid checkout that becomes an order", () => {
  let product: Product;

  beforeEach(async () => {
    product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
  });

  /** A checkout of two of the product that is paid and not an order yet. */
  async function readyToPlace() {
    const opened = await pay(product, 2);
    const place = async () => finalisePayment(await payingContext(), "stripe", opened.paymentIntentId);
    return { ...opened, place };
  }

  const books = () => booksOf(context, product);

  /** Notes that paying a checkout has failed. */
  const fail = async (checkoutId: string) => {
    const em = fresh();
    await upsertFailedOrder(em, await em.findOneOrFail(Checkout, checkoutId), "declined", new Date());
  };

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

  it("sells what was held although the price has changed since and all else is sold", async () => {
    const { place } = await readyToPlace();
    await fresh().nativeUpdate(Product, product.id, { price: 9000, stockQuantity: 2 });
    expect(await place()).toMatchObject({ kind: "paid", created: true });
    expect(await books()).toMatchObject({ stock: 0, held: 0 });
  });

  it("changes nothing that another shopper holds or has of the same product", async () => {
    const other = await openCheckout(context, [{ product, quantity: 1 }]);
    const larger = await makeCart(context, [{ product, quantity: 4 }]);
    await fail(other.checkoutId);
    const { place } = await readyToPlace();
    expect(await place()).toMatchObject({ kind: "paid", created: true });
    const em = fresh();
    expect(await em.findOneOrFail(Checkout, other.checkoutId)).toMatchObject({ status: "paying" });
    expect(await em.findOneOrFail(Payment, { checkout: other.checkoutId })).toMatchObject({
      status: "created",
      isMatched: false,
      providerPaymentId: other.paymentIntentId,
    });
    expect(await books()).toMatchObject({ stock: 3, held: 1 });
    expect(await em.count(StockHold, { checkout: other.checkoutId })).toBe(1);
    expect(await em.findOneOrFail(CartLine, { cart: other.cartId })).toMatchObject({ quantity: 1 });
    expect(await em.findOneOrFail(CartLine, { cart: larger })).toMatchObject({ quantity: 4 });
    expect(await em.findOneOrFail(FailedOrder, { checkout: other.checkoutId })).toMatchObject({
      resolvedAt: null,
    });
  });

  it("leaves in the cart what it did not buy", async () => {
    const { place, cartId } = await readyToPlace();
    const [one, many] = [await makeProduct(context), await makeProduct(context)];
    await fresh().insert(CartLine, { cart: cartId, product: one.id, quantity: 1 });
    await fresh().insert(CartLine, { cart: cartId, product: many.id, quantity: 9 });
    await place();
    const left = await fresh().find(CartLine, { cart: cartId }, { orderBy: { quantity: "asc" } });
    expect(left).toMatchObject([
      { product: { id: one.id }, quantity: 1 },
      { product: { id: many.id }, quantity: 9 },
    ]);
  });

  it("keeps with its checkout what the shopper saw, and who they are", async () => {
    const { place, checkoutId } = await readyToPlace();
    const user = await makeUser(context);
    await fresh().nativeUpdate(Checkout, checkoutId, { user: user.id });
    const before = await fresh().findOneOrFail(Checkout, checkoutId);
    await place();
    const { snapshot, details, totalAmount, currency } = before;
    expect(await fresh().findOneOrFail(Checkout, checkoutId)).toMatchObject({
      ...{ snapshot, details, totalAmount, currency },
      user: { id: user.id },
    });
    expect(snapshot).not.toBeNull();
    const order = await fresh().findOneOrFail(Order, { checkout: checkoutId });
    expect(order.customer?.id).toBe(user.id);
  });

  it("puts a failed try aside, unless staff have done so before", async () => {
    const [first, second] = [await readyToPlace(), await readyToPlace()];
    await fail(first.checkoutId);
    await fail(second.checkoutId);
    const aside = new Date("2026-01-05T12:00:00Z");
    await fresh().nativeUpdate(FailedOrder, { checkout: second.checkoutId }, { resolvedAt: aside });
    await first.place();
    await second.place();
    const failed = (checkout: string) => fresh().findOneOrFail(FailedOrder, { checkout });
    expect((await failed(first.checkoutId)).resolvedAt?.getTime()).toBeGreaterThan(aside.getTime());
    expect(await failed(second.checkoutId)).toMatchObject({ resolvedAt: aside });
  });

  it("is made though a mail of its number was written before", async () => {
    const { place, invoiceNumber } = await readyToPlace();
    const key = `new-order:${invoiceNumber}`;
    const mail = { key, template: "new-order", recipient: "staff@example.com", subject: "" } as const;
    await fresh().insert(OutboxEmail, { ...mail, props: {} as never });
    expect(await place()).toMatchObject({ kind: "paid", created: true });
    expect(await fresh().count(OutboxEmail, { key })).toBe(1);
  });

  it("takes no stock where nobody counts it, and releases only what it held of what it bought", async () => {
    const { paymentIntentId, checkoutId } = await readyToPlace();
    const other = await openCheckout(context, [{ product, quantity: 3 }]);
    const removed = await makeProduct(context, { stockQuantity: 5 });
    const hold = { checkout: checkoutId, product: removed.id, quantity: 2, beyondShare: 0 };
    await fresh().insert(StockHold, { ...hold, expiresAt: new Date(Date.now() + 60_000) });
    await fresh().nativeUpdate(Product, removed.id, { heldQuantity: 2 });
    await fresh().nativeUpdate(Product, product.id, { stockQuantity: 1 });
    const uncounted = withSettings(context, { stockManagement: false });
    expect(await finalisePayment(uncounted, "stripe", paymentIntentId)).toMatchObject({ created: true });
    expect(await books()).toMatchObject({ stock: 1, held: 3 });
    expect(await fresh().count(StockHold, { checkout: other.checkoutId })).toBe(1);
    expect(await fresh().count(StockHold, { checkout: checkoutId, product: removed.id })).toBe(1);
  });

  it("has a number of its own where its checkout began in the same millisecond as another", async () => {
    const [first, second] = [await readyToPlace(), await readyToPlace()];
    await fresh().nativeUpdate(Checkout, second.checkoutId, { requestedInvoiceNumber: first.invoiceNumber });
    expect(await first.place()).toMatchObject({ invoiceNumber: first.invoiceNumber });
    expect(await second.place()).toMatchObject({ invoiceNumber: expect.stringMatching(/^INV-\d{16}$/) });
  });
});

describe("a second payment of one checkout", () => {
  it("is refunded once and noted on the order, and leads to that order before and after", async () => {
    const product = await makeProduct(context);
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    const second = await context.gateways.stripe.client.paymentIntents.create({
      amount: opened.amount,
      currency: "gbp",
      allowed_payment_method_types: ["card"],
      metadata: { checkout_id: opened.checkoutId },
    });
    await payIntent(opened.clientSecret, GOOD_CARD);
    await payIntent(second.client_secret ?? "", GOOD_CARD);
    const first = await finalisePayment(context, "stripe", opened.paymentIntentId);

    const outcomes = await Promise.all([1, 2, 3].map(() => finalisePayment(context, "stripe", second.id)));
    const afterTheRefund = await finalisePayment(context, "stripe", second.id);

    expect(first).toMatchObject({ kind: "paid", created: true });
    for (const outcome of [...outcomes, afterTheRefund])
      expect(outcome).toEqual({ ...first, created: false });
    const order = await fresh().findOneOrFail(Order, { checkout: opened.checkoutId });
    expect(order.transactionId).toBe(opened.paymentIntentId);
    expect(await fresh().count(OrderEvent, { order: order.id, kind: "refunded" })).toBe(1);
    expect(await fresh().findOneOrFail(Payment, { providerPaymentId: second.id })).toMatchObject({
      status: "refunded",
    });
    const refunds = await context.gateways.stripe.client.refunds.list({ payment_intent: second.id });
    expect(refunds.data.map((refund) => refund.amount)).toEqual([opened.amount]);
  });
});

describe("parallel orders", () => {
  it("number their VAT invoices without a gap and take what they sell from the stock, without a deadlock", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 40 });
    const before = (await fresh().findOneOrFail(Counter, "vat_invoice")).value;
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => openCheckout(context, [{ product, quantity: 1 }])),
    );
    for (const checkout of opened) await payIntent(checkout.clientSecret, GOOD_CARD);
    await Promise.all(opened.map((checkout) => finalisePayment(context, "stripe", checkout.paymentIntentId)));

    const orders = await fresh().find(Order, {
      checkout: { $in: opened.map((checkout) => checkout.checkoutId) },
    });
    const numbers = orders
      .map((order) => Number(order.vatInvoiceNumber.replace("OXB-", "")))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 8 }, (_, index) => before + 1 + index));
    expect(await booksOf(context, product)).toMatchObject({ stock: 32, held: 0 });
  }, 30_000);

  it("of 20 shoppers for the last 5 units are held for exactly 5", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
    const opened = await Promise.allSettled(
      Array.from({ length: 20 }, async () => openCheckout(await payingContext(), [{ product, quantity: 1 }])),
    );
    const refused = opened.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(15);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "out_of_stock" });
    expect(await booksOf(context, product)).toMatchObject({ stock: 5, held: 5 });
  }, 60_000);
});

describe("an order that cannot be made though it was paid", () => {
  /** While this lasts no order of this address can be written. */
  async function whileRefused(email: string, act: () => Promise<void>, code = "P0001"): Promise<void> {
    await fresh().execute(
      `create function find_no_room() returns trigger language plpgsql as
         $$ begin raise exception 'No room for it' using errcode = '${code}'; end $$;
       create trigger find_no_room before insert on customer_order for each row
         when (new.customer_email = '${email}') execute function find_no_room();`,
    );
    try {
      await act();
    } finally {
      await fresh().execute("drop function find_no_room cascade");
    }
  }

  it("is told to the owner once, no matter who asks and however often, and made as soon as it can be", async () => {
    const opened = await pay(await makeProduct(context, { price: 5000 }), 1);
    const comeBack = () =>
      processReturn(context, new URLSearchParams({ payment_intent: opened.paymentIntentId }));
    await whileRefused(opened.form.email, async () => {
      expect(await comeBack()).toEqual({ kind: "failed" });
      expect(await fresh().find(FailedOrder, { checkout: opened.checkoutId })).toMatchObject([
        { errorMessage: expect.stringContaining("No room for it"), resolvedAt: null },
      ]);
      const later = new Date();
      await fresh().nativeUpdate(FailedOrder, { checkout: opened.checkoutId }, { resolvedAt: later });
      await expect(finalisePayment(context, "stripe", opened.paymentIntentId)).rejects.toThrow(
        "could not be made",
      );
      expect(await fresh().find(FailedOrder, { checkout: opened.checkoutId })).toMatchObject([
        { resolvedAt: later },
      ]);
      expect(await fresh().count(OutboxEmail, { key: `payment-problem:${opened.paymentIntentId}` })).toBe(1);
    });
    expect(await comeBack()).toMatchObject({ kind: "paid" });
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });

  it("is told to nobody while it is the database that cannot", async () => {
    const opened = await pay(await makeProduct(context), 1);
    const diskIsFull = "53100";
    await whileRefused(
      opened.form.email,
      async () => {
        await expect(finalisePayment(context, "stripe", opened.paymentIntentId)).rejects.toThrow(
          "No room for it",
        );
      },
      diskIsFull,
    );
    expect(await fresh().count(FailedOrder, { checkout: opened.checkoutId })).toBe(0);
    expect(await finalisePayment(context, "stripe", opened.paymentIntentId)).toMatchObject({ kind: "paid" });
  });
});
