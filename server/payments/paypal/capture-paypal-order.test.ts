import { beforeEach, describe, expect, it } from "vitest";
import { CartLine, Checkout, Order, OutboxEmail, Payment, Product, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { finalisePayment } from "#server/orders/finalise-payment.server.ts";
import { sweepCheckouts } from "#server/orders/sweep-checkouts.server.ts";
import {
  capturePayPalOrder,
  createPayPalOrder,
  createPayPalOrderForAmount,
  createStripeIntent,
  openPayPalCheckout,
  payingContext,
  payPalRequest,
} from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import {
  approvePayPalOrder,
  finishCapture,
  GOOD_CARD,
  payIntent,
  runTestSandbox,
} from "#server/testing/sandbox.ts";
import { deliverToPayPalHook } from "#server/testing/unfinished-payments.ts";
import {
  captureAtPayPal,
  createOrderAtPayPal,
  findPayPalCapture,
  findPayPalOrder,
  refundAtPayPal,
  requirePayPal,
} from "./paypal-client.server.ts";
import { captureOf } from "./paypal-order.ts";

await runTestSandbox();

let context: Context;
let shop: Context;

beforeEach(async () => {
  context = await payingContext();
  shop = await payingContext({ actor: { kind: "system" } });
});

const fresh = () => context.em.fork();
const open = async (price = 2000, quantity = 2) => {
  const product = await makeProduct(context, { price, stockQuantity: 10 });
  return { product, ...(await openPayPalCheckout(context, [{ product, quantity }])) };
};
async function captureIdOf(orderId: string): Promise<string> {
  const order = await findPayPalOrder(requirePayPal(context), orderId);
  return (order && captureOf(order)?.id) ?? "";
}

describe("the PayPal order of a checkout", () => {
  it("says what is bought, sums exactly, and is the same one when asked again", async () => {
    const opened = await open();
    const order = await findPayPalOrder(requirePayPal(context), opened.orderId);
    expect(order?.purchase_units?.[0]).toMatchObject({
      custom_id: opened.checkoutId,
      amount: {
        currency_code: "GBP",
        value: "50.99",
        breakdown: { item_total: { value: "40.00" }, shipping: { value: "10.99" } },
      },
      items: [{ quantity: "2", unit_amount: { value: "20.00" } }],
      shipping: { address: { country_code: "GB", postal_code: "SY8 1AA" } },
    });
    expect((await createPayPalOrder(context, opened.checkoutId)).id).toBe(opened.orderId);
  });

  it("is not used where PayPal asks its payer for another amount than the checkout comes to", async () => {
    const opened = await open();
    await fresh().nativeUpdate(Checkout, opened.checkoutId, { totalAmount: 5199 });
    await expect(createPayPalOrder(context, opened.checkoutId)).toBeRefused("unavailable");
  });

  it("is no second one where the first was taken without the shop's knowledge", async () => {
    const opened = await open();
    await approvePayPalOrder(opened.orderId);
    await captureAtPayPal(requirePayPal(context), opened.orderId, `elsewhere:${opened.orderId}`);
    await expect(createPayPalOrder(context, opened.checkoutId)).toBeRefused("conflict", {
      extra: { alreadyPaid: true },
    });
  });

  it("is refused when the owner has switched PayPal off", async () => {
    const opened = await open();
    const off = await payingContext({ settings: { paypalEnabled: false } });
    await expect(createPayPalOrder(off, opened.checkoutId)).toBeRefused("not_found");
  });
});

describe("capturing", () => {
  it("makes one order of many calls at once, filed under the capture", async () => {
    const opened = await open();
    await approvePayPalOrder(opened.orderId);
    const event = { id: opened.orderId };
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        if (index % 2 === 0) return capturePayPalOrder(await payingContext(), opened.orderId);
        const own = await payingContext({ actor: { kind: "system" } });
        return deliverToPayPalHook(own, "CHECKOUT.ORDER.APPROVED", event);
      }),
    );
    const orders = await fresh().find(Order, { checkout: opened.checkoutId });
    const captureId = await captureIdOf(opened.orderId);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      paymentMethod: "paypal",
      transactionId: captureId,
      totalAmount: 5099,
      invoiceNumber: opened.invoiceNumber,
    });
    expect(await fresh().find(Payment, { checkout: opened.checkoutId })).toMatchObject([
      {
        providerPaymentId: captureId,
        providerSessionId: opened.orderId,
        amountReceived: 5099,
        status: "succeeded",
      },
    ]);
    expect(await fresh().findOneOrFail(Product, opened.product.id)).toMatchObject({
      stockQuantity: 8,
      heldQuantity: 0,
    });
    expect(await fresh().count(OutboxEmail, { recipient: opened.form.email })).toBe(1);
    expect(await fresh().count(CartLine, { cart: opened.cartId })).toBe(0);
    expect(await finalisePayment(context, "paypal", captureId)).toMatchObject({
      kind: "paid",
      created: false,
    });
  }, 60_000);

  it("waits for a payment that PayPal looks into, which then becomes the order", async () => {
    const opened = await open();
    await approvePayPalOrder(opened.orderId, "pending");
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "processing" });
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
    const captureId = await captureIdOf(opened.orderId);
    await finishCapture(captureId, "COMPLETED");
    await deliverToPayPalHook(shop, "PAYMENT.CAPTURE.COMPLETED", { id: captureId });
    expect(await fresh().count(Order, { checkout: opened.checkoutId, transactionId: captureId })).toBe(1);
  });

  it.each([
    ["after its payer has approved it", true],
    ["before that, and does not lead back to PayPal", false],
  ])("takes nothing for a cart that a card has paid meanwhile, %s", async (_, isApproved) => {
    const opened = await open();
    const intent = await createStripeIntent(context, opened.checkoutId);
    if (isApproved) await approvePayPalOrder(opened.orderId);
    await payIntent(intent.clientSecret, GOOD_CARD);
    await finalisePayment(context, "stripe", intent.paymentIntentId);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "paid", created: false });
    expect(await captureIdOf(opened.orderId)).toBe("");
    expect(await fresh().findOneOrFail(Order, { checkout: opened.checkoutId })).toMatchObject({
      paymentMethod: "stripe",
    });
  });

  it("gives a card payment back that came after it", async () => {
    const opened = await open();
    const intent = await createStripeIntent(context, opened.checkoutId);
    await approvePayPalOrder(opened.orderId);
    await capturePayPalOrder(context, opened.orderId);
    await payIntent(intent.clientSecret, GOOD_CARD);
    expect(await finalisePayment(context, "stripe", intent.paymentIntentId)).toMatchObject({ kind: "paid" });
    const { stripe } = context.gateways;
    const refunds = await stripe.client.refunds.list({ payment_intent: intent.paymentIntentId });
    expect(refunds.data).toHaveLength(1);
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });

  it("is given back when it is a second payment of one checkout, and known again when refunded elsewhere", async () => {
    const opened = await open();
    await approvePayPalOrder(opened.orderId);
    await capturePayPalOrder(context, opened.orderId);
    const paypal = requirePayPal(context);
    const { checkoutId, total, snapshot } = opened;
    const request = payPalRequest({ checkoutId, invoiceId: `second ${checkoutId}`, total, snapshot });
    const second = await createOrderAtPayPal(paypal, request, `second:${opened.checkoutId}`);
    await approvePayPalOrder(second.id);
    await captureAtPayPal(paypal, second.id, `second:${second.id}`);
    const secondCapture = await captureIdOf(second.id);
    await deliverToPayPalHook(shop, "PAYMENT.CAPTURE.COMPLETED", { id: secondCapture });
    expect(await findPayPalCapture(paypal, secondCapture)).toMatchObject({ status: "REFUNDED" });
    expect(await fresh().findOneOrFail(Payment, { providerPaymentId: secondCapture })).toMatchObject({
      status: "refunded",
    });
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);

    const captureId = await captureIdOf(opened.orderId);
    const half = { amount: { currency_code: "GBP", value: "10.00" } };
    await refundAtPayPal(paypal, captureId, half, `dashboard:${captureId}`);
    const links = [{ rel: "up", href: `https://api-m.paypal.com/v2/payments/captures/${captureId}` }];
    await deliverToPayPalHook(shop, "PAYMENT.CAPTURE.REFUNDED", { id: "R1", links });
    expect(await fresh().find(Refund, { payment: { providerPaymentId: captureId } })).toMatchObject([
      { amount: 1000, source: "provider", status: "succeeded" },
    ]);
  });

  it("knows nothing of other shops' orders", async () => {
    for (const id of ["5O190127TN364715T", "../refunds", ""]) {
      expect(await capturePayPalOrder(context, id)).toEqual({ kind: "unmatched" });
    }
  });
});

describe("an order for an amount that a script names", () => {
  it("keeps its money until the script says what it buys", async () => {
    const { id } = await createPayPalOrderForAmount(context, 3099, null);
    await approvePayPalOrder(id);
    expect(await capturePayPalOrder(context, id)).toMatchObject({ kind: "unmatched" });
    expect(await fresh().findOneOrFail(Payment, { providerSessionId: id })).toMatchObject({
      status: "succeeded",
      amountReceived: 3099,
    });
  });
});

describe("the sweeper", () => {
  const later = (minutes: number) =>
    payingContext({
      actor: { kind: "system" },
      clock: { now: () => new Date(Date.now() + minutes * 60_000) },
    });

  it("gives up an order that nobody approved, and its stock", async () => {
    const opened = await open();
    await sweepCheckouts(await later(60));
    expect(await fresh().findOneOrFail(Payment, { providerSessionId: opened.orderId })).toMatchObject({
      status: "cancelled",
    });
    expect(await fresh().findOneOrFail(Checkout, opened.checkoutId)).toMatchObject({ status: "expired" });
    expect(await fresh().findOneOrFail(Product, opened.product.id)).toMatchObject({ heldQuantity: 0 });
  });
});
