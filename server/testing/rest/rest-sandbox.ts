import { afterAll, beforeAll } from "vitest";
import { startTestSandbox } from "../sandbox.ts";

/** Runs the payment sandbox, and lifts the rate limits, while a test file calls the REST facade. */
export function withSandbox(): { restart(): Promise<void>; stop(): Promise<void> } {
  let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
  const start = async () => {
    sandbox = await startTestSandbox();
  };
  beforeAll(async () => {
    process.env.RATE_LIMIT_FACTOR = "0";
    await start();
  });
  afterAll(() => sandbox.stop());
  return { restart: start, stop: () => sandbox.stop() };
}
