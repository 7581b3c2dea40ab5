import { spawn } from "node:child_process";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { makeOrder, testContext } from "#server/testing/factories.ts";
import { makePayment } from "#server/testing/ledger.ts";

const script = path.join(import.meta.dirname, "reconcile.ts");

let context: Context;
beforeAll(async () => {
  context = await testContext();
  await makeOrder(context);
});

/** What `npm run reconcile` runs, on this test's database unless the environment says otherwise. */
async function run(options: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, ...options], { env: { ...process.env, ...environment } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

/** Each starts a process of its own, which is slow on a busy machine. */
const patience = { timeout: 60_000 };

describe("npm run reconcile", patience, () => {
  it("ends with 0 when lists and records agree: orders recorded by hand are no gap", async () => {
    const { code, output } = await run(["--from", "2026-03-01", "--to", "2026-03-31"]);
    expect(output).toContain("0 compared. No gap.\nBooks: £0.00 received");
    expect(code).toBe(0);
  });

  it("ends with 1 and a line for each gap", async () => {
    const { providerPaymentId } = await makePayment(context);
    const { code, output } = await run(["--from", "2026-03-02", "--to", "2026-03-02"]);
    expect(output).toContain(
      `1 compared. 1 gap:\n- Stripe payment ${providerPaymentId} of £20.00, here "succeeded", is not known there.`,
    );
    expect(output).toMatch(/Stripe payments +0 +£0\.00 +1 +£20\.00 +-£20\.00/);
    expect(code).toBe(1);
  });

  it("ends with 2 when it could not ask", async () => {
    const nobody = await run([], { DATABASE_URL: "postgres://nobody:x@127.0.0.1:9/none" });
    expect(nobody).toMatchObject({ code: 2, output: expect.stringContaining("Could not reconcile:") });
  });
});
