import { spawn } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";

const script = path.join(import.meta.dirname, "providers-check.ts");

/** What `npm run providers:check` runs, with these variables alone. */
async function run(variables: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, ...variables };
  const child = spawn(process.execPath, [script], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

describe("npm run providers:check", { timeout: 60_000 }, () => {
  it("says what to set when there are no keys", async () => {
    const { code, output } = await run({});
    expect(output).toContain("Could not check: there is nobody to ask. Set STRIPE_SECRET_KEY");
    expect(output).toContain("PAYPAL_ENVIRONMENT=sandbox");
    expect(code).toBe(2);
  });

  it("refuses live keys", async () => {
    const { code, output } = await run({
      STRIPE_SECRET_KEY: "rk_live_1",
      STRIPE_PUBLISHABLE_KEY: "pk_live_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
    });
    expect(output).toBe(
      "Could not check: these are live keys. The check makes payments: it takes test keys only.\n",
    );
    expect(code).toBe(2);
  });
});
