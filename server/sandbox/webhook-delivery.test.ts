import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { listen } from "#server/testing/listen.ts";
import {
  GOOD_CARD,
  payHostedSession,
  payIntent,
  setFaults,
  settleNow,
  signedEvent,
  startTestSandbox,
} from "#server/testing/sandbox.ts";
import { readInSandbox, runInSandbox } from "./sandbox-process.server.ts";

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
  await runInSandbox((store) => store.run("delete from sandbox.object where kind = 'task'"));
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

async function start(): Promise<void> {
  sandbox = await startTestSandbox(`${await startShop()}/webhooks/stripe`);
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

async function lastEvent(): Promise<Stripe.Event> {
  const { data } = await gateway().client.events.list({ type: "payment_intent.succeeded", limit: 1 });
  if (!data[0]) throw new Error("no event");
  return data[0];
}

/** When an event is sent next, in milliseconds since 1970. */
async function dueTime({ id }: Stripe.Event): Promise<number | undefined> {
  const due = "select (body->>'due')::float as due from sandbox.object where id = $1";
  const row = z.object({ due: z.number() });
  return (await readInSandbox((store) => store.query(row, due, [`task_deliver_event_${id}`])))[0]?.due;
}

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
    await expect.poll(() => received.length).toBe(5);
    expect(typesReceived()).toEqual(expect.arrayContaining(["charge.refunded", "refund.updated"]));
  });

  test("is sent again until the shop takes it, and is then no longer pending", async () => {
    await start();
    statuses = [503];
    await payNewIntent();
    await expect.poll(() => statuses).toEqual([]);
    const { id } = await lastEvent();
    expect(await lastEvent()).toMatchObject({ pending_webhooks: 1 });
    await settleNow(id);
    expect(idsReceived()).toEqual([id]);
    expect(await lastEvent()).toMatchObject({ pending_webhooks: 0 });
  });

  test("that nobody took is sent by the next process", async () => {
    sandbox = await startTestSandbox();
    const intent = await payNewIntent();
    const event = await lastEvent();
    expect(event).toMatchObject({ pending_webhooks: 1, data: { object: { id: intent } } });
    await sandbox.stop();
    await start();
    await settleNow(event.id);
    expect(idsReceived()).toEqual([event.id]);
  });

  test("made by a test helper passes the same check, until it is 300 seconds old", async () => {
    await start();
    const { payload, signature } = signedEvent("payment_intent.succeeded", { id: "pi_1" });
    expect(opened({ payload, signature }).type).toBe("payment_intent.succeeded");
    const old = signedEvent(
      "payment_intent.succeeded",
      {},
      { timestamp: Math.floor(Date.now() / 1000) - 400 },
    );
    expect(() => opened(old)).toThrow("Timestamp outside the tolerance zone");
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
    const waiting = "select id from sandbox.object where id like 'task_deliver_event_%'";
    const pending = async () => (await runInSandbox((store) => store.query(z.unknown(), waiting))).length;
    await expect.poll(pending).toBe(0);
    expect(received).toEqual([]);
  });

  test("delay holds events back", async () => {
    await start();
    await setFaults({ delay: 100_000 });
    const begun = Date.now();
    await payNewIntent();
    const event = await lastEvent();
    await expect.poll(() => dueTime(event)).toBeGreaterThanOrEqual(begun + 100_000);
    expect(received).toEqual([]);
    await settleNow(event.id);
    expect(idsReceived()).toEqual([event.id]);
  });

  test("reorder still delivers everything", async () => {
    await start();
    await setFaults({ reorder: true });
    await Promise.all(Array.from({ length: 5 }, () => payNewIntent()));
    await expect.poll(() => new Set(idsReceived()).size, { timeout: 10_000 }).toBe(5);
  });
});
