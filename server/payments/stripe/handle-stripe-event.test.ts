import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import {
  Checkout,
  FailedOrder,
  Order,
  OutboxEmail,
  Payment,
  Product,
  ProviderEvent,
} from "#db/entities/index.ts";
import { sweepCheckouts } from "#server/orders/sweep-checkouts.server.ts";
import {
  createHostedSession,
  handleStripeEvent,
  openCheckout,
  paidByScript,
  payingContext,
  startFor,
} from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import {
  GOOD_CARD,
  payHostedSession,
  payIntent,
  runTaskNow,
  runTestSandbox,
  signedEvent,
  startedSandbox,
} from "#server/testing/sandbox.ts";
import { deliverToStripeHook } from "#server/testing/unfinished-payments.ts";

await runTestSandbox();

const DECLINED = "4000000000000002";

const context = await payingContext({ actor: { kind: "system" } });

const fresh = () => context.em.fork();
const open = async () =>
  openCheckout(context, [{ product: await makeProduct(context, { price: 5000 }), quantity: 1 }]);
const deliver = (event: { payload: string; signature: string }) =>
  handleStripeEvent(context, Buffer.from(event.payload), event.signature);

describe("an event", () => {
  const thin = (type: string, related: object | null) => {
    const id = `evt_${randomUUID().replaceAll("-", "")}`;
    const told = { id, object: "v2.core.event", type, livemode: false, created: new Date().toISOString() };
    const payload = JSON.stringify({ ...told, related_object: related });
    const secret = startedSandbox().webhookSecret;
    return { id, payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret }) };
  };

  it("that is thin is acted on where it names a payment, and else ignored", async () => {
    const opened = await open();
    await payIntent(opened.clientSecret, GOOD_CARD);
    await deliver(
      thin("v1.payment_intent.succeeded", { id: opened.paymentIntentId, type: "payment_intent" }),
    );
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
    const others = [
      thin("v2.core.event_destination.ping", null),
      thin("v1.charge.refunded", { id: "ch_1", type: "charge" }),
    ];
    for (const event of others) {
      await deliver(event);
      expect(await fresh().count(ProviderEvent, { eventId: event.id })).toBe(1);
    }
    const forged = { ...thin("v1.payment_intent.succeeded", null), signature: "t=1,v1=0" };
    await expect(deliver(forged)).toBeRefused("bad_request");
  });

  it("is acted on once and kept without the client secret", async () => {
    const opened = await open();
    await payIntent(opened.clientSecret, GOOD_CARD);
    const intent = await context.gateways.stripe.client.paymentIntents.retrieve(opened.paymentIntentId);
    const event = signedEvent("payment_intent.succeeded", intent);
    await deliver(event);
    await deliver(event);
    const kept = await fresh().find(ProviderEvent, { eventId: event.id });
    expect(kept).toMatchObject([{ outcome: "paid" }]);
    expect(JSON.stringify(kept)).not.toContain("_secret_");
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });

  it("of a script's money waits for its order, and the sweeper books it where none comes", async () => {
    const id = await paidByScript(context, 5000);
    const event = signedEvent("payment_intent.succeeded", { id, object: "payment_intent" });
    await deliver(event);
    expect(await fresh().findOneOrFail(ProviderEvent, { eventId: event.id })).toMatchObject({
      outcome: "awaits its order",
    });
    await fresh().nativeUpdate(
      Payment,
      { providerPaymentId: id },
      { updatedAt: new Date(Date.now() - 60_000) },
    );
    await sweepCheckouts({ ...context, em: fresh() });
    expect(await fresh().findOneOrFail(Payment, { providerPaymentId: id })).toMatchObject({
      status: "succeeded",
      amountReceived: 5000,
      isMatched: false,
    });
  });

  it("of a refused card keeps one failed order, which a later success resolves", async () => {
    const opened = await open();
    const object = { id: opened.paymentIntentId, object: "payment_intent" };
    for (const card of [DECLINED, "4000000000009995"]) {
      await payIntent(opened.clientSecret, card);
      await deliver(signedEvent("payment_intent.payment_failed", object));
    }
    const failed = await fresh().find(FailedOrder, { checkout: opened.checkoutId });
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({ customerName: "Gwen Guest", totalAmount: 5000, resolvedAt: null });
    expect(failed[0]?.errorMessage).toContain("insufficient_funds");
    const [alert] = await fresh().find(OutboxEmail, { key: `failed-payment:${opened.checkoutId}` });
    expect(alert).toMatchObject({ recipient: context.settings.storeEmail, template: "failed-payment" });
    expect(await fresh().findOneOrFail(Payment, { providerPaymentId: opened.paymentIntentId })).toMatchObject(
      {
        status: "failed",
        failedAttempts: 2,
      },
    );

    await payIntent(opened.clientSecret, GOOD_CARD);
    // Late and out of order: the payment has succeeded meanwhile.
    await deliver(signedEvent("payment_intent.payment_failed", object));
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
    expect(
      (await fresh().findOneOrFail(FailedOrder, { checkout: opened.checkoutId })).resolvedAt,
    ).not.toBeNull();
  });
});

/** Stays processing for a few seconds. */
const SLOW_CARD = "4000000000002503";

/** A checkout of two units whose shopper is on Stripe's page. */
async function openPage() {
  const product = await makeProduct(context, { price: 5000, stockQuantity: 10 });
  const cartId = await makeCart(context, [{ product, quantity: 2 }]);
  const { checkoutId } = await startFor(context, { cartId });
  const { url } = await createHostedSession(context, checkoutId);
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  const held = async () => (await fresh().findOneOrFail(Product, product.id)).heldQuantity;
  return { checkoutId, url, sessionId, held };
}
async function tell(type: string, sessionId: string, minutesFromNow = 0): Promise<string | null | undefined> {
  const now = () => new Date(Date.now() + minutesFromNow * 60_000);
  const session = { id: sessionId, object: "checkout.session" };
  const eventId = await deliverToStripeHook({ ...context, clock: { now } }, type, session);
  return (await fresh().findOneOrFail(ProviderEvent, { eventId })).outcome;
}

describe("Stripe's page", () => {
  it("whose payment takes its time is an order once the bank has paid", async () => {
    const { checkoutId, url, sessionId } = await openPage();
    expect((await payHostedSession(url, SLOW_CARD)).status).toBe(303);
    expect(await tell("checkout.session.completed", sessionId)).toBe("processing");
    expect(await fresh().count(Order, { checkout: checkoutId })).toBe(0);
    const session = await context.gateways.stripe.client.checkout.sessions.retrieve(sessionId);
    await runTaskNow(String(session.payment_intent));
    expect(await tell("checkout.session.async_payment_succeeded", sessionId)).toBe("paid");
    expect(await tell("checkout.session.async_payment_succeeded", sessionId)).toBe("paid");
    expect(await fresh().count(Order, { checkout: checkoutId })).toBe(1);
  });

  it("that was not paid after all makes no order", async () => {
    const { checkoutId, url, sessionId } = await openPage();
    await payHostedSession(url, "4000000000000002");
    expect(await tell("checkout.session.async_payment_failed", sessionId)).toBe("unpaid");
    expect(await fresh().count(Order, { checkout: checkoutId })).toBe(0);
  });

  it("that has expired gives its stock back, once, unless the shopper has begun again", async () => {
    const { checkoutId, sessionId, held } = await openPage();
    expect(await tell("checkout.session.expired", sessionId)).toBe("expired");
    expect(await held()).toBe(2);
    for (let time = 0; time < 2; time += 1) {
      expect(await tell("checkout.session.expired", sessionId, 40)).toBe("expired");
      expect(await held()).toBe(0);
    }
    expect(await fresh().findOneOrFail(Checkout, checkoutId)).toMatchObject({ status: "expired" });
    expect(await fresh().findOneOrFail(Payment, { checkout: checkoutId })).toMatchObject({
      status: "cancelled",
    });
  });

  it("of another account matches nothing", async () => {
    expect(await tell("checkout.session.completed", "cs_test_foreign")).toBe("unmatched");
    expect(await tell("checkout.session.expired", "cs_test_foreign")).toBe("unmatched");
  });
});
