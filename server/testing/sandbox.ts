import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, expect } from "vitest";
import { z } from "zod";
import { getOrm } from "#db/orm.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import {
  connectSandbox,
  passToSandbox,
  type SandboxConnection,
  sandboxConnection,
} from "#server/payments/sandbox-connection.server.ts";
import { findDemoPayments, sandboxSettings } from "#server/process/sandbox.server.ts";
import * as faults from "#server/sandbox/faults.server.ts";
import { keepKnownPayments } from "#server/sandbox/known-payments.server.ts";
import { approveOrder } from "#server/sandbox/paypal/approval.server.ts";
import * as captures from "#server/sandbox/paypal/capture-order.server.ts";
import {
  findWebhook,
  payPalWebhooks,
  transmissionHeaders,
} from "#server/sandbox/paypal/paypal-sandbox.server.ts";
import type { Funding } from "#server/sandbox/paypal/paypal-shapes.ts";
import * as payPalStore from "#server/sandbox/paypal/paypal-store.server.ts";
import * as payPalMoney from "#server/sandbox/paypal/refunds-and-disputes.server.ts";
import { readInSandbox, runInSandbox, runningSandbox } from "#server/sandbox/sandbox-process.server.ts";
import { startStandIns } from "#server/sandbox/stand-ins.server.ts";
import { listTasks, putTask, type SandboxTask, tasks } from "#server/sandbox/store.server.ts";
import * as stripeDisputes from "#server/sandbox/stripe/disputes.server.ts";
import * as stripeStore from "#server/sandbox/stripe/sandbox-store.server.ts";
import {
  type CardInput,
  cards,
  confirmCard,
  endChallenge,
  type PageAnswer,
  payHostedPage,
  type SendToProvider,
  statusAfter,
} from "./payer.ts";

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
 * it. Events go to `webhookUrl`, or nowhere; with null they are not even tried. PayPal's client tries again at once. What
 * it knows is over with it unless it keeps a `journal`.
 */
export async function startTestSandbox(
  webhookUrl: string | null = NOWHERE,
  { journal }: { journal?: string } = {},
): Promise<{ port: number; stop(): Promise<void> }> {
  const secret = await signingSecret(getOrm().em.fork());
  const settings = sandboxSettings({ secret, webhookUrl });
  const { port, stop } = await startStandIns({ ...settings, journal });
  connectSandbox({ port, ...settings.keys, pauses: [1, 1] });
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

/** Tells it of the demo data's payments, as a start does. */
export async function tellOfDemoPayments(): Promise<void> {
  const payments = await findDemoPayments(getOrm().em.fork());
  await runInSandbox((store) => keepKnownPayments(store, payments));
}

/** Events wait: sent to nobody, each would be tried again and again while the tests run. */
export function sendNothing(): Promise<void> {
  return setFaults({ delay: 24 * 60 * 60 * 1000 });
}

/** For the top of a test file: the sandbox runs while its tests do, and its events go nowhere. */
export async function runTestSandbox(): Promise<void> {
  const { stop } = await startTestSandbox();
  afterAll(stop);
  await sendNothing();
}

/** Stripe's test card that pays without a question. */
export const GOOD_CARD: string = cards.good;

/** Sends to a page of a provider as a payer's browser does. */
export const sendToSandbox: SendToProvider = async (path, sent) => {
  const isJson = "json" in sent;
  const response = await passToSandbox(
    new Request(new URL(path, SHOP), {
      method: "POST",
      headers: isJson ? { "Content-Type": "application/json" } : {},
      body: isJson ? JSON.stringify(sent.json) : new URLSearchParams(sent.form),
    }),
  );
  return { status: response.status, location: response.headers.get("location"), text: await response.text() };
};

/** Pays an intent with a card as the browser's card form does, 3-D Secure included. */
export async function payIntent(
  clientSecret: string,
  cardNumber: string,
  { challenge = "pass", ...input }: CardInput = {},
) {
  const result = await confirmCard(sendToSandbox, clientSecret, cardNumber, input);
  if (statusAfter(result) !== "requires_action") return result;
  return endChallenge(sendToSandbox, clientSecret, challenge);
}

/** Submits a card and leaves its 3-D Secure challenge open, to be answered later. */
export async function beginCardPayment(clientSecret: string, cardNumber: string) {
  const result = await confirmCard(sendToSandbox, clientSecret, cardNumber);
  if (statusAfter(result) !== "requires_action") throw new Error("This card asks nobody.");
  return {
    answer: (outcome: "pass" | "fail") => endChallenge(sendToSandbox, clientSecret, outcome),
  };
}

/**
 * Fills in and submits a hosted payment page, its 3-D Secure page included. A paid session answers 303 to its
 * success address; a refused card 402 and a mistyped one 400, with the page.
 */
export function payHostedSession(
  url: string,
  cardNumber: string,
  input: CardInput = {},
): Promise<PageAnswer> {
  return payHostedPage(sendToSandbox, url, cardNumber, input);
}

/** An intent that is paid with a card, as by a script that the shop knows nothing of. */
export async function payNewIntent(
  client: Stripe,
  params: Stripe.PaymentIntentCreateParams,
  cardNumber = GOOD_CARD,
): Promise<Stripe.PaymentIntent> {
  const { id, client_secret } = await client.paymentIntents.create(params);
  await payIntent(client_secret ?? "", cardNumber);
  return client.paymentIntents.retrieve(id);
}

/** What the providers know, of one kind, oldest first. */
export function listAtProviders(kind: string): { id: string; body: object }[] {
  return readInSandbox((store) =>
    [...store.all()].flatMap(([, known, id, body]) => (known === kind && body ? [{ id, body }] : [])),
  );
}

const refundSchema = z
  .object({
    id: z.string(),
    capture: z.string().optional(),
    payment_intent: z.string().optional(),
    custom_id: z.string().nullish(),
    metadata: z.record(z.string(), z.string()).default({}),
    amount: z.unknown(),
  })
  .transform(({ id, amount, custom_id, metadata, capture, payment_intent }) => ({
    id,
    amount,
    key: custom_id ?? metadata.refund_key,
    payment: capture ?? payment_intent,
  }));

/** The refunds of a payment at its provider. */
export function refundsAtProvider(paymentId: string): z.infer<typeof refundSchema>[] {
  return listAtProviders("refund")
    .map(({ body }) => refundSchema.parse(body))
    .filter(({ payment }) => payment === paymentId);
}

/** The dispute about a payment with PayPal. @throws Error when there is none */
export function disputeAtPayPal(captureId: string): string {
  const found = readInSandbox((store) => store.list(payPalStore.payPalDisputes)).find(
    ({ body }) => body.capture === captureId,
  );
  if (!found) throw new Error("no dispute");
  return found.body.id;
}

/** The objects of Stripe's events of a type, oldest first. */
export function stripeEventsOf(type: string): object[] {
  return readInSandbox((store) => store.list(stripeStore.events)).flatMap(({ body }) =>
    body.type === type ? [body.object] : [],
  );
}

/** Changes what a provider knows of something, which no call of its interface could. */
export function changeAtProviders(id: string, changes: object): Promise<void> {
  return replaceAtProviders(id, (body) => ({ ...body, ...changes, id }));
}

/** A provider's own systems do not learn of everything at the same moment. Returns what lets it know again. */
export async function hideAtProviders(id: string): Promise<() => Promise<void>> {
  const before = readInSandbox((store) => [...store.all()].find((change) => change[2] === id));
  await replaceAtProviders(id, () => null);
  const [provider, kind, , body, at] = before ?? [];
  return () =>
    runInSandbox((store) => {
      if (kind && body) store.put({ provider: provider === "paypal" ? "paypal" : "stripe", kind }, body, at);
    });
}

/** Makes copies of what there is of a kind, with these changes. */
export function copyAtProviders(kind: string, copies: readonly { id: string }[]): Promise<void> {
  return runInSandbox((store) => {
    for (const [provider, known, , body, at] of [...store.all()]) {
      if (known !== kind || !body) continue;
      const of = { provider: provider === "paypal" ? "paypal" : "stripe", kind } as const;
      for (const copy of copies) store.put(of, { ...body, ...copy }, at);
    }
  });
}

function replaceAtProviders(
  id: string,
  change: (body: { id: string }) => { id: string } | null,
): Promise<void> {
  return runInSandbox((store) => {
    for (const [provider, kind, known, body] of [...store.all()]) {
      if (known !== id || !body) continue;
      const of = { provider: provider === "paypal" ? "paypal" : "stripe", kind } as const;
      const changed = change(body);
      if (changed) store.put(of, changed);
      else store.remove(of, id);
    }
  });
}

/** The providers know nothing, as after a database was emptied. */
export function forgetAtProviders(): void {
  runningSandbox()?.store.clear();
}

/** What Stripe's dashboard does to a dispute. */
export function decideStripeDispute(id: string, end: "under_review" | "won" | "lost"): Promise<void> {
  return runInSandbox((store) =>
    end === "under_review"
      ? stripeDisputes.reviewDispute(store, id)
      : stripeDisputes.decideDispute(store, id, end),
  );
}

/** Stripe's dashboard lets a payment pass that its rules hold up. */
export function approveStripeReview(id: string): Promise<void> {
  return runInSandbox((store) => stripeDisputes.approveReview(store, id));
}

/** A webhook endpoint, as Stripe's dashboard sets it up. */
export function addStripeEndpoint(
  url: string,
  enabled_events: string[],
  { isEnabled = true } = {},
): Promise<void> {
  const { webhookEndpoints, newId, secondsNow } = stripeStore;
  const status = isEnabled ? "enabled" : "disabled";
  return runInSandbox((store) =>
    store.put(webhookEndpoints, { id: newId("we"), created: secondsNow(), status, url, enabled_events }),
  );
}

/** A domain that may offer wallets, as Stripe's dashboard registers it. */
export function addWalletDomain(domain_name: string, { enabled = true } = {}): Promise<void> {
  const { paymentMethodDomains, newId, secondsNow } = stripeStore;
  return runInSandbox((store) =>
    store.put(paymentMethodDomains, { id: newId("pmd"), created: secondsNow(), domain_name, enabled }),
  );
}

/** Approves a PayPal order as its payer does on the approval page. */
export async function approvePayPalOrder(orderId: string, funding: Funding = "paid"): Promise<void> {
  await runInSandbox((store) => approveOrder(store, orderId, funding));
}

/** How often an order's capture was tried. */
export function payPalAttempts(orderId: string): number {
  return readInSandbox((store) => payPalStore.loadPayPal(store, payPalStore.payPalOrders, orderId)).attempts;
}

/** The end of PayPal's review of a pending capture. */
export function finishCapture(captureId: string, status: "COMPLETED" | "DECLINED"): Promise<void> {
  return runInSandbox((store) => captures.finishCapture(store, captureId, status));
}

/** PayPal decides a dispute. */
export function adjudicatePayPalDispute(
  disputeId: string,
  outcome: "BUYER_FAVOR" | "SELLER_FAVOR",
): Promise<void> {
  return runInSandbox((store) =>
    payPalMoney.adjudicatePayPalDispute(store, disputeId, outcome === "BUYER_FAVOR"),
  );
}

/** Changes the webhook of the shop's app as PayPal's dashboard does. */
export function changePayPalWebhook(
  shopUrl: string,
  changes: { url?: string; events?: string[] },
): Promise<void> {
  const { webhookId } = startedSandbox().payPal;
  return runInSandbox((store) =>
    store.put(payPalWebhooks, { ...findWebhook(store, webhookId, shopUrl), ...changes }),
  );
}

/** What the stand-ins have yet to do about this. */
export function waitingAtProviders(subject: string): SandboxTask[] {
  return readInSandbox(listTasks).filter((task) => task.subject === subject);
}

/** They never do it. */
export function forgetTasks(): Promise<void> {
  return runInSandbox((store) => {
    for (const { id } of listTasks(store)) store.remove(tasks, id);
  });
}

/**
 * What the stand-ins would do by themselves some seconds or hours later: settle this slow payment or refund, let this
 * session expire, send this event.
 */
export async function runTaskNow(subject: string): Promise<void> {
  const [task] = waitingAtProviders(subject);
  if (!task) throw new Error(`Nothing is left to be done with ${subject}.`);
  await runInSandbox((store) => putTask(store, { ...task, due: Date.now() }));
  await expect.poll(() => waitingAtProviders(subject), { timeout: 15_000 }).toEqual([]);
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
    created: Math.floor(Date.now() / 1000),
    data: { object },
    livemode: false,
    type,
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }),
  });
  return { payload, signature, id };
}
