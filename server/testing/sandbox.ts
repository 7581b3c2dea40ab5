import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, expect } from "vitest";
import { z } from "zod";
import { getOrm } from "#db/orm.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import {
  connectSandbox,
  passToSandbox,
  type SandboxConnection,
  sandboxConnection,
} from "#server/payments/sandbox-connection.server.ts";
import { apiVersion } from "#server/payments/stripe/stripe-calls.server.ts";
import { sandboxSettings } from "#server/process/sandbox.server.ts";
import * as faults from "#server/sandbox/faults.server.ts";
import { approveOrder } from "#server/sandbox/paypal/approval.server.ts";
import * as captures from "#server/sandbox/paypal/capture-order.server.ts";
import type { Funding, OrderState } from "#server/sandbox/paypal/paypal-shapes.ts";
import * as payPalStore from "#server/sandbox/paypal/paypal-store.server.ts";
import * as disputes from "#server/sandbox/paypal/refunds-and-disputes.server.ts";
import { patchWebhook, transmissionHeaders } from "#server/sandbox/paypal/webhook.server.ts";
import { readInSandbox, runInSandbox } from "#server/sandbox/sandbox-process.server.ts";
import { startStandIns } from "#server/sandbox/stand-ins.server.ts";
import * as stripeStore from "#server/sandbox/stripe/sandbox-store.server.ts";
import { postponeTask } from "#server/sandbox/tasks.server.ts";
import { forgetObjects } from "#server/sandbox/transactions.server.ts";

/* The stand-ins of Stripe and PayPal, in the test's own process, and what is done at them: by payers, by staff in the
 * providers' dashboards, by the providers themselves. No other test reaches into `server/sandbox/` but those beside it. */

export type { Funding };
export type PayPalBehaviour = payPalStore.PayPalBehaviour;
export type StripeBehaviour = stripeStore.StripeBehaviour;
export type SandboxFaults = faults.SandboxFaults;

const SHOP = "http://127.0.0.1:3000";

/** An address where nobody listens: events stay stored and undelivered, so that a test decides what arrives. */
const NOWHERE = "http://127.0.0.1:9/webhooks/stripe";

/**
 * Starts the sandbox on this test file's database; `stop` belongs into afterAll. `paymentGateways()` then speaks to
 * it. Events go to `webhookUrl`, or nowhere; with null they are not even tried. `pauses` are PayPal's client's.
 */
export async function startTestSandbox(
  webhookUrl: string | null = NOWHERE,
  { pauses }: { pauses?: number[] } = {},
): Promise<{ port: number; stop(): Promise<void> }> {
  const secret = await signingSecret(getOrm().em.fork());
  const settings = sandboxSettings({ secret, webhookUrl });
  const { port, stop } = await startStandIns(settings);
  connectSandbox({ port, ...settings.keys, pauses });
  return {
    port,
    stop: async () => {
      connectSandbox(undefined);
      await stop();
    },
  };
}

/** Where the sandbox that was started listens, and its keys. */
export function startedSandbox(): SandboxConnection {
  const connection = sandboxConnection();
  if (!connection) throw new Error("Start the sandbox.");
  return connection;
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
  const response = await callCardForm(clientSecret, "confirm", { card, elements });
  if (response.paymentIntent?.status !== "requires_action") return response;
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
  const response = await passToSandbox(
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
  return passToSandbox(new Request(url, { method: "POST", headers, body: new URLSearchParams(fields) }));
}

/** Approves a PayPal order as its payer does on the approval page. */
export async function approvePayPalOrder(orderId: string, funding: Funding = "paid"): Promise<void> {
  await runInSandbox((store) => approveOrder(store, orderId, funding));
}

/** What becomes of an order without its payer: another funding, another age. */
export async function changePayPalOrder(orderId: string, changes: Partial<OrderState>): Promise<void> {
  await runInSandbox(async (store) => {
    const order = await payPalStore.loadPayPal(store, payPalStore.payPalOrders, orderId, { lock: true });
    await payPalStore.savePayPal(store, payPalStore.payPalOrders, { ...order, ...changes });
  });
}

/** How often an order's capture was tried. */
export async function payPalAttempts(orderId: string): Promise<number> {
  return (await runInSandbox((store) => payPalStore.loadPayPal(store, payPalStore.payPalOrders, orderId)))
    .attempts;
}

/** The end of PayPal's review of a pending capture. */
export function settleCapture(captureId: string, status: "COMPLETED" | "DECLINED"): Promise<void> {
  return runInSandbox((store) => captures.settleCapture(store, captureId, status));
}

/** PayPal decides a dispute. */
export async function adjudicatePayPalDispute(
  disputeId: string,
  adjudication_outcome: "BUYER_FAVOR" | "SELLER_FAVOR",
): Promise<void> {
  await runInSandbox((store) => disputes.adjudicatePayPalDispute(store, disputeId, { adjudication_outcome }));
}

/** Changes the webhook of the shop's app as PayPal's dashboard does. */
export async function patchPayPalWebhook(
  shopUrl: string,
  patch: { path: "/url"; value: string } | { path: "/event_types"; value: { name: string }[] },
): Promise<void> {
  const { webhookId } = startedSandbox().payPal;
  await runInSandbox((store) => patchWebhook(store, webhookId, shopUrl, [{ op: "replace", ...patch }]));
}

/**
 * What the stand-ins would do by themselves some seconds or hours later: settle this slow payment or refund, let this
 * session expire.
 */
export async function settleNow(subject: string): Promise<void> {
  const waiting = () =>
    readInSandbox((store) =>
      store.query(
        z.object({ id: z.string() }),
        "select id from sandbox.object where kind = 'task' and body->>'subject' = $1",
        [subject],
      ),
    );
  const [task] = await waiting();
  if (!task) throw new Error(`Nothing is left to be done with ${subject}.`);
  await readInSandbox((store) => postponeTask(store, task, Date.now()));
  await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
}

/**
 * Changes what the providers know by a statement, which no call of theirs could; returns the number of rows. The
 * stand-ins remember what they know, and learn of it only this way.
 */
export function changeAtProviders(statement: string, values: unknown[] = []): Promise<number> {
  return runInSandbox((store) => store.run(statement, values));
}

/** After a database was emptied below the stand-ins. */
export function forgetAtProviders(): void {
  forgetObjects();
}

/** Switches what goes wrong on purpose; what is not named is switched off. */
export function setFaults(changes: Partial<SandboxFaults>): Promise<void> {
  return runInSandbox((store) => faults.setFaults(store, changes));
}

/** Chooses where PayPal's documents leave open what it does; what is not named is the default. */
export function setPayPalBehaviour(behaviour: Partial<PayPalBehaviour>): Promise<void> {
  return runInSandbox((store) => payPalStore.setPayPalBehaviour(store, behaviour));
}

/** The same of Stripe's. */
export function setStripeBehaviour(behaviour: Partial<StripeBehaviour>): Promise<void> {
  return runInSandbox((store) => stripeStore.setStripeBehaviour(store, behaviour));
}

interface PayPalEventOptions {
  id?: string;
  /** When it is said to have been sent. */
  time?: Date;
  /** Another shop's webhook, whose events are signed just as well. */
  webhookId?: string | undefined;
}

/** A PayPal event as the sandbox would send it: the raw body and its headers. */
export function signedPayPalEvent(
  type: string,
  resource: object,
  { id = `WH-${randomUUID()}`, time = new Date(), webhookId }: PayPalEventOptions = {},
): { body: string; headers: Headers; id: string } {
  const body = JSON.stringify({ id, event_type: type, resource });
  return { body, headers: payPalHeaders(body, { time, webhookId }), id };
}

/** How PayPal signs an event. */
export function payPalHeaders(
  body: string,
  { time = new Date(), webhookId }: Pick<PayPalEventOptions, "time" | "webhookId"> = {},
): Headers {
  const { payPal } = startedSandbox();
  const keys = { ...payPal, webhookId: webhookId ?? payPal.webhookId };
  return new Headers(transmissionHeaders(keys, { id: randomUUID(), time: time.toISOString(), body }));
}

/** An event as the sandbox would send it, for the shop's webhook: the raw body and its signature header. */
export function signedEvent(
  type: string,
  object: object,
  options: { id?: string; secret?: string; timestamp?: number } = {},
): { payload: string; signature: string; id: string } {
  const secret = options.secret ?? startedSandbox().webhookSecret;
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
