import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { passToSandbox } from "#server/payments/sandbox-connection.server.ts";
import { GOOD_CARD, payHostedSession, runTaskNow, runTestSandbox } from "#server/testing/sandbox.ts";

await runTestSandbox();

const stripe = () => paymentGateways().stripe.client;

function createSession(rest: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return stripe().checkout.sessions.create({
    mode: "payment",
    line_items: [
      {
        quantity: 2,
        price_data: { currency: "gbp", unit_amount: 1250, product_data: { name: "Premium <Biochar>" } },
      },
      { price_data: { currency: "gbp", unit_amount: 1099, product_data: { name: "Delivery" } } },
    ],
    client_reference_id: "checkout-1",
    metadata: { checkout_id: "checkout-1" },
    payment_intent_data: { metadata: { checkout_id: "checkout-1" } },
    customer_email: "rowan@example.com",
    success_url: "https://shop.test/checkout-success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.test/checkout",
    ...rest,
  });
}

const urlOf = (session: Stripe.Checkout.Session) => session.url ?? "";
/** A session with its payment, and that with its charge. */
async function retrieve(id: string) {
  const session = await stripe().checkout.sessions.retrieve(id);
  const intent = session.payment_intent;
  if (typeof intent !== "string") return { ...session, payment_intent: null };
  const paid = await stripe().paymentIntents.retrieve(intent, { expand: ["latest_charge"] });
  return { ...session, payment_intent: paid };
}

describe("a hosted session", () => {
  test("is made with Stripe's fields, and has no payment yet", async () => {
    const session = await createSession();
    expect(session).toMatchObject({
      object: "checkout.session",
      mode: "payment",
      livemode: false,
      status: "open",
      payment_status: "unpaid",
      amount_total: 3599,
      payment_intent: null,
      url: `https://shop.test/sandbox/stripe/checkout/${session.id}`,
    });
  });

  test("shows a page without scripts, marked as a test, with its lines and amount", async () => {
    const session = await createSession();
    const response = await passToSandbox(new Request(urlOf(session)));
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' https://shop.test;");
    const html = await response.text();
    expect(html).toContain("Test payments — no money moves");
    expect(html).toContain("Premium &lt;Biochar&gt;");
    expect(html).toContain("Pay £35.99");
    expect(html).toContain('href="https://shop.test/checkout"');
    expect(html).not.toContain("<script");
  });

  test("paid, it leads to the shop, and its intent carries the metadata", async () => {
    const session = await createSession();
    const response = await payHostedSession(urlOf(session), GOOD_CARD);
    expect(response.status).toBe(303);
    expect(response.location).toBe(`https://shop.test/checkout-success?session_id=${session.id}`);
    expect(await retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      payment_intent: {
        status: "succeeded",
        amount_received: 3599,
        metadata: { checkout_id: "checkout-1" },
        latest_charge: { paid: true },
      },
    });
  });

  test("errors stand beside their fields, and an unknown number is not sent back", async () => {
    const session = await createSession();
    const response = await payHostedSession(urlOf(session), "4111 1111 1111 1112", {
      exp: "01 / 20",
      cvc: "",
    });
    expect(response.status).toBe(400);
    const html = response.text;
    expect(html).toContain("Your card number is invalid.");
    expect(html).toContain("Your card&#39;s expiration year is in the past.");
    expect(html).toContain("Your card&#39;s security code is incomplete.");
    expect(html).toContain('value="01 / 20"');
    expect(html).not.toContain("4111 1111");
  });

  test("3-D Secure has a page of its own; failed, another card may be tried", async () => {
    const session = await createSession();
    const failed = await payHostedSession(urlOf(session), "4000000000003220", { challenge: "fail" });
    expect(failed.status).toBe(402);
    expect(failed.text).toContain("unable to authenticate");
    const first = await retrieve(session.id);
    expect(first).toMatchObject({ status: "open", payment_intent: { status: "requires_payment_method" } });
    const passed = await payHostedSession(urlOf(session), "4000000000003220", { challenge: "pass" });
    expect(passed.location).toContain("/checkout-success?session_id=");
    expect(idOf((await retrieve(session.id)).payment_intent)).toBe(idOf(first.payment_intent));
  });

  test("paid twice at once, it charges once, and both are led to the shop", async () => {
    const session = await createSession();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => payHostedSession(urlOf(session), GOOD_CARD)),
    );
    expect(new Set(responses.map((response) => response.location)).size).toBe(1);
    const intent = idOf((await retrieve(session.id)).payment_intent);
    expect((await stripe().charges.list({ payment_intent: intent })).data).toHaveLength(1);
    expect((await passToSandbox(new Request(urlOf(session)))).status).toBe(303);
  });

  test("expired, it can no longer be paid and its intent is cancelled", async () => {
    const session = await createSession();
    await payHostedSession(urlOf(session), "4000000000000002");
    expect(await stripe().checkout.sessions.expire(session.id)).toMatchObject({
      status: "expired",
      url: null,
    });
    const response = await payHostedSession(urlOf(session), GOOD_CARD);
    expect(response.status).toBe(410);
    expect(response.text).toContain("https://shop.test/checkout");
    expect((await retrieve(session.id)).payment_intent).toMatchObject({ status: "canceled" });
    await expect(stripe().checkout.sessions.expire(session.id)).rejects.toThrow("Only Checkout Sessions");
  });

  test("expires by itself at its time", async () => {
    const session = await createSession();
    await runTaskNow(session.id);
    expect((await retrieve(session.id)).status).toBe("expired");
  });
});

describe("the pages", () => {
  test("are not there for unknown sessions, nor beside real keys", async () => {
    const unknown = await passToSandbox(new Request("https://shop.test/sandbox/stripe/checkout/cs_test_x"));
    expect(unknown.status).toBe(404);
    const session = await createSession();
    process.env.STRIPE_SECRET_KEY = "sk_test_real";
    try {
      expect((await passToSandbox(new Request(urlOf(session)))).status).toBe(404);
    } finally {
      delete process.env.STRIPE_SECRET_KEY;
    }
  });
});

function idOf(intent: string | Stripe.PaymentIntent | null): string {
  return typeof intent === "string" ? intent : (intent?.id ?? "");
}
