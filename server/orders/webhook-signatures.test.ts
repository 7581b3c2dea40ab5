import { describe, expect, it } from "vitest";
import { Order, Payment, ProviderEvent } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { requirePayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { isFromPayPal } from "#server/payments/paypal/paypal-webhook.server.ts";
import type { StripeGateway } from "#server/payments/stripe/stripe-calls.server.ts";
import {
  handlePayPalEvent,
  handleStripeEvent,
  openCheckout,
  openPayPalCheckout,
  payingContext,
} from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import {
  approvePayPalOrder,
  GOOD_CARD,
  payIntent,
  runTestSandbox,
  signedEvent,
  signedPayPalEvent,
} from "#server/testing/sandbox.ts";

await runTestSandbox();

const DAY = 24 * 60 * 60 * 1000;

const context = await payingContext({ actor: { kind: "system" } });

const fresh = () => context.em.fork();
const product = () => makeProduct(context, { price: 5000 });

/** A paid card payment of which the shop has heard nothing yet, and the body of the event that would tell it. */
async function paidCard() {
  const opened = await openCheckout(context, [{ product: await product(), quantity: 1 }]);
  await payIntent(opened.clientSecret, GOOD_CARD);
  return { ...opened, object: { id: opened.paymentIntentId, object: "payment_intent" } };
}
async function approvedPayPal() {
  const opened = await openPayPalCheckout(context, [{ product: await product(), quantity: 1 }]);
  await approvePayPalOrder(opened.orderId);
  return opened;
}
const SUCCEEDED = "payment_intent.succeeded";
const APPROVED = "CHECKOUT.ORDER.APPROVED";

async function nothingChanged(checkoutId: string, eventIds: string[]): Promise<void> {
  expect(await fresh().count(ProviderEvent, { eventId: { $in: eventIds } })).toBe(0);
  expect(await fresh().count(Order, { checkout: checkoutId })).toBe(0);
  expect(await fresh().find(Payment, { checkout: checkoutId })).toMatchObject([{ status: "created" }]);
}

describe("an event of what this shop has nothing to do with, whatever its shape", () => {
  it("is taken from Stripe", async () => {
    const event = signedEvent("balance.available", { object: "balance", charge: 5, created: null });
    await handleStripeEvent(context, Buffer.from(event.payload), event.signature);
    expect(await fresh().findOneOrFail(ProviderEvent, { eventId: event.id })).toMatchObject({
      outcome: "ignored",
    });
  });

  it("is taken from PayPal", async () => {
    const event = signedPayPalEvent("CATALOG.PRODUCT.CREATED", { id: 5, links: null, dispute_id: [] });
    await handlePayPalEvent(context, event.body, event.headers);
    expect(await fresh().findOneOrFail(ProviderEvent, { eventId: event.id })).toMatchObject({
      outcome: "ignored",
      payload: { resource: { id: 5, links: null } },
    });
  });
});

describe("Stripe's signature", () => {
  const deliver = ({ payload, signature }: { payload: string; signature: string }, to = context) =>
    handleStripeEvent(to, Buffer.from(payload), signature);
  const withStripe = (changes: Partial<StripeGateway>): Context => {
    const { client, publishableKey, webhookSecrets, isSandbox } = context.gateways.stripe;
    const stripe = { client, publishableKey, webhookSecrets, isSandbox, ...changes };
    return { ...context, gateways: { ...context.gateways, stripe } };
  };

  it.each([
    ["is forged", (object: object) => ({ ...signedEvent(SUCCEEDED, object), signature: "t=1,v1=00" })],
    ["is missing", (object: object) => ({ ...signedEvent(SUCCEEDED, object), signature: "" })],
    [
      "was made with another secret",
      (object: object) => signedEvent(SUCCEEDED, object, { secret: "whsec_guess" }),
    ],
    [
      "is 301 seconds old",
      (object: object) => signedEvent(SUCCEEDED, object, { timestamp: Math.floor(Date.now() / 1000) - 301 }),
    ],
    [
      "is of other bytes",
      (object: object) => {
        const event = signedEvent(SUCCEEDED, object);
        return { ...event, payload: event.payload.replace("false", "true") };
      },
    ],
  ])("that %s: refused, nothing stored", async (_, make) => {
    const paid = await paidCard();
    const event = make(paid.object);
    await expect(deliver(event)).toBeRefused("bad_request");
    await nothingChanged(paid.checkoutId, [event.id]);
  });

  it("may be made with the old or the new secret while they are changed, and with no third", async () => {
    const rotating = withStripe({ webhookSecrets: ["whsec_new", "whsec_old"] });
    for (const secret of ["whsec_old", "whsec_new"]) {
      const paid = await paidCard();
      await deliver(signedEvent(SUCCEEDED, paid.object, { secret }), rotating);
      expect(await fresh().count(Order, { checkout: paid.checkoutId })).toBe(1);
    }
    const paid = await paidCard();
    const event = signedEvent(SUCCEEDED, paid.object);
    await expect(deliver(event, rotating)).toBeRefused("bad_request");
    await nothingChanged(paid.checkoutId, [event.id]);
  });

  it("on texts that cannot be stored: taken, and kept without them", async () => {
    const paid = await paidCard();
    const event = signedEvent(SUCCEEDED, {
      ...paid.object,
      description: "A\0da \ud83d",
      metadata: { "x\0": "y" },
    });
    await deliver(event);
    expect(await fresh().count(Order, { checkout: paid.checkoutId })).toBe(1);
    expect(await fresh().findOneOrFail(ProviderEvent, { eventId: event.id })).toMatchObject({
      outcome: "paid",
      payload: { data: { object: { description: "Ada ", metadata: {} } } },
    });
  });

  it("of a test payment is refused by a shop that runs with live keys", async () => {
    const live = withStripe({ isSandbox: false, publishableKey: "pk_live_1" });
    const paid = await paidCard();
    const event = signedEvent(SUCCEEDED, paid.object);
    await expect(deliver(event, live)).toBeRefused("bad_request");
    await nothingChanged(paid.checkoutId, [event.id]);
  });
});

describe("PayPal's signature", () => {
  type Signed = ReturnType<typeof signedPayPalEvent>;
  const changed = (event: Signed, header: string, value: string): Signed => {
    const headers = new Headers(event.headers);
    headers.set(header, value);
    return { ...event, headers };
  };
  const otherTime = new Date(Date.now() - 60_000).toISOString();

  it.each([
    [
      "is forged",
      (id: string) => changed(signedPayPalEvent(APPROVED, { id }), "PayPal-Transmission-Sig", "Zm9yZ2Vk"),
    ],
    ["is missing", (id: string) => ({ ...signedPayPalEvent(APPROVED, { id }), headers: new Headers() })],
    [
      "was made for another webhook",
      (id: string) => signedPayPalEvent(APPROVED, { id }, { webhookId: "8AB12345CD" }),
    ],
    [
      "is five days old",
      (id: string) => signedPayPalEvent(APPROVED, { id }, { time: new Date(Date.now() - 5 * DAY) }),
    ],
    [
      "is of another time",
      (id: string) => changed(signedPayPalEvent(APPROVED, { id }), "PayPal-Transmission-Time", otherTime),
    ],
    [
      "is of other bytes",
      (id: string) => {
        const event = signedPayPalEvent(APPROVED, { id });
        return { ...event, body: event.body.replace(id, "5O190127TN364715T") };
      },
    ],
    ["is of no JSON", (id: string) => ({ ...signedPayPalEvent(APPROVED, { id }), body: "not json" })],
  ])("that %s: refused, nothing stored", async (_, make) => {
    const { orderId, checkoutId } = await approvedPayPal();
    const event = make(orderId);
    await expect(handlePayPalEvent(context, event.body, event.headers)).toBeRefused("bad_request");
    await nothingChanged(checkoutId, [event.id]);
  });

  it("of a delivery that is replayed changes nothing more", async () => {
    const { orderId, checkoutId } = await approvedPayPal();
    const event = signedPayPalEvent(APPROVED, { id: orderId });
    for (let time = 0; time < 3; time += 1) await handlePayPalEvent(context, event.body, event.headers);
    expect(await fresh().find(ProviderEvent, { eventId: event.id })).toMatchObject([{ outcome: "paid" }]);
    expect(await fresh().count(Order, { checkout: checkoutId })).toBe(1);
  });

  it.each([
    ["https://evil.example/cert.pem"],
    ["https://paypal.com.evil.example/cert.pem"],
    ["https://evilpaypal.com/cert.pem"],
    ["http://api.paypal.com/cert.pem"],
    ["not an address"],
  ])("is never checked with a certificate from %s", async (address) => {
    const real = { ...requirePayPal(context), isSandbox: false };
    const now = new Date();
    const event = signedPayPalEvent(APPROVED, { id: "5O190127TN364715T" });
    expect(await isFromPayPal(real, { ...event, now })).toBe(true);
    expect(await isFromPayPal(real, { ...changed(event, "PayPal-Cert-Url", address), now })).toBe(false);
  });
});
