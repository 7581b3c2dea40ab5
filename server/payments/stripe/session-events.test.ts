import { beforeAll, describe, expect, it } from "vitest";
import { Checkout, Order, Payment, Product, ProviderEvent } from "#db/entities/index.ts";
import { detailsOf } from "#server/checkout/customer-address.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { filledForm, payingContext } from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import { createHostedSession, handleStripeEvent } from "#server/testing/provider-calls.ts";
import { payHostedSession, runTestSandbox, settleNow, signedEvent } from "#server/testing/sandbox.ts";

runTestSandbox();

/** Stays processing for a few seconds. */
const SLOW_CARD = "4000000000002503";

let context: Context;

beforeAll(async () => {
  context = await payingContext({ actor: { kind: "system" } });
});

const fresh = () => context.em.fork();

/** A checkout of two units whose shopper is on Stripe's page. */
async function openPage() {
  const product = await makeProduct(context, { price: 5000, stockQuantity: 10 });
  const cartId = await makeCart(context, [{ product, quantity: 2 }]);
  const details = detailsOf(filledForm());
  const { checkoutId } = await startCheckout(context, { cartId, details, paymentMethod: "stripe" });
  const { url } = await createHostedSession(context, checkoutId);
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  const held = async () => (await fresh().findOneOrFail(Product, product.id)).heldQuantity;
  return { checkoutId, url, sessionId, held };
}
async function deliver(
  type: string,
  sessionId: string,
  minutesFromNow = 0,
): Promise<string | null | undefined> {
  const event = signedEvent(type, { id: sessionId, object: "checkout.session" });
  const now = () => new Date(Date.now() + minutesFromNow * 60_000);
  await handleStripeEvent({ ...context, clock: { now } }, Buffer.from(event.payload), event.signature);
  return (await fresh().findOneOrFail(ProviderEvent, { eventId: event.id })).outcome;
}

describe("Stripe's page", () => {
  it("whose payment takes its time is an order once the bank has paid", async () => {
    const { checkoutId, url, sessionId } = await openPage();
    expect((await payHostedSession(url, SLOW_CARD)).status).toBe(303);
    expect(await deliver("checkout.session.completed", sessionId)).toBe("processing");
    expect(await fresh().count(Order, { checkout: checkoutId })).toBe(0);
    const session = await context.gateways.stripe.client.checkout.sessions.retrieve(sessionId);
    await settleNow(String(session.payment_intent));
    expect(await deliver("checkout.session.async_payment_succeeded", sessionId)).toBe("paid");
    expect(await deliver("checkout.session.async_payment_succeeded", sessionId)).toBe("paid");
    expect(await fresh().count(Order, { checkout: checkoutId })).toBe(1);
  });

  it("that was not paid after all makes no order", async () => {
    const { checkoutId, url, sessionId } = await openPage();
    await payHostedSession(url, "4000000000000002");
    expect(await deliver("checkout.session.async_payment_failed", sessionId)).toBe("unpaid");
    expect(await fresh().count(Order, { checkout: checkoutId })).toBe(0);
  });

  it("that has expired gives its stock back, once, unless the shopper has begun anew", async () => {
    const { checkoutId, sessionId, held } = await openPage();
    expect(await deliver("checkout.session.expired", sessionId)).toBe("expired");
    expect(await held()).toBe(2);
    for (let time = 0; time < 2; time += 1) {
      expect(await deliver("checkout.session.expired", sessionId, 40)).toBe("expired");
      expect(await held()).toBe(0);
    }
    expect(await fresh().findOneOrFail(Checkout, checkoutId)).toMatchObject({ status: "expired" });
    expect(await fresh().findOneOrFail(Payment, { checkout: checkoutId })).toMatchObject({
      status: "cancelled",
    });
  });

  it("of another account matches nothing", async () => {
    expect(await deliver("checkout.session.completed", "cs_test_foreign")).toBe("unmatched");
    expect(await deliver("checkout.session.expired", "cs_test_foreign")).toBe("unmatched");
  });
});
