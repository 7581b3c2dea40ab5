import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import { fundingChoices } from "#app/components/checkout/paypal/sandbox-paypal-button.tsx";
import { spacedCardNumber, testCards } from "#app/components/checkout/stripe/sandbox-card-form.tsx";
import type { Context } from "#server/core/context.ts";
import { captureAtPayPal, requirePayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { captureOf } from "#server/payments/paypal/paypal-order.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { openPayPalCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import {
  beginCardPayment,
  payIntent,
  runTaskNow,
  runTestSandbox,
  stripeEventsOf,
} from "#server/testing/sandbox.ts";
import { action, loader } from "./sandbox.ts";

await runTestSandbox();

const stripe = () => paymentGateways().stripe.client;

/** A browser's request for a page of the stand-ins, at the shop's own address. */
async function open(url: string, form?: Record<string, string>): Promise<Response> {
  const request = new Request(url, form && { method: "POST", body: new URLSearchParams(form) });
  const args = { request, params: {}, context: {} };
  return form ? action(args) : loader(args);
}

interface Paid {
  intent: Stripe.PaymentIntent;
  error: { code?: string | undefined; decline_code?: string | undefined } | undefined;
}

async function newIntent(): Promise<Stripe.PaymentIntent> {
  return stripe().paymentIntents.create({ amount: 900, currency: "gbp" });
}

async function pay(number: string): Promise<Paid> {
  const { id, client_secret } = await newIntent();
  const cvc = number.startsWith("37") ? "1234" : "123";
  const { error } = await payIntent(client_secret ?? "", number, { cvc });
  return { intent: await stripe().paymentIntents.retrieve(id, { expand: ["latest_charge"] }), error };
}

const succeeds = ({ intent }: Paid) =>
  expect(intent).toMatchObject({ status: "succeeded", amount_received: 900 });
const declines =
  (reason: string) =>
  ({ intent, error }: Paid) => {
    expect(error).toMatchObject({ decline_code: reason });
    expect(intent.status).toBe("requires_payment_method");
  };

async function requireChallenge(paid: Paid, number: string): Promise<void> {
  succeeds(paid);
  const { id, client_secret } = await newIntent();
  const challenge = await beginCardPayment(client_secret ?? "", number);
  await challenge.answer("fail");
  expect((await stripe().paymentIntents.retrieve(id)).status).toBe("requires_payment_method");
}

const refunds = (status: string) => async (paid: Paid) => {
  succeeds(paid);
  const { id } = await stripe().refunds.create({ payment_intent: paid.intent.id });
  await runTaskNow(id);
  expect((await stripe().refunds.retrieve(id)).status).toBe(status);
};

const isDisputed = (reason: string) => async (paid: Paid) => {
  succeeds(paid);
  const { data } = await stripe().disputes.list({ payment_intent: paid.intent.id });
  expect(data).toMatchObject([{ reason, amount: 900 }]);
};

function hasEvent(paid: Paid, type: string): void {
  succeeds(paid);
  expect(stripeEventsOf(type)).toContainEqual(expect.objectContaining({ payment_intent: paid.intent.id }));
}

/** The result for each value in the list. */
const meanings: Record<(typeof testCards)[number]["label"], (paid: Paid, number: string) => unknown> = {
  Succeeds: succeeds,
  "Succeeds (Mastercard)": succeeds,
  "Succeeds (American Express)": succeeds,
  "Succeeds (UK Visa)": succeeds,
  "Asks for 3-D Secure": requireChallenge,
  "Asks for 3-D Secure every time": requireChallenge,
  Declined: declines("generic_decline"),
  "Insufficient funds": declines("insufficient_funds"),
  "Lost card": declines("lost_card"),
  "Stolen card": declines("stolen_card"),
  "Expired card": declines("expired_card"),
  "Wrong security code": declines("incorrect_cvc"),
  "Processing error": declines("processing_error"),
  "Used too often": declines("card_velocity_exceeded"),
  "Authentication required": declines("authentication_required"),
  "Blocked as fraudulent": declines("fraudulent"),
  "Stays processing for a few seconds, then succeeds": async ({ intent }) => {
    expect(intent.status).toBe("processing");
    await runTaskNow(intent.id);
    expect((await stripe().paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
  },
  "Succeeds; a refund stays pending for a few seconds": async (paid) => {
    const { status } = await stripe().refunds.create({ payment_intent: paid.intent.id, amount: 100 });
    expect(status).toBe("pending");
    await refunds("succeeded")(paid);
  },
  "Succeeds; a refund fails a few seconds later": refunds("failed"),
  "Succeeds; the payment is disputed as fraud": isDisputed("fraudulent"),
  "Succeeds; disputed because the goods did not arrive": isDisputed("product_not_received"),
  "Succeeds; Stripe puts the payment into its review queue": (paid) => hasEvent(paid, "review.opened"),
  "Succeeds; the bank gives an early fraud warning": (paid) =>
    hasEvent(paid, "radar.early_fraud_warning.created"),
};

describe("a test card that the checkout lists does at the stand-in what the page says:", () => {
  it.each(testCards)("$number, $label", async ({ number, label }) => {
    await meanings[label](await pay(number), number);
  });

  it("and the stand-in's own page lists the same", async () => {
    const { url } = await stripe().checkout.sessions.create({
      mode: "payment",
      success_url: "http://127.0.0.1:3000/checkout-success",
      line_items: [
        { price_data: { currency: "gbp", unit_amount: 500, product_data: { name: "Sack" } }, quantity: 1 },
      ],
    });
    const page = await (await open(url ?? "")).text();
    const listed = [...page.matchAll(/<td>([\d ]+)<\/td><td>(.+?)<\/td>/g)].map(([, number, label]) => ({
      number,
      label,
    }));
    expect(listed).toEqual(
      testCards.map(({ number, label }) => ({ number: spacedCardNumber(number), label })),
    );
  });
});

describe("a way to answer at PayPal that the checkout offers", () => {
  let context: Context;
  beforeAll(async () => {
    context = await payingContext();
  });

  async function openOrder() {
    const lines = [{ product: await makeProduct(context, { price: 2000, stockQuantity: 50 }), quantity: 1 }];
    const { orderId } = await openPayPalCheckout(context, lines);
    return { orderId, page: `http://127.0.0.1:3000/sandbox/paypal/approve?token=${orderId}` };
  }

  const ends: Record<(typeof fundingChoices)[number]["funding"], unknown> = {
    paid: "COMPLETED",
    declined: "INSTRUMENT_DECLINED",
    refused: "TRANSACTION_REFUSED",
    pending: "PENDING",
    disputed: "COMPLETED",
  };

  it.each(fundingChoices)("is there, and ends as it says: $label", async ({ funding, label }) => {
    const { orderId, page } = await openOrder();
    expect(await (await open(page)).text()).toContain(`value="${funding}"`);
    expect(await (await open(page)).text()).toContain(`>${label}</button>`);
    expect((await open(page, { answer: funding })).status).toBe(303);
    const end = await captureAtPayPal(requirePayPal(context), orderId, randomUUID()).then(
      (order) => captureOf(order)?.status,
      (refusal: { issue: string }) => refusal.issue,
    );
    expect(end).toBe(ends[funding]);
  });
});
