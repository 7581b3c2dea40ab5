import { beforeEach, describe, expect, it } from "vitest";
import { CartLine, Checkout, Product, StockHold } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { createStripeIntent, filledForm, openCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeCart, makeProduct, withSettings } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { detailsOf } from "./checkout-details.ts";
import { findCheckoutForm } from "./find-checkout.server.ts";
import { closeCheckout } from "./holds.server.ts";
import { prepareCheckout, startCheckout } from "./start-checkout.server.ts";

await runTestSandbox();

let context: Context;

beforeEach(async () => {
  context = await payingContext();
});

const fresh = () => context.em.fork();
const stockOf = ({ id }: Product) => fresh().findOneOrFail(Product, id);
const start = (cartId: string, changes = {}) =>
  startCheckout(context, { cartId, details: detailsOf(filledForm(changes)), paymentMethod: "stripe" });

describe("starting a checkout", () => {
  it("prices from the product rows and holds the stock", async () => {
    const product = await makeProduct(context, {
      price: 3000,
      salePrice: 2500,
      onSale: true,
      stockQuantity: 4,
    });
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    expect(await start(cartId)).toMatchObject({ version: 1, total: 2500 + 1099 });
    expect(await stockOf(product)).toMatchObject({ stockQuantity: 4, heldQuantity: 1 });
  });

  it("uses one checkout per cart, whose version grows only when something changed", async () => {
    const product = await makeProduct(context);
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    const form = { email: "same@example.com" };
    const first = await start(cartId, form);
    const second = await start(cartId, form);
    expect(second).toMatchObject({
      checkoutId: first.checkoutId,
      version: 1,
      invoiceNumber: first.invoiceNumber,
    });
    await fresh().nativeUpdate(CartLine, { cart: cartId }, { quantity: 3 });
    expect(await start(cartId, form)).toMatchObject({
      checkoutId: first.checkoutId,
      version: 2,
      total: 6000,
    });
    expect(await stockOf(product)).toMatchObject({ heldQuantity: 3 });
  });

  it("shares one checkout between ten requests at once", async () => {
    const product = await makeProduct(context);
    const cartId = await makeCart(context, [{ product, quantity: 2 }]);
    const details = detailsOf(filledForm());
    const started = await Promise.all(
      Array.from({ length: 10 }, () => startCheckout(context, { cartId, details, paymentMethod: "stripe" })),
    );
    expect(new Set(started.map((checkout) => checkout.checkoutId)).size).toBe(1);
    expect(await stockOf(product)).toMatchObject({ heldQuantity: 2 });
  });

  it("no longer holds what was taken out of the cart meanwhile", async () => {
    const [taken, stays] = [await makeProduct(context), await makeProduct(context)];
    const cartId = await makeCart(context, [
      { product: taken, quantity: 2 },
      { product: stays, quantity: 1 },
    ]);
    const { checkoutId } = await start(cartId);
    await fresh().nativeDelete(CartLine, { cart: cartId, product: taken.id });
    await start(cartId);
    expect(await stockOf(taken)).toMatchObject({ heldQuantity: 0 });
    expect(await stockOf(stays)).toMatchObject({ heldQuantity: 1 });
    await closeCheckout(context, checkoutId, "cancelled");
    expect(await stockOf(stays)).toMatchObject({ heldQuantity: 0 });
  });

  it("refuses a country that is not served, beside its field, and holds nothing then", async () => {
    const product = await makeProduct(context);
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    const abroad = detailsOf(filledForm({ country: "France", postcode: "75001" }));
    const served = withSettings(context, { countriesServed: "United Kingdom\nIreland" });
    const starting = startCheckout(served, { cartId, details: abroad, paymentMethod: "stripe" });
    await expect(starting).toBeRefused("validation_failed", {
      fields: { country: [expect.stringContaining("United Kingdom and Ireland")] },
    });
    expect(await fresh().count(Checkout, { cart: cartId })).toBe(0);
    expect(await stockOf(product)).toMatchObject({ heldQuantity: 0 });
  });

  it("refuses more than can be sold, and holds nothing then", async () => {
    const plenty = await makeProduct(context);
    const scarce = await makeProduct(context, { name: "Scarce Biochar", stockQuantity: 1 });
    const cartId = await makeCart(context, [
      { product: plenty, quantity: 1 },
      { product: scarce, quantity: 2 },
    ]);
    await expect(start(cartId)).toBeRefused("out_of_stock", { message: "Only 1 of Scarce Biochar is left." });
    expect(await stockOf(plenty)).toMatchObject({ heldQuantity: 0 });
  });

  it("leaves out what was archived meanwhile, as the cart does", async () => {
    const [gone, stays] = [await makeProduct(context), await makeProduct(context, { price: 4000 })];
    const cartId = await makeCart(context, [
      { product: gone, quantity: 2 },
      { product: stays, quantity: 1 },
    ]);
    await fresh().nativeUpdate(Product, gone.id, { archivedAt: new Date() });
    expect(await start(cartId)).toMatchObject({ total: 4000 + 1099 });
    expect(await stockOf(gone)).toMatchObject({ heldQuantity: 0 });
  });

  it("holds nothing that is archived while it begins", async () => {
    const product = await makeProduct(context);
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    const { starting } = await inTransaction(context.em, async (em) => {
      await em.execute("select from product where id = ? for update", [product.id]);
      const starting = start(cartId).catch((error: unknown) => error);
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
      await em.nativeUpdate(Product, product.id, { archivedAt: new Date() });
      return { starting };
    });
    expect(await starting).toMatchObject({ message: "A product in your cart is no longer sold." });
    expect(await stockOf(product)).toMatchObject({ heldQuantity: 0 });
  });

  it("gets stock whose hold has lapsed, even before the sweeper came", async () => {
    const product = await makeProduct(context, { stockQuantity: 1 });
    const first = await start(await makeCart(context, [{ product, quantity: 1 }]));
    const secondCart = await makeCart(context, [{ product, quantity: 1 }]);
    await expect(start(secondCart)).toBeRefused("out_of_stock");
    await fresh().nativeUpdate(
      StockHold,
      { checkout: first.checkoutId },
      { expiresAt: new Date(Date.now() - 1) },
    );
    await start(secondCart);
    expect(await stockOf(product)).toMatchObject({ stockQuantity: 1, heldQuantity: 1 });
  });

  it("refuses an empty cart, and guests where the shop has no guest checkout", async () => {
    const empty = await makeCart(context, []);
    await expect(start(empty)).toBeRefused("conflict");
    const closed = withSettings(context, { guestCheckout: false });
    const details = detailsOf(filledForm());
    await expect(startCheckout(closed, { cartId: empty, details, paymentMethod: "stripe" })).toBeRefused(
      "unauthenticated",
    );
  });

  it("remembers the input for this cart, and for no other", async () => {
    const product = await makeProduct(context);
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    await start(cartId, {
      firstName: "Ada",
      sameShipping: false,
      shippingAddress: "2 Yard",
      shippingCity: "Hay",
      shippingPostcode: "HR3",
    });
    expect(await findCheckoutForm(context, cartId)).toMatchObject({
      firstName: "Ada",
      shippingCity: "Hay",
      sameShipping: false,
    });
    expect(await findCheckoutForm(context, await makeCart(context, []))).toMatchObject({
      firstName: "",
      country: "United Kingdom",
    });
  });
});

describe("giving a checkout up", () => {
  it("returns its stock, once", async () => {
    const product = await makeProduct(context, { stockQuantity: 5 });
    const { checkoutId } = await start(await makeCart(context, [{ product, quantity: 2 }]));
    await Promise.all([1, 2, 3].map(() => closeCheckout(context, checkoutId, "cancelled")));
    expect(await stockOf(product)).toMatchObject({ stockQuantity: 5, heldQuantity: 0 });
    expect(await fresh().findOneOrFail(Checkout, checkoutId)).toMatchObject({ status: "cancelled" });
  });
});

it("a checkout that was paid meanwhile is left to its order", async () => {
  const { checkoutId } = await start(
    await makeCart(context, [{ product: await makeProduct(context), quantity: 2 }]),
  );
  await fresh().nativeUpdate(Checkout, checkoutId, { status: "paid" });
  await closeCheckout(context, checkoutId, "cancelled");
  expect(await fresh().findOneOrFail(Checkout, checkoutId)).toMatchObject({ status: "paid" });
});

describe("the payment intent of a checkout", () => {
  it("is one for five requests at once", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const { checkoutId } = await start(await makeCart(context, [{ product, quantity: 1 }]));
    const made = await Promise.all(Array.from({ length: 5 }, () => createStripeIntent(context, checkoutId)));
    expect(new Set(made.map((intent) => intent.paymentIntentId)).size).toBe(1);
  });

  it("is replaced when it was cancelled", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await context.gateways.stripe.client.paymentIntents.cancel(opened.paymentIntentId);
    const again = await createStripeIntent(context, opened.checkoutId);
    expect(again.paymentIntentId).not.toBe(opened.paymentIntentId);
    const intent = await context.gateways.stripe.client.paymentIntents.retrieve(again.paymentIntentId);
    expect(intent.status).toBe("requires_payment_method");
  });
});

it("shows the total to somebody who types while another shopper buys the same product", async () => {
  const product = await makeProduct(context, { stockQuantity: 4 });
  const cartId = await makeCart(context, [{ product, quantity: 1 }]);
  const input = { cartId, details: detailsOf(filledForm({})), paymentMethod: "stripe" as const };
  await context.em.fork().transactional(async (buyer) => {
    await buyer.execute("select id from product where id = ? for no key update", [product.id]);
    // As it is, it waits for the buyer's lock until `lock_timeout`, and holds a connection meanwhile.
    expect(await prepareCheckout(context, input)).toMatchObject({ version: 1 });
  });
});

it("tells somebody who presses Pay that nothing is left while another shopper buys the last one", async () => {
  const product = await makeProduct(context, { name: "Kiln Char", stockQuantity: 0 });
  const cartId = await makeCart(context, [{ product, quantity: 1 }]);
  const input = { cartId, details: detailsOf(filledForm({})), paymentMethod: "stripe" as const };
  await context.em.fork().transactional(async (buyer) => {
    await buyer.execute("select id from product where id = ? for no key update", [product.id]);
    await expect(startCheckout(context, input)).toBeRefused("out_of_stock", {
      message: "Kiln Char is out of stock.",
    });
  });
});
