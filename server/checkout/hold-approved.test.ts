import { expect, it } from "vitest";
import { Order, OrderLine, Product } from "#db/entities/index.ts";
import { openPayPalCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { capturePayPalOrder } from "#server/testing/provider-calls.ts";
import { approvePayPalOrder, runTestSandbox } from "#server/testing/sandbox.ts";

runTestSandbox();

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
