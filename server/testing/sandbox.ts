import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import { z } from "zod";
import { startSandbox } from "#server/process/sandbox.server.ts";
import { approveOrder } from "#server/sandbox/paypal/approval.server.ts";
import { transmissionHeaders } from "#server/sandbox/paypal/paypal-signature.server.ts";
import type { Funding } from "#server/sandbox/paypal/paypal-state.ts";
import { handleSandboxPage } from "#server/sandbox/sandbox-pages.server.ts";
import { runInSandbox, runningSandbox } from "#server/sandbox/sandbox-process.server.ts";
import { apiVersion } from "#server/sandbox/stripe/stripe-shapes.ts";

const SHOP = "http://127.0.0.1:3000";

/** An address where nobody listens: events stay stored and undelivered, so that a test decides what arrives. */
const NOWHERE = "http://127.0.0.1:9/webhooks/stripe";

/**
 * Starts the sandbox on this test file's database; `stop` belongs into afterAll. `paymentGateways()` then speaks to
 * it. Events go to `webhookUrl`, or nowhere.
 */
export async function startTestSandbox(
  webhookUrl: string = NOWHERE,
): Promise<{ port: number; stop(): Promise<void> }> {
  return startSandbox({ webhookUrl });
}

/** For the top of a test file: the sandbox runs while its tests do, and its events go nowhere. */
export function runTestSandbox(): void {
  let sandbox: { stop(): Promise<void> } | undefined;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox?.stop());
}

/** Stripe's test card that pays without a question. */
export const GOOD_CARD = "4242424242424242";

export interface TestCardInput {
  exp?: string;
  cvc?: string;
  /** What the card form was opened for, in pence, where it is a form that pays. */
  elementsAmount?: number;
  /** How a 3-D Secure challenge ends; it is passed unless told otherwise. */
  challenge?: "pass" | "fail";
}

const responseSchema = z.object({
  paymentIntent: z.looseObject({ id: z.string(), status: z.string() }).optional(),
  error: z
    .looseObject({
      type: z.string(),
      code: z.string().optional(),
      decline_code: z.string().optional(),
      message: z.string(),
    })
    .optional(),
});

export type CardFormResult = z.infer<typeof responseSchema>;

/** Pays an intent with a card as the browser's card form does, 3-D Secure included. */
export async function payIntent(
  clientSecret: string,
  cardNumber: string,
  { exp = "12/40", cvc = "123", challenge = "pass", elementsAmount }: TestCardInput = {},
): Promise<CardFormResult> {
  const card = { number: cardNumber, exp, cvc };
  const elements =
    elementsAmount === undefined ? undefined : { mode: "payment", amount: elementsAmount, currency: "gbp" };
  const answer = await callCardForm(clientSecret, "confirm", { card, elements });
  if (answer.paymentIntent?.status !== "requires_action") return answer;
  return callCardForm(clientSecret, "authenticate", { outcome: challenge });
}

/** Submits a card and leaves its 3-D Secure challenge open, to be answered later. */
export async function beginCardPayment(clientSecret: string, cardNumber: string) {
  const card = { number: cardNumber, exp: "12/40", cvc: "123" };
  const { paymentIntent } = await callCardForm(clientSecret, "confirm", { card });
  if (paymentIntent?.status !== "requires_action") throw new Error("This card asks nobody.");
  return {
    answer: (outcome: "pass" | "fail") => callCardForm(clientSecret, "authenticate", { outcome }),
  };
}

/** One call of the card form: `confirm` with a card, or `authenticate` with an outcome. */
async function callCardForm(
  clientSecret: string,
  step: "confirm" | "authenticate",
  body: object,
): Promise<CardFormResult> {
  const id = clientSecret.split("_secret_")[0];
  const response = await handleSandboxPage(
    new Request(`${SHOP}/sandbox/stripe/payment_intents/${id}/${step}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ client_secret: clientSecret, ...body }),
    }),
  );
  return responseSchema.parse(await response.json());
}

/**
 * Fills in and submits a hosted payment page, its 3-D Secure page included. A paid session answers 303 to its
 * success address; a refused card 402 and a mistyped one 400, with the page.
 */
export async function payHostedSession(
  url: string,
  cardNumber: string,
  { exp = "12 / 40", cvc = "123", challenge = "pass" }: TestCardInput = {},
): Promise<Response> {
  const paid = await postForm(url, { cardNumber, cardExpiry: exp, cardCvc: cvc });
  if (paid.headers.get("location") !== `${url}/challenge`) return paid;
  return postForm(`${url}/challenge`, { outcome: challenge });
}

function postForm(url: string, fields: Record<string, string>): Promise<Response> {
  const headers = { "Sec-Fetch-Site": "same-origin", Origin: new URL(url).origin };
  return handleSandboxPage(new Request(url, { method: "POST", headers, body: new URLSearchParams(fields) }));
}

/** Approves a PayPal order as its payer does on the approval page. */
export async function approvePayPalOrder(orderId: string, funding: Funding = "paid"): Promise<void> {
  await runInSandbox((em) => approveOrder(em, orderId, funding));
}

interface PayPalEventOptions {
  id?: string;
  /** When it is said to have been sent. */
  time?: Date;
  /** Another shop's webhook, whose events are signed just as well. */
  webhookId?: string;
}

/** A PayPal event as the sandbox would send it: the raw body and its headers. */
export function signedPayPalEvent(
  type: string,
  resource: object,
  { id = `WH-${randomUUID()}`, time = new Date(), webhookId }: PayPalEventOptions = {},
): { body: string; headers: Headers; id: string } {
  const running = runningSandbox()?.payPal;
  if (!running) throw new Error("Start the sandbox.");
  const keys = { ...running, webhookId: webhookId ?? running.webhookId };
  const body = JSON.stringify({ id, event_type: type, resource });
  const headers = transmissionHeaders(keys, { id: randomUUID(), time: time.toISOString(), body });
  return { body, headers: new Headers(headers), id };
}

/** An event as the sandbox would send it, for the shop's webhook: the raw body and its signature header. */
export function signedEvent(
  type: string,
  object: object,
  options: { id?: string; secret?: string; timestamp?: number } = {},
): { payload: string; signature: string; id: string } {
  const secret = options.secret ?? runningSandbox()?.webhookSecret;
  if (!secret) throw new Error("Start the sandbox, or give a secret.");
  const id = options.id ?? `evt_${randomUUID().replaceAll("-", "")}`;
  const payload = JSON.stringify({
    id,
    object: "event",
    api_version: apiVersion,
    created: Math.floor(Date.now() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }),
  });
  return { payload, signature, id };
}
