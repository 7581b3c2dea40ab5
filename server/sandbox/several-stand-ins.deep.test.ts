import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import Stripe from "stripe";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { getOrm } from "#db/orm.server.ts";
import { sandboxSettings } from "#server/process/sandbox.server.ts";

/** Each starts processes of its own, which is slow on a busy machine. */
const patience = { timeout: 60_000 };

const settings = () => sandboxSettings({ secret: "of several", webhookUrl: null });

/** Stand-ins in a process of their own, and the shop's client for them. */
async function start(): Promise<{ process: ChildProcess; port: number; stripe: Stripe }> {
  const child = fork(path.join(import.meta.dirname, "start.ts"), [], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const open = new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("The stand-ins ended.")));
  });
  child.send(settings());
  const { port } = z.object({ port: z.number() }).parse(await open);
  const { secretKey } = settings().keys;
  const stripe = new Stripe(secretKey, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 2 });
  return { process: child, port, stripe };
}

const kill = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGKILL");
  });

async function pay(port: number, intent: Stripe.PaymentIntent): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/sandbox/stripe/payment_intents/${intent.id}/confirm`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_secret: intent.client_secret,
      card: { number: "4242424242424242", exp: "12/40", cvc: "123" },
    }),
  });
}

const AMOUNT = { amount: 900, currency: "gbp" };
const statusAt = async ({ stripe }: { stripe: Stripe }, { id }: Stripe.PaymentIntent) =>
  (await stripe.paymentIntents.retrieve(id)).status;

it("keep a connection for longer than the shop keeps its own end", patience, async () => {
  const { port } = await start();
  const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(headers.get("keep-alive")).toBe("timeout=65");
});

describe("stand-ins on one database", patience, () => {
  it("know at once what the others did, and charge a card once", async () => {
    const [one, other] = [await start(), await start()];
    for (let round = 0; round < 5; round += 1) {
      const intent = await one.stripe.paymentIntents.create(AMOUNT);
      expect(await statusAt(other, intent)).toBe("requires_payment_method");
      const responses = await Promise.all([one, other, one, other].map(({ port }) => pay(port, intent)));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await statusAt(one, intent)).toBe("succeeded");
      expect(await statusAt(other, intent)).toBe("succeeded");
      const { data } = await other.stripe.charges.list({ payment_intent: intent.id });
      expect(data).toHaveLength(1);
    }
  });

  it("that are killed have lost nothing that they answered, and no key", async () => {
    const first = await start();
    const idempotencyKey = randomUUID();
    const intent = await first.stripe.paymentIntents.create(AMOUNT, { idempotencyKey });
    expect((await pay(first.port, intent)).status).toBe(200);
    await kill(first.process);
    const next = await start();
    expect(await statusAt(next, intent)).toBe("succeeded");
    const repeated = await next.stripe.paymentIntents.create(AMOUNT, { idempotencyKey });
    expect(repeated.id).toBe(intent.id);
    expect(repeated.lastResponse.headers["idempotent-replayed"]).toBe("true");
    const other = next.stripe.paymentIntents.create({ ...AMOUNT, amount: 901 }, { idempotencyKey });
    await expect(other).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
  });

  it("wait for none that is stuck, and it believes nothing old when it comes back", async () => {
    const stuck = await start();
    const intent = await stuck.stripe.paymentIntents.create(AMOUNT);
    stuck.process.kill("SIGSTOP");
    const next = await start();
    expect((await pay(next.port, intent)).status).toBe(200);
    stuck.process.kill("SIGCONT");
    await expect.poll(() => statusAt(stuck, intent)).toBe("succeeded");
    expect((await pay(stuck.port, intent)).status).toBe(400);
  });

  it("are told of a change that nobody asked them for", async () => {
    const one = await start();
    const intent = await one.stripe.paymentIntents.create(AMOUNT);
    const em = getOrm().em.fork();
    await em.execute('update sandbox.object set body = body || \'{"description": "changed"}\' where id = ?', [
      intent.id,
    ]);
    await em.execute("select pg_notify('sandbox_objects', 'changed')");
    const description = async () => (await one.stripe.paymentIntents.retrieve(intent.id)).description;
    await expect.poll(description).toBe("changed");
  });
});
