import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CartLine, Checkout, Order, Payment, Product, StockHold } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { finalisePayment } from "#server/orders/finalise-payment.server.ts";
import { sweepCheckouts } from "#server/orders/sweep-checkouts.server.ts";
import {
  createHostedSession,
  createStripeIntent,
  filledForm,
  payingContext,
  pressCard,
  pressPayPal,
  startFor,
} from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import { GOOD_CARD, payIntent, runTestSandbox, setFaults } from "#server/testing/sandbox.ts";
import { detailsOf } from "./checkout-details.ts";
import { divideHold } from "./hold-stock.server.ts";
import { openElsewhere, preparePayment } from "./pay.server.ts";
import { prepareCheckout } from "./start-checkout.server.ts";

await runTestSandbox();

const MINUTE = 60_000;
let context: Context;
beforeEach(async () => {
  context = await payingContext();
});

const fresh = () => context.em.fork();
const from = (clientAddress: string): Context => ({ ...context, clientAddress, em: context.em.fork() });
const somewhere = () => from(randomUUID());
const laterBy = (shopper: Context, minutes: number): Context => ({
  ...shopper,
  em: shopper.em.fork(),
  clock: { now: () => new Date(Date.now() + minutes * MINUTE) },
});
const heldOf = async ({ id }: Product) => (await fresh().findOneOrFail(Product, id)).heldQuantity;

/** Presses "Pay" with this many of a product in a new cart. */
async function press(shopper: Context, product: Product, quantity: number) {
  const cartId = await makeCart(context, [{ product, quantity }]);
  const started = await startFor(shopper, { cartId });
  return { cartId, ...started, ...(await createStripeIntent(shopper, started.checkoutId)) };
}

describe("stock is held by a payment that was opened, and by nothing else", () => {
  it.each(["stripe", "paypal"] as const)("not by preparing to pay (%s)", async (method) => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 99 });
    const cartId = await makeCart(context, [{ product, quantity: 99 }]);
    await preparePayment(context, { cartId, form: filledForm(), method });
    expect(await heldOf(product)).toBe(0);
    expect(await fresh().count(StockHold, { product: product.id })).toBe(0);
  });

  it("not by a page that shows another total: nothing is kept at all", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 99 });
    const cartId = await makeCart(context, [{ product, quantity: 99 }]);
    const wrong = {
      cartId,
      form: filledForm(),
      method: "stripe",
      shown: { amount: 1, currency: "gbp" },
    } as const;
    await expect(openElsewhere(context, wrong)).toBeRefused("conflict");
    expect(await heldOf(product)).toBe(0);
    expect(await fresh().count(Checkout, { cart: cartId })).toBe(0);
  });

  it("not where the provider opened none", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 99 });
    const cartId = await makeCart(context, [{ product, quantity: 2 }]);
    const form = filledForm();
    const press = { amount: 10_000, cartId, form, items: [{ productId: product.id, quantity: 2 }] };
    await setFaults({ outages: 50 });
    try {
      await expect(pressCard(context, press)).rejects.toBeTruthy();
      await expect(pressPayPal(context, press)).rejects.toBeTruthy();
      const page = { cartId, form, method: "stripe" } as const;
      await expect(openElsewhere(context, page)).rejects.toBeTruthy();
    } finally {
      await setFaults({});
    }
    expect(await fresh().count(Payment, { checkout: { cart: cartId } })).toBe(0);
    expect(await heldOf(product)).toBe(0);
    await pressCard(context, press);
    expect(await heldOf(product)).toBe(2);
  });

  it("still while another payment of the checkout can be paid", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 9 });
    const { cartId } = await press(context, product, 2);
    const page = { cartId, form: filledForm(), method: "stripe" } as const;
    await setFaults({ outages: 50 });
    await expect(openElsewhere(context, page)).rejects.toBeTruthy();
    await setFaults({});
    expect(await heldOf(product)).toBe(2);
  });
});

describe("one address", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("keeps half of what there is from others, however many payment pages it opens", async () => {
    const stock = [140, 86, 64, 22, 12, 38, 50];
    const products = await Promise.all(
      stock.map((stockQuantity) => makeProduct(context, { price: 2500, stockQuantity })),
    );
    const attacker = somewhere();
    for (let page = 0; page < 4; page += 1) {
      const lines = await Promise.all(
        products.map(async (product) => {
          const { stockQuantity, heldQuantity } = await fresh().findOneOrFail(Product, product.id);
          return { product, quantity: Math.min(99, stockQuantity - heldQuantity) };
        }),
      );
      const cartId = await makeCart(
        context,
        lines.filter(({ quantity }) => quantity > 0),
      );
      await startFor(attacker, { cartId })
        .then(({ checkoutId }) => createHostedSession(attacker, checkoutId))
        .catch(() => undefined);
    }
    expect(await Promise.all(products.map(heldOf))).toEqual([70, 43, 32, 11, 10, 19, 25]);
    for (const product of products) await press(somewhere(), product, 2);
  });

  it.each([
    ["/64 of IPv6", ["2001:db8:0:7::1", "2001:db8:0:7:2:2:2:2", "2001:db8:0:7:ffff:ffff:ffff:ffff"]],
    [
      "/48 of IPv6, which has 65,536 networks",
      ["2001:db8:48:1::1", "2001:db8:48:2::1", "2001:db8:48:ffff::1"],
    ],
  ])("is one for a whole %s", async (_, addresses) => {
    const product = await makeProduct(context, { price: 2500, stockQuantity: 40 });
    for (const address of addresses) await press(from(address), product, 10);
    expect(await heldOf(product)).toBe(20);
  });

  it("never sells more than there is to its own people, whose holds are not kept from others", async () => {
    const product = await makeProduct(context, { price: 2500, stockQuantity: 30 });
    const school = somewhere();
    await press(school, product, 20);
    await press(school, product, 10);
    expect(await heldOf(product)).toBe(15);
    await expect(press(school, product, 1)).toBeRefused("out_of_stock");
    await expect(
      prepareCheckout(school, {
        cartId: await makeCart(context, [{ product, quantity: 1 }]),
        details: detailsOf(filledForm()),
        paymentMethod: "stripe",
      }),
    ).toBeRefused("out_of_stock");
    await expect(press(somewhere(), product, 15)).resolves.toBeTruthy();
  });

  it("with a hundred honest shoppers behind it sells to all of them at once, exactly what there is", async () => {
    // Twenty where every limit is a fifth.
    vi.stubEnv("RATE_LIMIT_FACTOR", "0.2");
    const product = await makeProduct(context, { price: 5000, stockQuantity: 52 });
    const school = somewhere();
    const opened = [];
    for (let shopper = 0; shopper < 20; shopper += 1) {
      opened.push(await press({ ...school, em: fresh() }, product, 2 + (shopper % 2)));
    }
    for (const { clientSecret, paymentIntentId } of opened) {
      await payIntent(clientSecret, GOOD_CARD);
      expect(await finalisePayment(context, "stripe", paymentIntentId)).toMatchObject({ kind: "paid" });
    }
    expect(await fresh().findOneOrFail(Product, product.id)).toMatchObject({
      stockQuantity: 2,
      heldQuantity: 0,
    });
    const orders = await fresh().find(Order, { checkout: opened.map(({ checkoutId }) => checkoutId) });
    expect(orders).toHaveLength(20);
    expect(orders.filter(({ isBackorder }) => isBackorder)).toEqual([]);
  });

  it("that lets its holds lapse keeps nothing from others after some, and still buys", async () => {
    // Three of twelve.
    vi.stubEnv("RATE_LIMIT_FACTOR", "0.25");
    const product = await makeProduct(context, { price: 5000, stockQuantity: 1000 });
    const address = somewhere();
    for (let time = 0; time < 3; time += 1) await press(address, product, 1);
    const heldQuantity = await heldOf(product);
    const next = await press(address, product, 1);
    expect(await heldOf(product)).toBe(heldQuantity);
    await payIntent(next.clientSecret, GOOD_CARD);
    expect(await finalisePayment(context, "stripe", next.paymentIntentId)).toMatchObject({ kind: "paid" });
  });

  it("is not counted what it has paid for", async () => {
    vi.stubEnv("RATE_LIMIT_FACTOR", "0.25");
    const product = await makeProduct(context, { price: 5000, stockQuantity: 1000 });
    const address = somewhere();
    for (let time = 0; time < 5; time += 1) {
      const { clientSecret, paymentIntentId } = await press(address, product, 1);
      expect(await heldOf(product)).toBe(1);
      await payIntent(clientSecret, GOOD_CARD);
      await finalisePayment(context, "stripe", paymentIntentId);
    }
  });

  it("is not counted what it has paid for after nothing was kept any more", async () => {
    vi.stubEnv("RATE_LIMIT_FACTOR", "0.25");
    const product = await makeProduct(context, { price: 5000, stockQuantity: 1000 });
    const address = somewhere();
    const opened = [];
    for (let time = 0; time < 4; time += 1) opened.push(await press(address, product, 1));
    for (const { clientSecret, paymentIntentId } of opened.slice(2)) {
      await payIntent(clientSecret, GOOD_CARD);
      await finalisePayment(context, "stripe", paymentIntentId);
    }
    expect(await heldOf(product)).toBe(2);
    await press(address, product, 1);
    expect(await heldOf(product)).toBe(3);
  });
});

describe("the longest hold", () => {
  it("has an end that nobody moves by paying again", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 3 });
    const shopper = somewhere();
    const { cartId, checkoutId } = await press(shopper, product, 3);
    const again = (minutes: number) => startFor(laterBy(shopper, minutes), { cartId });
    const end = Date.now() + 63 * MINUTE;
    for (const minutes of [20, 40, 55, 61]) {
      await again(minutes);
      const hold = await fresh().findOneOrFail(StockHold, { checkout: checkoutId });
      expect(hold.expiresAt.getTime()).toBeLessThan(end);
    }
    await createHostedSession(laterBy(shopper, 61), checkoutId);
    expect(
      (await fresh().findOneOrFail(StockHold, { checkout: checkoutId })).expiresAt.getTime(),
    ).toBeLessThan(end);
    await expect(press(laterBy(somewhere(), 61), product, 1)).toBeRefused("out_of_stock");
    await again(64);
    await sweepCheckouts(laterBy(context, 64));
    expect(await heldOf(product)).toBe(0);
    // They can still buy what is there until somebody else pays for it.
    await again(65);
    await expect(press(laterBy(somewhere(), 65), product, 3)).resolves.toBeTruthy();
    await expect(again(66)).toBeRefused("out_of_stock");
  });

  it("is over for the shop, too, while its checkout lives on", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
    const shopper = somewhere();
    const { cartId } = await press(shopper, product, 5);
    await fresh().nativeUpdate(CartLine, { cart: cartId }, { quantity: 4 });
    await startFor(laterBy(shopper, 50), { cartId });
    expect(await heldOf(product)).toBe(4);
    await sweepCheckouts(laterBy(context, 70));
    expect(await heldOf(product)).toBe(0);
    expect(await fresh().findOneOrFail(Checkout, { cart: cartId })).toMatchObject({ status: "paying" });
  });
});

describe("what one address keeps from everybody else", () => {
  it.each([
    { asked: 3, stock: 140, others: 0, held: 3 },
    { asked: 99, stock: 140, others: 0, held: 70 },
    { asked: 99, stock: 140, others: 60, held: 10 },
    { asked: 5, stock: 140, others: 70, held: 0 },
    { asked: 5, stock: 140, others: 90, held: 0 },
    // A household's order is held whole even when there is little stock.
    { asked: 8, stock: 8, others: 0, held: 8 },
    { asked: 12, stock: 12, others: 0, held: 10 },
    { asked: 1, stock: 1, others: 0, held: 1 },
  ])("is $held of $asked, of $stock in stock, beside $others", ({ asked: quantity, stock, others, held }) => {
    const divided = divideHold({ quantity, stockQuantity: stock, heldByAddress: others });
    expect(divided).toEqual({ quantity: held, beyondShare: quantity - held });
  });
});
