import { describe, expect, it } from "vitest";
import { FailedOrder, Order, Payment } from "#db/entities/index.ts";
import { plainFailureReason } from "#server/payments/providers.server.ts";
import {
  createHostedSession,
  createStripeIntent,
  openCheckout,
  payingContext,
} from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { GOOD_CARD, payHostedSession, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { deliverToStripeHook } from "#server/testing/unfinished-payments.ts";
import { finalisePayment } from "./finalise-payment.server.ts";

await runTestSandbox();

const DECLINED = "4000000000000002";

const context = await payingContext({ actor: { kind: "system" } });

const fresh = () => context.em.fork();
const open = async () =>
  openCheckout(context, [{ product: await makeProduct(context, { price: 5000 }), quantity: 1 }]);
const sendFailure = (id: string) =>
  deliverToStripeHook(context, "payment_intent.payment_failed", { id, object: "payment_intent" });

/** The card, its code, what the shopper is told, and how staff read it. */
const declines = [
  ["4000000000000002", "generic_decline", "Your card was declined.", "without saying why"],
  ["4000000000009995", "insufficient_funds", "Your card has insufficient funds.", "not enough money"],
  ["4000000000000069", "expired_card", "Your card has expired.", "has expired"],
  ["4000000000000127", "incorrect_cvc", "Your card's security code is incorrect.", "security code was wrong"],
  [
    "4000000000000119",
    "processing_error",
    "An error occurred while processing your card.",
    "could not process",
  ],
  [
    "4000000000006975",
    "card_velocity_exceeded",
    "Your card was declined for making repeated",
    "reached its limit",
  ],
  [
    "4000000000002511",
    "authentication_required",
    "This transaction requires authentication.",
    "confirm the payment",
  ],
  ["4000000000009987", "lost_card", "Your card was declined.", "only told that it was declined"],
  ["4000000000009979", "stolen_card", "Your card was declined.", "only told that it was declined"],
  ["4100000000000019", "fraudulent", "Your card was declined.", "only told that it was declined"],
] as const;

describe("a declined card", () => {
  it.each(declines)(
    "%s (%s) is told in words, kept for staff, and the same intent takes a good one",
    async (...card) => {
      const [number, code, shopper, staff] = card;
      const opened = await open();
      const { error } = await payIntent(opened.clientSecret, number);
      const kind = expect.stringMatching(`^(card_declined|${code})$`);
      expect(error).toMatchObject({ type: "card_error", code: kind, decline_code: code });
      expect(error?.message).toContain(shopper);
      await sendFailure(opened.paymentIntentId);
      const [failed] = await fresh().find(FailedOrder, { checkout: opened.checkoutId });
      expect(failed?.errorMessage).toContain(`(${code})`);
      expect(plainFailureReason(failed?.errorMessage ?? "")).toContain(staff);
      expect((await createStripeIntent(context, opened.checkoutId)).paymentIntentId).toBe(
        opened.paymentIntentId,
      );
      await payIntent(opened.clientSecret, GOOD_CARD);
      expect(await finalisePayment(context, "stripe", opened.paymentIntentId)).toMatchObject({
        kind: "paid",
      });
      expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
    },
  );

  it("is shown on the page without JavaScript, which accepts another card", async () => {
    const opened = await open();
    const { url } = await createHostedSession(context, opened.checkoutId);
    for (const [number, , shopper] of declines) {
      const refused = await payHostedSession(url, number);
      expect(refused.status).toBe(402);
      expect(refused.text.replaceAll("&#39;", "'")).toContain(shopper);
    }
    expect((await payHostedSession(url, GOOD_CARD)).status).toBe(303);
  });
});

describe("the attempts on one intent", () => {
  it("are capped: then it is cancelled, and a new one has to be begun", async () => {
    const opened = await open();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await payIntent(opened.clientSecret, DECLINED);
      await sendFailure(opened.paymentIntentId);
    }
    const intent = await context.gateways.stripe.client.paymentIntents.retrieve(opened.paymentIntentId);
    expect(intent.status).toBe("canceled");
    expect(await fresh().findOneOrFail(Payment, { providerPaymentId: intent.id })).toMatchObject({
      status: "cancelled",
      failedAttempts: 10,
    });
    const { error } = await payIntent(opened.clientSecret, GOOD_CARD);
    expect(error).toMatchObject({ type: "invalid_request_error" });
    const next = await createStripeIntent(context, opened.checkoutId);
    expect(next.paymentIntentId).not.toBe(opened.paymentIntentId);
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
  });
});
