import { beforeAll, describe, expect, it } from "vitest";
import { CartLine, Order, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { filledForm, payingContext } from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import { capturePayPalOrder, openedBy, pressPayPal } from "#server/testing/provider-calls.ts";
import { approvePayPalOrder, runTestSandbox } from "#server/testing/sandbox.ts";
import { preparePayment } from "./pay.server.ts";

runTestSandbox();

let context: Context;
beforeAll(async () => {
  context = await payingContext();
});

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
    await expect(press(1)).rejects.toMatchObject({ code: "conflict", extra: { expected: 100 } });
    expect(await context.em.fork().count(Payment, { checkout: { cart: cartId } })).toBe(0);
  });
});
