import { describe, expect, it } from "vitest";
import { CartLine, Checkout, Order, OrderLine, Payment, Product } from "#db/entities/index.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import {
  capturePayPalOrder,
  filledForm,
  openCheckout,
  openedBy,
  openPayPalCheckout,
  payingContext,
  pressPayPal,
} from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import { approvePayPalOrder, runTestSandbox } from "#server/testing/sandbox.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { findCheckoutOfCart } from "./find-checkout.server.ts";
import { preparePayment } from "./pay.server.ts";
import { findPayableCheckout } from "./payable-checkout.server.ts";
import { lockCheckout } from "./start-checkout.server.ts";

await runTestSandbox();
const context = await payingContext();

/** A cart of one £50 product, its checkout prepared in one tab and then, for another address, in a second one. */
async function twoTabs() {
  const product = await makeProduct(context, { price: 5000 });
  const cartId = await makeCart(context, [{ product, quantity: 1 }]);
  const first = filledForm();
  const second = { ...first, address: "2 High Street" };
  for (const form of [first, second]) {
    await preparePayment(context, { cartId, form, method: "paypal" });
  }
  const press = async (quantity: number) => {
    const items = [{ productId: product.id, quantity }];
    return openedBy(await pressPayPal(context, { amount: 5000 * quantity, cartId, form: first, items }));
  };
  return { product, cartId, first, press };
}

describe("PayPal's button in one of two tabs", () => {
  it("buys for the address that its own tab shows", async () => {
    const { first, press } = await twoTabs();
    const { id } = await press(1);
    await approvePayPalOrder(id);
    await capturePayPalOrder(context, id);
    const em = context.em.fork();
    const payment = await em.findOneOrFail(Payment, { providerSessionId: id });
    const order = await em.findOneOrFail(Order, { checkout: payment.checkout.id });
    expect(order.customerAddress).toContain(first.address);
  });

  it("begins nothing once the other tab has changed the cart", async () => {
    const { cartId, press } = await twoTabs();
    await context.em.fork().nativeUpdate(CartLine, { cart: cartId }, { quantity: 2 });
    await expect(press(1)).toBeRefused("conflict", { extra: { expected: 100 } });
    expect(await context.em.fork().count(Payment, { checkout: { cart: cartId } })).toBe(0);
  });

  it("begins nothing once the other tab has put in what makes delivery free, for the same total", async () => {
    const [shown, added] = [
      await makeProduct(context, { price: 4000 }),
      await makeProduct(context, { price: 1099 }),
    ];
    const cartId = await makeCart(context, [
      { product: shown, quantity: 1 },
      { product: added, quantity: 1 },
    ]);
    const items = [{ productId: shown.id, quantity: 1 }];
    const pressing = pressPayPal(context, { amount: 4000 + 1099, cartId, form: filledForm(), items });
    await expect(pressing).toBeRefused("conflict", { message: expect.stringContaining("has changed") });
    expect(await context.em.fork().count(Payment, { checkout: { cart: cartId } })).toBe(0);
  });
});

it("opens no payment for a checkout whose time has ended", async () => {
  const product = await makeProduct(context, { price: 5000 });
  const { checkoutId } = await openCheckout(context, [{ product, quantity: 1 }]);
  const { holdExpiresAt } = await context.em.fork().findOneOrFail(Checkout, checkoutId);
  const findAt = (now: Date) =>
    findPayableCheckout(
      { ...context, em: context.em.fork(), clock: { now: () => now } },
      { checkoutId },
      "stripe",
    );
  const end = holdExpiresAt?.getTime() ?? 0;
  expect(await findAt(new Date(end - 1))).toMatchObject({ total: 5000 });
  await expect(findAt(new Date(end))).toBeRefused("conflict", {
    message: expect.stringContaining("expired"),
  });
});

it("opens no payment of another amount where its price changes while it is opened", async () => {
  const product = await makeProduct(context, { price: 5000 });
  const { cartId, checkoutId, version } = await openCheckout(context, [{ product, quantity: 1 }]);
  const asked = await inTransaction(context.em.fork(), async (em) => {
    await lockCheckout(em, cartId);
    // Compares the amount with the old price, then waits for the checkout to price it again.
    const found = findCheckoutOfCart(context, cartId, 5000, "stripe").catch((error: unknown) => error);
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
    await em.nativeUpdate(Product, product.id, { price: 6000 });
    return { found };
  });
  expect(await asked.found).toMatchObject({ code: "conflict", extra: { expected: 60 } });
  const em = context.em.fork();
  expect(await em.findOneOrFail(Checkout, checkoutId)).toMatchObject({ version, totalAmount: 5000 });
  expect(await em.count(Payment, { checkout: checkoutId })).toBe(1);
});

const settings = { savedTabs: ["Shipping" as const], shippingEnabled: true, standardShippingCost: 4.5 };

/** A payment of two bags that its payer has approved, before staff weigh the bag again. */
async function approvedThenWeighed(more: { price?: number; name?: string; taxRate?: number }) {
  const context = await payingContext({ settings });
  const product = await makeProduct(context, { price: 1450, grossGrams: 11_000 });
  const opened = await openPayPalCheckout(context, [{ product, quantity: 2 }]);
  await approvePayPalOrder(opened.orderId);
  const changes = { grossGrams: 14_000, ...more };
  await context.em.fork().nativeUpdate(Product, product.id, changes);
  return { context, ...opened };
}

it("takes what was approved although it goes out in other parcels by now, at the same price", async () => {
  const { context, orderId, checkoutId } = await approvedThenWeighed({});
  await capturePayPalOrder(context, orderId);
  expect(await context.em.fork().findOneOrFail(Order, { checkout: checkoutId })).toMatchObject({
    totalAmount: 3350,
    delivery: { price: 450, loads: "1 parcel" },
  });
});

it("takes what was approved although the product has another name and rate of VAT by now", async () => {
  const renamed = { name: "Premium Biochar (new bag)", taxRate: 500 };
  const { context, orderId, checkoutId } = await approvedThenWeighed(renamed);
  await capturePayPalOrder(context, orderId);
  const order = await context.em.fork().findOneOrFail(Order, { checkout: checkoutId });
  expect(order.totalAmount).toBe(3350);
  const [line] = await context.em.fork().find(OrderLine, { order: order.id });
  expect(line?.productName).not.toBe(renamed.name);
});

it("takes nothing where the price has changed as well", async () => {
  const { context, orderId, checkoutId } = await approvedThenWeighed({ price: 1500 });
  await expect(capturePayPalOrder(context, orderId)).rejects.toThrow(
    "Your cart has changed since you approved the payment. The total is now £34.50. Nothing was charged.",
  );
  expect(await context.em.fork().count(Order, { checkout: checkoutId })).toBe(0);
});
