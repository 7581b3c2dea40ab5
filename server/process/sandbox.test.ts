import { expect, it, onTestFinished, vi } from "vitest";
import { getOrm } from "#db/orm.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { sandboxConnection } from "#server/payments/sandbox-connection.server.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { startSandbox } from "./sandbox.server.ts";

it("the stand-ins that a shop starts are another process, which goes on when a terminal or a service manager tells every process to end, and is gone after a stop", async () => {
  const folder = await makeThrowawayFolder();
  onTestFinished(() => removeThrowawayFolder(folder));
  vi.stubEnv("DATA_DIR", folder);
  const sandbox = await startSandbox({ secret: await signingSecret(getOrm().em.fork()), webhookUrl: null });
  const { pid = 0, port } = sandbox;
  expect(pid).not.toBe(process.pid);
  expect(sandboxConnection()?.port).toBe(port);
  const { paymentIntents } = paymentGateways().stripe.client;
  const openIntent = () => paymentIntents.create({ amount: 900, currency: "gbp" });
  expect((await openIntent()).status).toBe("requires_payment_method");
  process.kill(pid, "SIGTERM");
  process.kill(pid, "SIGINT");
  expect((await openIntent()).amount).toBe(900);
  expect(sandbox.pid).toBe(pid);
  await sandbox.stop();
  expect(() => process.kill(pid, 0)).toThrow();
  expect(sandboxConnection()).toBeUndefined();
}, 60_000);
