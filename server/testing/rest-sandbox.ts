import { afterAll, beforeAll } from "vitest";
import { startStripeSandbox } from "#server/payments/sandbox/sandbox-listener.server.ts";

type Sandbox = Awaited<ReturnType<typeof startStripeSandbox>>;

/**
 * Runs the payment sandbox and lifts the rate limits while a test file calls the REST facade. Nothing listens for
 * the sandbox's webhooks, so that whatever happens is the call's own doing.
 */
export function withSandbox(): { restart(): Promise<void>; stop(): Promise<void> } {
  let sandbox: Sandbox;
  const start = async () => {
    sandbox = await startStripeSandbox({ webhookUrl: "http://127.0.0.1:9/" });
  };
  beforeAll(async () => {
    process.env.RATE_LIMIT_FACTOR = "0";
    await start();
  });
  afterAll(() => sandbox.stop());
  return { restart: start, stop: () => sandbox.stop() };
}
