import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { receivedThroughPayPal } from "./paypal/paypal-payments.server.ts";
import { receivedThroughStripe } from "./stripe/stripe-payments.server.ts";

const CHECKOUT = "6f0f2d5a-6c1f-4a53-9c54-1c7a1d6f0b11";

function intentIn(status: Stripe.PaymentIntent.Status, changes: { metadata?: Stripe.Metadata } = {}) {
  const intent = { id: "pi_1", amount: 5000, amount_received: 0, currency: "gbp", last_payment_error: null };
  return { ...intent, latest_charge: null, metadata: { checkout_id: CHECKOUT }, status, ...changes };
}

describe("an intent of Stripe's", () => {
  it.each<[Stripe.PaymentIntent.Status, string]>([
    ["requires_payment_method", "unpaid"],
    ["requires_confirmation", "unpaid"],
    ["requires_action", "unpaid"],
    ["canceled", "unpaid"],
    ["processing", "processing"],
    ["requires_capture", "processing"],
    ["succeeded", "succeeded"],
  ])("that is %s is %s here", (status, state) => {
    expect(receivedThroughStripe(intentIn(status)).state).toBe(state);
  });

  it("names its checkout only with an id that we could have given", () => {
    expect(receivedThroughStripe(intentIn("succeeded")).checkoutId).toBe(CHECKOUT);
    const strange: Stripe.Metadata[] = [{}, { checkout_id: "" }, { checkout_id: "7" }];
    for (const metadata of strange) {
      expect(receivedThroughStripe(intentIn("succeeded", { metadata })).checkoutId).toBeUndefined();
    }
  });
});

describe("a capture of PayPal's", () => {
  const capture = { id: "C1", amount: { currency_code: "GBP", value: "50.00" }, custom_id: CHECKOUT };

  it.each([
    ["COMPLETED", "succeeded", 5000],
    ["PARTIALLY_REFUNDED", "succeeded", 5000],
    ["PENDING", "processing", 0],
    ["DECLINED", "unpaid", 0],
    ["FAILED", "unpaid", 0],
    ["REFUNDED", "succeeded", 5000],
  ])("that is %s is %s here", (status, state, amountReceived) => {
    const payment = receivedThroughPayPal({ ...capture, status });
    expect(payment).toMatchObject({ state, amountReceived, currency: "gbp", checkoutId: CHECKOUT });
  });
});
