import { fork } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { getOrm } from "#db/orm.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { sandboxConnection } from "#server/payments/sandbox-connection.server.ts";
import { type SandboxProcess, sandboxSettings, startSandbox } from "./sandbox.server.ts";

/** Each starts a process of its own, which is slow on a busy machine. */
const patience = { timeout: 60_000 };

const secretOfShop = () => signingSecret(getOrm().em.fork());
const isHealthy = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.status === 200;

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the stand-ins that a shop starts", patience, () => {
  let sandbox: SandboxProcess;
  beforeAll(async () => {
    sandbox = await startSandbox({ secret: await secretOfShop(), webhookUrl: null });
  }, 60_000);
  afterAll(() => sandbox.stop());

  const openIntent = () =>
    paymentGateways().stripe.client.paymentIntents.create({ amount: 900, currency: "gbp" });

  it("are another process, and the environment tells where to pay", async () => {
    expect(sandbox.pid).not.toBe(process.pid);
    expect(await isHealthy(sandbox.port)).toBe(true);
    expect(sandboxConnection()?.port).toBe(sandbox.port);
    expect((await openIntent()).status).toBe("requires_payment_method");
  });

  it("are started again where they were when they die, and have lost nothing", async () => {
    const { id } = await openIntent();
    const died = sandbox.pid;
    process.kill(died ?? 0, "SIGKILL");
    await expect.poll(() => isRunning(died), { timeout: 10_000 }).toBe(false);
    await expect.poll(() => isHealthy(sandbox.port), { timeout: 30_000 }).toBe(true);
    expect(sandbox.pid).not.toBe(died);
    expect((await paymentGateways().stripe.client.paymentIntents.retrieve(id)).amount).toBe(900);
  });

  it("go on when a terminal or a service manager tells every process to end: who started them still pays", async () => {
    const { pid } = sandbox;
    process.kill(pid ?? 0, "SIGTERM");
    process.kill(pid ?? 0, "SIGINT");
    expect((await openIntent()).amount).toBe(900);
    expect(sandbox.pid).toBe(pid);
  });
});

describe("stand-ins", patience, () => {
  it("are gone after a stop", async () => {
    const sandbox = await startSandbox({ secret: await secretOfShop(), webhookUrl: null });
    const { pid, port } = sandbox;
    await sandbox.stop();
    expect(isRunning(pid)).toBe(false);
    expect(await isHealthy(port)).toBe(false);
    expect(sandboxConnection()).toBeUndefined();
  });

  it("end when whoever started them is gone", async () => {
    const child = fork(path.join(import.meta.dirname, "../sandbox/start.ts"), [], { execArgv: [] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const open = new Promise((resolve) => child.once("message", resolve));
    child.send(sandboxSettings({ secret: "of a test", webhookUrl: null }));
    expect(await open).toEqual({ port: expect.any(Number) });
    // As the system does when the other end of the channel dies.
    child.disconnect();
    expect(await ended).toBe(0);
  });

  it("are not started while their database is away, and say so", async () => {
    const { DATABASE_URL } = process.env;
    process.env.DATABASE_URL = "postgres://nobody:x@127.0.0.1:9/none";
    onTestFinished(() => {
      process.env.DATABASE_URL = DATABASE_URL;
    });
    await expect(startSandbox({ secret: "of a test", webhookUrl: null })).rejects.toThrow("ended with 1");
    expect(sandboxConnection()).toBeUndefined();
  });
});
