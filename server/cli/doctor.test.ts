import { spawn } from "node:child_process";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import { describe, expect, it } from "vitest";

const script = path.join(import.meta.dirname, "doctor.ts");

/** What `npm run doctor` runs, on this test's database unless the environment says otherwise. */
async function run(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script], { env: { ...process.env, ...environment } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

describe("npm run doctor", { timeout: 60_000 }, () => {
  it("ends with 1 and a line for each reason", async () => {
    await runMigrations({ connectionString: process.env.DATABASE_URL });
    const { code, output } = await run();
    expect(output).toContain("- No jobs are running. ");
    expect(output).toContain("- Payments are only played. ");
    expect(output).toMatch(/Not fit to trade: \d+ reasons above\.\n$/);
    expect(code).toBe(1);
  });

  it("ends with 2 when it could not look", async () => {
    const nobody = await run({ DATABASE_URL: "postgres://nobody:x@127.0.0.1:9/none" });
    expect(nobody).toMatchObject({ code: 2, output: expect.stringContaining("Could not look:") });
  });
});
