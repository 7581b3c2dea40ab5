import { runMigrations } from "graphile-worker";
import { expect, it } from "vitest";
import { runCommand } from "#server/testing/run-command.ts";

it("npm run doctor ends with 1 and a line for each reason", async () => {
  await runMigrations({ connectionString: process.env.DATABASE_URL });
  const { code, output } = await runCommand("doctor");
  expect(output).toContain("- No jobs are running. ");
  expect(output).toContain("- Payments are only played. ");
  expect(output).toMatch(/Not fit to trade: \d+ reasons above\.\n$/);
  expect(code).toBe(1);
}, 60_000);
