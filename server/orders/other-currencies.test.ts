import { describe, expect, it } from "vitest";
import { FailedOrder, Order, Payment } from "#db/entities/index.ts";
import {
  captureAtPayPal,
  createOrderAtPayPal,
  findPayPalOrder,
  requirePayPal,
} from "#server/payments/paypal/paypal-client.server.ts";
import { captureOf, payPalOrderRequest } from "#server/payments/paypal/paypal-order.ts";
import {
  capturePayPalOrder,
  openCheckout,
  openPayPalCheckout,
  payingContext,
} from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { callRest } from "#server/testing/rest-caller.ts";
import { approvePayPalOrder, GOOD_CARD, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { databaseState } from "#server/testing/watch-writes.ts";
import { finalisePayment } from "./finalise-payment.server.ts";

await runTestSandbox();

const context = await payingContext();

const fresh = () => context.em.fork();
const line = async () => [{ product: await makeProduct(context, { price: 5000 }), quantity: 1 }];

describe("another currency than pounds", () => {
  it.each([
    ["/api/create-payment-intent", { amount: 30.99, currency: "usd" }],
    ["/paypal/order", { amount: 30.99, currency: "USD", intent: "capture" }],
    ["/paypal/order", { amount: 30.99, currency: "EUR", intent: "capture" }],
  ])("is refused with 422 by POST %s", async (path, json) => {
    const before = await databaseState();
    const { status, body } = await callRest("POST", path, { json });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "validation_failed" });
    expect(await databaseState()).toEqual(before);
  });

  it("paid by card to one of our checkouts makes no order but a failed one", async () => {
    const opened = await openCheckout(context, await line());
    const odd = await context.gateways.stripe.client.paymentIntents.create({
      amount: opened.total,
      currency: "eur",
      metadata: { checkout_id: opened.checkoutId },
    });
    await payIntent(odd.client_secret ?? "", GOOD_CARD);
    expect(await finalisePayment(context, "stripe", odd.id)).toEqual({ kind: "unmatched" });
    await becameFailed(opened.checkoutId, odd.id);
  });

  it("paid with PayPal to one of our checkouts makes no order but a failed one", async () => {
    const opened = await openPayPalCheckout(context, await line());
    const paypal = requirePayPal(context);
    const request = payPalOrderRequest({
      checkoutId: opened.checkoutId,
      invoiceId: `usd ${opened.checkoutId}`,
      total: opened.total,
      currency: "usd",
      snapshot: opened.snapshot,
      shipTo: null,
      storeName: "Shop",
      publicUrl: "http://shop.test",
    });
    const odd = await createOrderAtPayPal(paypal, request, `usd:${opened.checkoutId}`);
    await approvePayPalOrder(odd.id);
    await expect(capturePayPalOrder(context, odd.id)).toBeRefused("conflict");
    // Captured all the same, as somebody could in PayPal's dashboard.
    await captureAtPayPal(paypal, odd.id, `usd:${odd.id}`);
    const order = await findPayPalOrder(paypal, odd.id);
    const captureId = (order && captureOf(order)?.id) ?? "";
    expect(await finalisePayment(context, "paypal", captureId)).toEqual({ kind: "unmatched" });
    await becameFailed(opened.checkoutId, captureId);
  });
});

async function becameFailed(checkoutId: string, paymentId: string): Promise<void> {
  expect(await fresh().count(Order, { checkout: checkoutId })).toBe(0);
  const failed = await fresh().findOneOrFail(FailedOrder, { checkout: checkoutId });
  expect(failed.errorMessage).toMatch(/^It was paid in (eur|usd), not in pounds\.$/);
  expect(await fresh().findOneOrFail(Payment, { providerPaymentId: paymentId })).toMatchObject({
    status: "succeeded",
  });
}
