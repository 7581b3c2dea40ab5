import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Order, OrderLine, Payment, Product } from "#db/entities/index.ts";
import { changeQuantity, clearCart } from "#server/cart/change-cart.server.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import {
  createIntentForAmount,
  openCheckout,
  orderPayloadOf,
  paidByScript,
  payingContext,
  scriptPayloadOf,
} from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser, withSettings } from "#server/testing/factories.ts";
import { GOOD_CARD, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import type { OrderPayload } from "./order.schema.ts";
import { placeOrder } from "./place-order.server.ts";

await runTestSandbox();

let context: Context;

beforeEach(async () => {
  context = await payingContext();
});

const fresh = () => context.em.fork();

const place = async (by: Context, payload: OrderPayload) => (await placeOrder(by, payload, null)).order;

const paidIntent = (amount: number) => paidByScript(context, amount);

describe("who knows the number of a payment", () => {
  const isTheirs = async (by: Context, payload: OrderPayload, cartId: string | null = null) =>
    (await placeOrder({ ...by, em: fresh() }, payload, cartId)).isTheirs;

  it("reads the order with its cart, its account, and as staff; not as somebody else", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await payIntent(opened.clientSecret, GOOD_CARD);
    const payload = orderPayloadOf(opened);
    // Also before the order is made: a stranger must not see what its buyer typed.
    expect(await isTheirs(context, payload)).toBe(false);
    expect(await isTheirs(context, payload, opened.cartId)).toBe(true);
    expect(await isTheirs(context, payload, randomUUID())).toBe(false);
    const [customer, staff] = [await makeUser(context), await makeUser(context, { role: "shop_manager" })];
    expect(await isTheirs(asUser(context, customer), payload)).toBe(false);
    expect(await isTheirs(asUser(context, staff), payload)).toBe(true);
    await fresh().nativeUpdate(Order, { transactionId: payload.transactionId }, { customer: customer.id });
    expect(await isTheirs(asUser(context, customer), payload)).toBe(true);
  });

  it("reads what a script has just sent itself, and not again", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const payload = scriptPayloadOf(await paidIntent(5000), [{ productId: product.id, quantity: 1 }]);
    expect(await isTheirs(context, payload)).toBe(true);
    expect(await isTheirs(context, payload)).toBe(false);
  });

  it("is refused for items that it did not buy, without revealing their cost", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await payIntent(opened.clientSecret, GOOD_CARD);
    await place(context, orderPayloadOf(opened));
    const other = orderPayloadOf(opened, { items: [{ productId: product.id, quantity: 2 }] });
    const refusal = await place(context, other).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "conflict" });
    expect(refusal).not.toHaveProperty("extra.expected");
  });
});

describe("an order from the checkout page", () => {
  it("keeps changed prices and totals as claimed and charges its own", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await openCheckout(context, [{ product, quantity: 2 }]);
    await payIntent(opened.clientSecret, GOOD_CARD);
    const payload = orderPayloadOf(opened, {
      subtotal: 0.02,
      totalAmount: "0.02",
      items: [{ productId: product.id, productName: "Gold", quantity: 2, price: 0.01 }],
    });
    const order = await place(context, payload);
    expect(order).toMatchObject({
      totalAmount: 10_000,
      subtotal: 10_000,
      items: [{ price: 5000, quantity: 2 }],
    });
    const row = await fresh().findOneOrFail(Order, order.id);
    expect(row.claimed).toMatchObject({ totalAmount: 2, subtotal: 2 });
    expect(await fresh().findOneOrFail(OrderLine, { order: order.id })).toMatchObject({
      productName: product.name,
    });
  });

  it("is the same order when it is sent again, in any words", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await payIntent(opened.clientSecret, GOOD_CARD);
    const first = await place(context, orderPayloadOf(opened));
    const second = await place(context, orderPayloadOf(opened, { invoiceNumber: "INV-9999999999" }));
    expect(second).toEqual(first);
  });

  it("is refused for other items than were paid", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const twin = await makeProduct(context, { price: 5000 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await payIntent(opened.clientSecret, GOOD_CARD);
    const payload = orderPayloadOf(opened, { items: [{ productId: twin.id, quantity: 1, price: 50 }] });
    await expect(place(context, payload)).toBeRefused("conflict", { extra: { expected: 50 } });
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
  });

  it("is what was paid for, when the cart has changed in another tab since", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 9 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await payIntent(opened.clientSecret, GOOD_CARD);
    await changeQuantity(context, opened.cartId, { productId: product.id, quantity: 3 });
    await startCheckout(context, {
      cartId: opened.cartId,
      details: detailsOf(opened.form),
      paymentMethod: "stripe",
    });
    expect(await place(context, orderPayloadOf(opened))).toMatchObject({
      totalAmount: 5000,
      items: [{ quantity: 1 }],
    });
  });

  it("is refused while it is not paid", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await expect(place(context, orderPayloadOf(opened))).toBeRefused("payment_failed");
    await payIntent(opened.clientSecret, "4000000000009995");
    await expect(place(context, orderPayloadOf(opened))).toBeRefused("payment_failed");
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
  });

  it("is refused for a payment that is not ours", async () => {
    await expect(place(context, scriptPayloadOf("pi_nobody", [{ productId: 1, quantity: 1 }]))).toBeRefused(
      "not_found",
    );
  });
});

describe("an order from a script", () => {
  it("is made when the amount paid is the server's total, delivery included", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 3 });
    const transactionId = await paidIntent(2000 + 1099);
    const items = [{ productId: product.id, quantity: 1 }];
    const payload = scriptPayloadOf(transactionId, items, { invoiceNumber: `INV-${Date.now()}77` });
    const [first, second] = await Promise.all([place(context, payload), place(context, payload)]);
    expect(first).toMatchObject({
      totalAmount: 3099,
      shippingCost: 1099,
      invoiceNumber: payload.invoiceNumber,
    });
    expect(second?.id).toBe(first?.id);
    expect(await fresh().findOneOrFail(Product, product.id)).toMatchObject({
      stockQuantity: 2,
      heldQuantity: 0,
    });
  });

  it("of another total is refused with the expected one, and can then be put right", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const transactionId = await paidIntent(5000);
    const two = scriptPayloadOf(transactionId, [{ productId: product.id, quantity: 2 }], { totalAmount: 50 });
    await expect(place(context, two)).toBeRefused("conflict", { extra: { expected: 100 } });
    expect(await fresh().findOneOrFail(Product, product.id)).toMatchObject({
      stockQuantity: 100,
      heldQuantity: 0,
    });
    const one = scriptPayloadOf(transactionId, [{ productId: product.id, quantity: 1 }]);
    expect(await place(context, one)).toMatchObject({ totalAmount: 5000 });
  });

  it("for goods that are gone is refused and refunded", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 1 });
    const transactionId = await paidIntent(10_000);
    const payload = scriptPayloadOf(transactionId, [{ productId: product.id, quantity: 2 }]);
    await expect(place(context, payload)).toBeRefused("out_of_stock");
    expect(await fresh().findOneOrFail(Payment, { providerPaymentId: transactionId })).toMatchObject({
      status: "refunded",
    });
    const refunds = await context.gateways.stripe.client.refunds.list({ payment_intent: transactionId });
    expect(refunds.data).toHaveLength(1);
    await fresh().nativeUpdate(Product, { id: product.id }, { stockQuantity: 9 });
    await expect(place(context, payload)).toBeRefused("conflict");
  });

  it("for what is archived is refunded where it is its price, and by nobody who names it for other money", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const gone = await makeProduct(context, { price: 6000, archivedAt: new Date() });
    const transactionId = await paidIntent(5000);
    await expect(
      place(context, scriptPayloadOf(transactionId, [{ productId: gone.id, quantity: 1 }])),
    ).toBeRefused("conflict", { extra: { expected: 60 } });
    const own = scriptPayloadOf(transactionId, [{ productId: product.id, quantity: 1 }]);
    expect(await place(context, own)).toMatchObject({ totalAmount: 5000 });
    for (const stockManagement of [true, false]) {
      const ofGone = scriptPayloadOf(await paidIntent(6000), [{ productId: gone.id, quantity: 1 }]);
      await expect(place(withSettings(context, { stockManagement }), ofGone)).toBeRefused("out_of_stock", {
        message: expect.stringContaining("has been refunded"),
      });
    }
  });

  it("for an unknown product is refused", async () => {
    const payload = scriptPayloadOf(await paidIntent(5000), [{ productId: 2_000_000_000, quantity: 1 }]);
    await expect(place(context, payload)).toBeRefused("validation_failed");
  });
});

describe("an intent for an amount", () => {
  it("must be what the cart costs when there is a cart", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    await expect(createIntentForAmount(context, 1, cartId)).toBeRefused("validation_failed");
    await expect(createIntentForAmount(context, 4999, cartId)).toBeRefused("conflict", {
      extra: { expected: 50 },
    });
    expect(await createIntentForAmount(context, 5000, cartId)).toHaveProperty("clientSecret");
  });

  it("must be what the cart costs now, not when its checkout was priced", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 9 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await changeQuantity(context, opened.cartId, { productId: product.id, quantity: 2 });
    await expect(createIntentForAmount(context, 5000, opened.cartId)).toBeRefused("conflict", {
      extra: { expected: 100 },
    });
    const { clientSecret } = await createIntentForAmount(context, 10_000, opened.cartId);
    await payIntent(clientSecret, GOOD_CARD);
    const transactionId = clientSecret.split("_secret_")[0];
    const items = [{ productId: product.id, productName: product.name, quantity: 2, price: 50 }];
    expect(await place(context, orderPayloadOf(opened, { items, transactionId }))).toMatchObject({
      totalAmount: 10_000,
    });
  });

  it("is for no cart once that is empty", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await clearCart(context, opened.cartId);
    const { clientSecret } = await createIntentForAmount(context, 700, opened.cartId);
    expect(clientSecret).not.toBe(opened.clientSecret);
  });
});
