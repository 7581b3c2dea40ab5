import { describe, expect, it } from "vitest";
import { FailedOrder, Order, Payment } from "#db/entities/index.ts";
import {
  captureAtPayPal,
  createOrderAtPayPal,
  findPayPalOrder,
  requirePayPal,
} from "#server/payments/paypal/paypal-client.server.ts";
import { captureOf, payPalOrderRequest } from "#server/payments/paypal/paypal-order.ts";
import { capturePayPalOrder, openPayPalCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { callRest } from "#server/testing/rest-caller.ts";
import { approvePayPalOrder, runTestSandbox } from "#server/testing/sandbox.ts";
import { databaseState } from "#server/testing/watch-writes.ts";
import { finalisePayment } from "./finalise-payment.server.ts";

await runTestSandbox();

const context = await payingContext();

const fresh = () => context.em.fork();

describe("another currency than pounds", () => {
  it.each([
    ["/api/create-payment-intent", { amount: 30.99, currency: "usd" }],
    ["/paypal/order", { amount: 30.99, currency: "EUR", intent: "capture" }],
  ])("is refused with 422 by POST %s", async (path, json) => {
    const before = await databaseState();
    const { status, body } = await callRest("POST", path, { json });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "validation_failed" });
    expect(await databaseState()).toEqual(before);
  });

  it("paid with PayPal to one of our checkouts makes no order but a failed one", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await openPayPalCheckout(context, [{ product, quantity: 1 }]);
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
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
    expect(await fresh().findOneOrFail(FailedOrder, { checkout: opened.checkoutId })).toMatchObject({
      errorMessage: "It was paid in usd, not in pounds.",
    });
    expect(await fresh().findOneOrFail(Payment, { providerPaymentId: captureId })).toMatchObject({
      status: "succeeded",
    });
  });
});
