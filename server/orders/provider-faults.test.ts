import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FailedOrder, Order, Payment, ProviderEvent, Refund } from "#db/entities/index.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { findPayPalCapture, requirePayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { listPayPalRefunds } from "#server/payments/paypal/paypal-money.server.ts";
import {
  buyByCard,
  buyWithPayPal,
  capturePayPalOrder,
  createHostedSession,
  createStripeIntent,
  filledForm,
  handlePayPalEvent,
  handleStripeEvent,
  openCheckout,
  openPayPalCheckout,
  payingContext,
} from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser } from "#server/testing/factories.ts";
import { listen } from "#server/testing/listen.ts";
import {
  approvePayPalOrder,
  GOOD_CARD,
  payHostedSession,
  payIntent,
  setFaults,
  startTestSandbox,
} from "#server/testing/sandbox.ts";
import { finalisePayment } from "./finalise-payment.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { sweepCheckouts } from "./sweep-checkouts.server.ts";

/** The first request and both of its repetitions. */
const EVERY_TRY = 3;

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
let context: Context;
let manager: Context;

beforeEach(async () => {
  sandbox = await startTestSandbox(`${await listenForEvents()}/webhooks/stripe`);
  vi.spyOn(Stripe.prototype, "getInitialNetworkRetryDelay").mockReturnValue(0.001);
  context ??= await payingContext({ actor: { kind: "system" } });
  manager ??= asUser(context, await makeUser(context, { role: "shop_manager" }));
  await faults({});
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sandbox.stop();
});

/** No event reaches the shop unless a test lets it. */
const faults = (changes: Parameters<typeof setFaults>[0]) => setFaults({ drop: true, ...changes });

/** The shop's webhooks, as its routes have them. */
function listenForEvents(): Promise<string> {
  return listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks);
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      const act = request.url?.endsWith("paypal")
        ? handlePayPalEvent(context, body.toString(), headers)
        : handleStripeEvent(context, body, headers.get("stripe-signature") ?? "");
      const status = await act.then(
        () => 200,
        () => 400,
      );
      response.writeHead(status).end();
    });
  });
}

const fresh = () => context.em.fork();
const later = () =>
  payingContext({ actor: { kind: "system" }, clock: { now: () => new Date(Date.now() + 120_000) } });
const product = () => makeProduct(context, { price: 5000, stockQuantity: 10 });
const openCard = async () => openCheckout(context, [{ product: await product(), quantity: 1 }]);
const startCard = async () => {
  const cartId = await makeCart(context, [{ product: await product(), quantity: 1 }]);
  return startCheckout(context, { cartId, details: detailsOf(filledForm()), paymentMethod: "stripe" });
};
const openPayPal = async () => openPayPalCheckout(context, [{ product: await product(), quantity: 1 }]);
const ordersOf = ({ checkoutId }: { checkoutId: string }) => fresh().find(Order, { checkout: checkoutId });

async function paidOrder(provider: "stripe" | "paypal"): Promise<Order> {
  const buy = provider === "stripe" ? buyByCard : buyWithPayPal;
  return (await buy(context, [{ product: await product(), quantity: 1 }])).order;
}

describe("an answer that never comes", () => {
  it("after a card was charged leaves one order, made by the sweeper", async () => {
    const opened = await openCard();
    await faults({ lostAnswers: 1 });
    await expect(payIntent(opened.clientSecret, GOOD_CARD)).rejects.toThrow();
    expect(await ordersOf(opened)).toHaveLength(0);
    await sweepCheckouts(await later());
    await sweepCheckouts(await later());
    expect(await ordersOf(opened)).toMatchObject([{ transactionId: opened.paymentIntentId }]);
  });

  it("after PayPal captured leaves one order of one capture", async () => {
    const opened = await openPayPal();
    await approvePayPalOrder(opened.orderId);
    await faults({ lostAnswers: EVERY_TRY });
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "paid", created: true });
    await sweepCheckouts(await later());
    expect(await ordersOf(opened)).toHaveLength(1);
  }, 20_000);

  it.each(["stripe", "paypal"] as const)(
    "to a refund by %s leaves one refund",
    async (provider) => {
      const order = await paidOrder(provider);
      await faults({ lostAnswers: EVERY_TRY });
      const changes = { orderId: order.id, key: randomUUID(), seenRefunded: 0, amount: 700, reason: "Torn" };
      await expect(refundOrder(manager, { ...changes })).toBeRefused("unavailable");
      await faults({});
      await sweepCheckouts(await later());
      await sweepCheckouts(await later());
      expect(await fresh().find(Refund, { order: order.id })).toMatchObject([
        { amount: 700, status: "succeeded" },
      ]);
      expect(await refundsAtProvider(order)).toEqual([700]);
    },
    20_000,
  );
});

async function refundsAtProvider(order: Order): Promise<number[]> {
  const paymentId = order.transactionId ?? "";
  if (order.paymentMethod === "stripe") {
    const { data } = await context.gateways.stripe.client.refunds.list({ payment_intent: paymentId });
    return data.map(({ amount }) => amount);
  }
  const payment = await fresh().findOneOrFail(Payment, { providerPaymentId: paymentId });
  return (await listPayPalRefunds(context, payment)).map(({ amount }) => amount);
}

describe("a provider that is away", () => {
  it("for one request is asked again, and the shopper notices nothing", async () => {
    await faults({ outages: 1 });
    const card = await openCard();
    await payIntent(card.clientSecret, GOOD_CARD);
    expect(await finalisePayment(context, "stripe", card.paymentIntentId)).toMatchObject({ kind: "paid" });
    await faults({ outages: 1 });
    const payPal = await openPayPal();
    await approvePayPalOrder(payPal.orderId);
    await faults({ outages: 1 });
    expect(await capturePayPalOrder(context, payPal.orderId)).toMatchObject({ kind: "paid" });
    expect([...(await ordersOf(card)), ...(await ordersOf(payPal))]).toHaveLength(2);
  }, 20_000);

  it("for long takes nothing, and the next try has one intent and one order", async () => {
    const opened = await openCard();
    await fresh().nativeDelete(Payment, { checkout: opened.checkoutId });
    await faults({ outages: EVERY_TRY });
    await expect(createStripeIntent(context, opened.checkoutId)).toBeRefused("unavailable", {
      message: "Failed to initialize payment",
    });
    const intent = await createStripeIntent(context, opened.checkoutId);
    await payIntent(intent.clientSecret, GOOD_CARD);
    await finalisePayment(context, "stripe", intent.paymentIntentId);
    expect(await ordersOf(opened)).toHaveLength(1);
  }, 20_000);
});

/** Before anything happened, and after everything had: Stripe keeps both for the key. */
const storedErrors = ["serverErrors", "lateServerErrors"] as const;

describe("a 500 that Stripe keeps for its idempotency key", () => {
  it.each(storedErrors)(
    "does not keep a cart from paying: trying again works at once (%s)",
    async (fault) => {
      const started = await startCard();
      // Each is the answer to another key: the shopper tries three times in vain.
      await faults({ [fault]: 3 });
      for (const _ of [1, 2, 3]) {
        await expect(createStripeIntent(context, started.checkoutId)).toBeRefused("unavailable");
      }
      const intent = await createStripeIntent(context, started.checkoutId);
      await payIntent(intent.clientSecret, GOOD_CARD);
      await finalisePayment(context, "stripe", intent.paymentIntentId);
      expect(await ordersOf(started)).toHaveLength(1);
      expect(await fresh().count(Payment, { checkout: started.checkoutId })).toBe(1);
    },
  );

  it.each(storedErrors)("does not keep a shopper without JavaScript from paying (%s)", async (fault) => {
    const started = await startCard();
    await faults({ [fault]: 1 });
    await expect(createHostedSession(context, started.checkoutId)).toBeRefused("unavailable");
    const { url } = await createHostedSession(context, started.checkoutId);
    expect((await payHostedSession(url, GOOD_CARD)).status).toBe(303);
  });

  it.each(storedErrors)("to a refund leaves one refund, which the next sweep makes (%s)", async (fault) => {
    const order = await paidOrder("stripe");
    await faults({ [fault]: 1 });
    const changes = { orderId: order.id, key: randomUUID(), seenRefunded: 0, amount: 700, reason: "Torn" };
    await expect(refundOrder(manager, { ...changes })).toBeRefused("unavailable");
    await sweepCheckouts(await later());
    expect(await fresh().find(Refund, { order: order.id })).toMatchObject([
      { amount: 700, status: "succeeded" },
    ]);
    expect(await refundsAtProvider(order)).toEqual([700]);
  });
});

describe("a provider that answers 500", () => {
  it("to a capture is never taken for a refusal: the sweeper captures once", async () => {
    const opened = await openPayPal();
    await approvePayPalOrder(opened.orderId);
    await faults({ serverErrors: EVERY_TRY });
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "processing" });
    expect(await fresh().count(FailedOrder, { checkout: opened.checkoutId })).toBe(0);
    await sweepCheckouts(await later());
    expect(await ordersOf(opened)).toHaveLength(1);
  }, 20_000);
});

describe("strangers' events with signatures that hold", () => {
  it("of Stripe make nothing: one order, one unmatched event, and live mode refused", async () => {
    await faults({ drop: false, foreign: true });
    const opened = await openCard();
    await payIntent(opened.clientSecret, GOOD_CARD);
    await expect.poll(() => ordersOf(opened), { timeout: 8000 }).toHaveLength(1);
    const kept = (end: string) =>
      fresh().find(ProviderEvent, { provider: "stripe", eventId: { $like: `%${end}` } });
    const outcomes = async () => new Set((await kept("_foreign")).map(({ outcome }) => outcome));
    await expect.poll(outcomes, { timeout: 8000 }).toEqual(new Set(["unmatched"]));
    expect(await kept("_live")).toHaveLength(0);
  }, 15_000);

  it("of PayPal make nothing: one order, and the stranger's event unmatched", async () => {
    const opened = await openPayPal();
    await approvePayPalOrder(opened.orderId);
    await faults({ drop: false, foreign: true });
    await capturePayPalOrder(context, opened.orderId);
    const outcomes = async () => {
      const foreign = { provider: "paypal", eventId: { $like: "%-FOREIGN" } } as const;
      return new Set((await fresh().find(ProviderEvent, foreign)).map(({ outcome }) => outcome));
    };
    await expect.poll(outcomes, { timeout: 8000 }).toEqual(new Set(["unmatched"]));
    const [order] = await ordersOf(opened);
    expect(await findPayPalCapture(requirePayPal(context), order?.transactionId ?? "")).toBeDefined();
    expect(await ordersOf(opened)).toHaveLength(1);
  }, 15_000);
});
