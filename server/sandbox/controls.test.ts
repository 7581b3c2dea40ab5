import { expect, it, onTestFinished, vi } from "vitest";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { passToSandbox } from "#server/payments/sandbox-connection.server.ts";
import { listAtProviders, startTestSandbox } from "#server/testing/sandbox.ts";

const SHOP = "http://127.0.0.1:3000";
const ask = (path: string, body?: unknown) =>
  passToSandbox(
    new Request(SHOP + path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  );
const createIntent = () =>
  paymentGateways().stripe.client.paymentIntents.create({ amount: 900, currency: "gbp" });

async function begin(settings: Record<string, string> = {}): Promise<void> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { stop } = await startTestSandbox();
  onTestFinished(async () => {
    await stop();
    vi.unstubAllEnvs();
  });
}

it("what the providers know is listed by kind", async () => {
  await begin();
  const { id } = await createIntent();
  expect(await (await ask("/sandbox/objects?kind=payment_intent")).json()).toMatchObject([
    { id, provider: "stripe", kind: "payment_intent", body: { amount: 900 } },
  ]);
  expect(await (await ask("/sandbox/objects?kind=charge")).json()).toEqual([]);
});

it.each([
  ["has an address of its own", { PUBLIC_URL: "https://shop.example", PAYMENTS: "sandbox" }],
  ["listens to a network", { HOST: "0.0.0.0", PAYMENTS: "sandbox" }],
])("nobody is told, and nothing is switched, where the shop %s", async (_, settings) => {
  await begin(settings);
  await createIntent();
  for (const path of [
    "/sandbox/objects",
    "/sandbox/%6fbjects",
    "/sandbox/objects?kind=payment_intent",
    "/sandbox/hold",
  ]) {
    expect((await ask(path)).status, path).toBe(404);
  }
  expect((await ask("/sandbox/faults", { outages: 5 })).status).toBe(404);
  expect((await createIntent()).amount).toBe(900);
});

it.each(["before", "after"])(
  "work that is held %s an object is written goes on when it is let go",
  async (when) => {
    await begin();
    await ask("/sandbox/hold", { kind: "payment_intent", when });
    const made = createIntent();
    const held = async () => (await (await ask("/sandbox/hold")).json()).held;
    await expect.poll(held).toBe(1);
    expect(listAtProviders("payment_intent")).toHaveLength(when === "before" ? 0 : 1);
    await ask("/sandbox/hold", null);
    expect((await made).amount).toBe(900);
    expect(listAtProviders("payment_intent")).toHaveLength(1);
  },
);
