import { expect, it } from "vitest";
import { runCommand } from "#server/testing/run-command.ts";

it("npm run providers:check says what to set when there are no keys", async () => {
  const { PATH, NODE_ENV } = process.env;
  const { code, output } = await runCommand("providers-check", { env: { PATH, NODE_ENV } });
  expect(output).toContain("Could not check: there is nobody to ask. Set STRIPE_SECRET_KEY");
  expect(output).toContain("PAYPAL_ENVIRONMENT=sandbox");
  expect(code).toBe(2);
}, 60_000);
