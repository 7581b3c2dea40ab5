import { expect, it } from "vitest";
import { paymentPageOf } from "./provider-list.ts";

/* Where staff look at a payment: in the dashboard of its provider, where there is a real one. */

it.each([
  ["stripe", { STRIPE_SECRET_KEY: "sk_live_1" }, "https://dashboard.stripe.com/payments/P1"],
  ["stripe", { STRIPE_SECRET_KEY: "sk_test_1" }, "https://dashboard.stripe.com/test/payments/P1"],
  ["stripe", {}, null],
  ["paypal", { PAYPAL_CLIENT_ID: "id" }, "https://www.paypal.com/activity/payment/P1"],
  [
    "paypal",
    { PAYPAL_CLIENT_ID: "id", PAYPAL_ENVIRONMENT: "sandbox" },
    "https://www.sandbox.paypal.com/activity/payment/P1",
  ],
  ["paypal", { STRIPE_SECRET_KEY: "sk_live_1" }, null],
] as const)("of %s with %j it is %s", (provider, environment, page) => {
  expect(paymentPageOf(provider, "P1", environment)).toBe(page);
});
