import path from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { listen } from "#server/testing/listen.ts";
import {
  forgetTasks,
  GOOD_CARD,
  listAtProviders,
  payHostedSession,
  payIntent,
  runTaskNow,
  setFaults,
  startTestSandbox,
  waitingAtProviders,
} from "#server/testing/sandbox.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";

interface Received {
  payload: string;
  signature: string;
}

let received: Received[] = [];
let statuses: number[] = [];
let sandbox: { stop(): Promise<void> } | undefined;

beforeEach(() => {
  received = [];
  statuses = [];
});

afterEach(async () => {
  await setFaults({});
  await forgetTasks();
  await sandbox?.stop();
  sandbox = undefined;
});

/** A shop that stores what it receives and responds with the next of `statuses`, then 200. */
function startShop(): Promise<string> {
  return listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = statuses.shift() ?? 200;
      const signature = String(request.headers["stripe-signature"]);
      if (status === 200) received.push({ payload: Buffer.concat(chunks).toString(), signature });
      response.writeHead(status).end();
    });
  });
}

async function start(journal?: string): Promise<void> {
  sandbox = await startTestSandbox(`${await startShop()}/webhooks/stripe`, journal ? { journal } : {});
}

const gateway = () => paymentGateways().stripe;

async function payNewIntent(card = GOOD_CARD): Promise<string> {
  const intent = await gateway().client.paymentIntents.create({
    amount: 900,
    currency: "gbp",
    metadata: { checkout_id: "seven" },
  });
  await payIntent(intent.client_secret ?? "", card);
  return intent.id;
}

function opened({ payload, signature }: Received): Stripe.Event {
  return Stripe.webhooks.constructEvent(payload, signature, gateway().webhookSecrets[0] ?? "");
}

const typesReceived = () => received.map((event) => opened(event).type);
const idsReceived = () => received.map((event) => opened(event).id);

/** The newest that says that a payment succeeded. */
function lastEvent(): string {
  const id = listAtProviders("event").findLast(
    ({ body }) => Reflect.get(body, "type") === "payment_intent.succeeded",
  )?.id;
  if (!id) throw new Error("no event");
  return id;
}

const isPending = (event: string) => waitingAtProviders(event).length > 0;

describe("an event", () => {
  test("arrives signed, with the object as it then was", async () => {
    await start();
    const intent = await payNewIntent();
    await expect.poll(() => received.length).toBe(1);
    const [first] = received;
    if (!first) throw new Error("nothing arrived");
    expect(opened(first)).toMatchObject({
      object: "event",
      type: "payment_intent.succeeded",
      livemode: false,
      data: {
        object: { id: intent, status: "succeeded", amount_received: 900, metadata: { checkout_id: "seven" } },
      },
    });
    const [secret] = gateway().webhookSecrets;
    expect(secret).toMatch(/^whsec_sandbox_/);
    const tampered = first.payload.replace("900", "1");
    expect(() => opened({ ...first, payload: tampered })).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
    expect(() => Stripe.webhooks.constructEvent(first.payload, first.signature, "whsec_other")).toThrow();
  });

  test("tells of each outcome, also of hosted pages and refunds", async () => {
    await start();
    await payNewIntent("4000000000000002");
    await expect.poll(typesReceived).toEqual(["payment_intent.payment_failed"]);
    const session = await gateway().client.checkout.sessions.create({
      mode: "payment",
      success_url: "https://shop.test/ok",
      line_items: [
        { price_data: { currency: "gbp", unit_amount: 500, product_data: { name: "A" } }, quantity: 1 },
      ],
    });
    await payHostedSession(session.url ?? "", GOOD_CARD);
    await expect.poll(() => received.length).toBe(3);
    expect(typesReceived()).toEqual(
      expect.arrayContaining(["payment_intent.succeeded", "checkout.session.completed"]),
    );
    const { payment_intent } = await gateway().client.checkout.sessions.retrieve(session.id);
    await gateway().client.refunds.create({ payment_intent: String(payment_intent) });
    await expect.poll(() => received.length).toBe(6);
    expect(typesReceived()).toEqual(
      expect.arrayContaining(["refund.created", "charge.refunded", "refund.updated"]),
    );
  });

  test("is sent again until the shop takes it, and is then no longer pending", async () => {
    await start();
    statuses = [503];
    await payNewIntent();
    await expect.poll(() => statuses).toEqual([]);
    const id = lastEvent();
    expect(isPending(id)).toBe(true);
    await runTaskNow(id);
    expect(idsReceived()).toEqual([id]);
    expect(isPending(id)).toBe(false);
  });

  test("that nobody took is sent by the next process", async () => {
    const folder = await makeThrowawayFolder();
    onTestFinished(() => removeThrowawayFolder(folder));
    const journal = path.join(folder, "journal.jsonl");
    sandbox = await startTestSandbox(undefined, { journal });
    const intent = await payNewIntent();
    const event = lastEvent();
    await sandbox.stop();
    await start(journal);
    expect((await gateway().client.paymentIntents.retrieve(intent)).status).toBe("succeeded");
    // The first process may have tried already: then the next attempt comes a second later.
    await expect.poll(idsReceived, { timeout: 5000 }).toEqual([event]);
  });
});

describe("a fault switch", () => {
  test("duplicate sends every event twice", async () => {
    await start();
    await setFaults({ duplicate: true });
    await payNewIntent();
    await expect.poll(() => received.length).toBe(2);
    expect(new Set(idsReceived()).size).toBe(1);
  });

  test("drop loses events for good", async () => {
    await start();
    await setFaults({ drop: true });
    await payNewIntent();
    const event = lastEvent();
    await expect.poll(() => isPending(event)).toBe(false);
    expect(received).toEqual([]);
  });

  test("delay holds events back", async () => {
    await start();
    await setFaults({ delay: 100_000 });
    const begun = Date.now();
    await payNewIntent();
    const event = lastEvent();
    await expect.poll(() => waitingAtProviders(event)[0]?.due).toBeGreaterThanOrEqual(begun + 100_000);
    expect(received).toEqual([]);
    await runTaskNow(event);
    expect(idsReceived()).toEqual([event]);
  });

  test("reorder still delivers everything", async () => {
    await start();
    await setFaults({ reorder: true });
    await Promise.all(Array.from({ length: 5 }, () => payNewIntent()));
    await expect.poll(() => new Set(idsReceived()).size, { timeout: 10_000 }).toBe(5);
  });
});
