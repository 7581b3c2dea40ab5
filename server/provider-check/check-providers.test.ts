import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { getOrm } from "#db/orm.server.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { captureAtPayPal, createOrderAtPayPal } from "#server/payments/paypal/paypal-calls.server.ts";
import type { PayPalGateway } from "#server/payments/paypal/paypal-client.server.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { listen } from "#server/testing/listen.ts";
import { byVerdict, happenedTo, person } from "#server/testing/provider-check.ts";
import {
  adjudicatePayPalDispute,
  approvePayPalOrder,
  runTestSandbox,
  setFaults,
  setStripeBehaviour,
} from "#server/testing/sandbox.ts";
import { checkProviders, requireTestKeys } from "./check-providers.server.ts";

runTestSandbox();

/** A payment whose buyer opens a case, which PayPal's sandbox decides for the buyer: its capture is reversed. */
async function reverseCapture(paypal: PayPalGateway): Promise<void> {
  const amount = { currency_code: "GBP", value: "20.00" };
  const body = { intent: "CAPTURE", purchase_units: [{ amount }] };
  const { id } = await createOrderAtPayPal(paypal, body, randomUUID());
  await approvePayPalOrder(id, "disputed");
  await captureAtPayPal(paypal, id, randomUUID());
  const rows = await getOrm().em.execute<{ id: string }[]>(
    "select id from sandbox.object where provider = 'paypal' and kind = 'dispute' order by created_at desc limit 1",
  );
  await adjudicatePayPalDispute(rows[0]?.id ?? "", "BUYER_FAVOR");
}

// Each asks the providers for some dozen things.
describe("what the shop believes of the providers", { timeout: 60_000 }, () => {
  beforeEach(() => setFaults({}));

  it("is so as far as no browser is needed", async () => {
    const { findings } = await checkProviders(paymentGateways());
    expect(byVerdict(findings, "not fine")).toEqual([]);
    expect(byVerdict(findings, "no answer")).toEqual([]);
    expect(byVerdict(findings, "not tried")).toEqual([
      expect.stringContaining("who passes 3-D Secure"),
      expect.stringContaining("an answer 500 is kept"),
      expect.stringContaining("Stripe.js refuses an intent whose amount"),
      expect.stringContaining("after a declined capture"),
      expect.stringContaining("a capture that PayPal took back"),
    ]);
  });

  it("is so where a person helps: challenges are passed, an order is approved, captured and refunded, and nothing is left open", async () => {
    const { client } = paymentGateways().stripe;
    const started = Math.floor(Date.now() / 1000);
    const { findings, left } = await checkProviders(paymentGateways(), person());
    expect(byVerdict(findings, "not fine")).toEqual([]);
    expect(byVerdict(findings, "no answer")).toEqual([]);
    expect(happenedTo(findings, "a new amount while the shopper stands in 3-D Secure")).toContain(
      "the challenge is over",
    );
    expect(happenedTo(findings, "who passes 3-D Secure")).toBe("canceled, £0.00 received.");
    expect(happenedTo(findings, "the name that the shop gives a refund")).toMatch(
      /^(unavailable-\w+) comes back as \1;/,
    );
    expect(left[0]).toMatch(/^Stripe keeps \d+ payment intents of test mode, cancelled or refunded\./);
    expect(left[1]).toMatch(/^PayPal's sandbox keeps \d+ orders; what was captured was given back/);
    for await (const intent of client.paymentIntents.list({ limit: 100, created: { gte: started } })) {
      const { data } = await client.charges.list({ payment_intent: intent.id });
      const isGivenBack = data.some(({ status, refunded }) => status === "succeeded" && refunded);
      expect(intent.status === "canceled" || isGivenBack).toBe(true);
    }
  });

  it("is so after a real decline, when the payer can be sent back, and of a capture that PayPal took back", async () => {
    const { paypal } = paymentGateways();
    if (!paypal) throw new Error("PayPal has no stand-in.");
    await reverseCapture(paypal);
    const { findings } = await checkProviders({ paypal }, person("declined"));
    expect(happenedTo(findings, "after a declined capture")).toMatch(
      /^422 INSTRUMENT_DECLINED with a link back to PayPal; the order is /,
    );
    expect(happenedTo(findings, "a capture that PayPal took back")).toMatch(/^Its refund is there: /);
    expect(byVerdict(findings, "not fine")).toEqual([]);
  });

  it("is not so where a provider charges another amount, nor where cards are off in Stripe's dashboard; a provider without keys is left alone", async () => {
    await setFaults({ wrongAmount: 100 });
    await setStripeBehaviour({ dashboardMethods: ["link"] });
    const { findings, left } = await checkProviders({ stripe: paymentGateways().stripe });
    await setStripeBehaviour({});
    const wrong = byVerdict(findings, "not fine");
    expect(wrong).toContainEqual(expect.stringContaining("exactly its own amount"));
    expect(wrong).toContainEqual(expect.stringContaining("an intent for cards alone"));
    expect(happenedTo(findings, "an intent for cards alone")).toMatch(
      /Switch cards on in Stripe's dashboard\.$/,
    );
    expect(findings.at(-1)).toMatchObject({ provider: "PayPal", verdict: "not tried" });
    expect(findings.at(-1)?.observed).toContain("PAYPAL_ENVIRONMENT=sandbox");
    expect(left).toHaveLength(1);
  });
});

describe("a check of the providers takes test keys only", () => {
  const stripe = (secret: string) => ({
    STRIPE_SECRET_KEY: secret,
    STRIPE_PUBLISHABLE_KEY: secret.replace(/^[a-z]+_/, "pk_"),
    STRIPE_WEBHOOK_SECRET: "whsec_x",
  });
  const paypal = { PAYPAL_CLIENT_ID: "x", PAYPAL_CLIENT_SECRET: "x", PAYPAL_WEBHOOK_ID: "x" };

  it.each<[string, Record<string, string>, string]>([
    ["a live key", stripe("sk_live_1"), "these are live keys"],
    ["a restricted live key", stripe("rk_live_1"), "these are live keys"],
    ["live PayPal", { ...stripe("sk_test_1"), ...paypal, PAYPAL_ENVIRONMENT: "live" }, "these are live keys"],
    ["PayPal of no named environment", { ...stripe("sk_test_1"), ...paypal }, "these are live keys"],
    ["a key of neither mode", stripe("sk_1"), "must begin with sk_test_"],
    ["no keys at all", {}, "Set STRIPE_SECRET_KEY"],
  ])("and refuses %s", async (_, environment, words) => {
    await expect(requireTestKeys(readEnvironment(environment))).rejects.toThrow(words);
  });

  it.each<[string, Record<string, string>]>([
    ["Stripe's", stripe("sk_test_1")],
    ["a restricted key of Stripe's", stripe("rk_test_1")],
    ["PayPal's sandbox", { ...paypal, PAYPAL_ENVIRONMENT: "sandbox" }],
  ])("%s will do", async (_, environment) => {
    await expect(requireTestKeys(readEnvironment(environment))).resolves.toBeUndefined();
  });

  it("and makes nothing at an account that answers in live mode", async () => {
    const requests: string[] = [];
    const address = await listen((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ object: "balance", livemode: true, available: [], pending: [] }));
    });
    const { port, hostname: host } = new URL(address);
    const client = new Stripe("sk_test_live", { host, port: Number(port), protocol: "http" });
    const account = { ...paymentGateways().stripe, client };
    await expect(checkProviders({ stripe: account })).rejects.toThrow("live mode");
    expect(requests).toEqual(["GET /v1/balance"]);
  });
});
