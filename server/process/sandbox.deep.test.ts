import { fork } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { getOrm } from "#db/orm.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { sandboxSettings, startSandbox } from "./sandbox.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeThrowawayFolder();
  vi.stubEnv("DATA_DIR", folder);
});
afterAll(() => removeThrowawayFolder(folder));

/* Each starts processes of its own; one that starts one alone is in sandbox.test.ts. */

it("stand-ins are started again where they were when they die, and have lost nothing", async () => {
  const sandbox = await startSandbox({ secret: await signingSecret(getOrm().em.fork()), webhookUrl: null });
  onTestFinished(() => sandbox.stop());
  const { paymentIntents } = paymentGateways().stripe.client;
  const { id } = await paymentIntents.create({ amount: 900, currency: "gbp" });
  const died = sandbox.pid ?? 0;
  process.kill(died, "SIGKILL");
  const health = () => fetch(`http://127.0.0.1:${sandbox.port}/sandbox/objects`).catch(() => undefined);
  await expect
    .poll(async () => sandbox.pid !== died && (await health())?.status, { timeout: 30_000 })
    .toBe(200);
  expect((await paymentIntents.retrieve(id)).amount).toBe(900);
}, 60_000);

it("stand-ins end when the process that started them is gone", async () => {
  const child = fork(path.join(import.meta.dirname, "../sandbox/start.ts"), [], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const open = new Promise((resolve) => child.once("message", resolve));
  child.send(sandboxSettings({ secret: "of a test", webhookUrl: null }));
  expect(await open).toEqual({ port: expect.any(Number) });
  // As the system does when the other end of the channel dies.
  child.disconnect();
  expect(await ended).toBe(0);
}, 60_000);
