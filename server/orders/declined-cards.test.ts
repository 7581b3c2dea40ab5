import { expect, it } from "vitest";
import { Order, Payment } from "#db/entities/index.ts";
import { createStripeIntent, openCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { GOOD_CARD, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { deliverToStripeHook } from "#server/testing/unfinished-payments.ts";

await runTestSandbox();

const DECLINED = "4000000000000002";

const context = await payingContext({ actor: { kind: "system" } });

const fresh = () => context.em.fork();
it("the attempts on one intent are capped: then it is cancelled, and a new one has to be begun", async () => {
  const product = await makeProduct(context, { price: 5000 });
  const opened = await openCheckout(context, [{ product, quantity: 1 }]);
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await payIntent(opened.clientSecret, DECLINED);
    const failed = { id: opened.paymentIntentId, object: "payment_intent" };
    await deliverToStripeHook(context, "payment_intent.payment_failed", failed);
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
