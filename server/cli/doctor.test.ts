import { runMigrations } from "graphile-worker";
import { expect, it } from "vitest";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { runCommand } from "#server/testing/run-command.ts";

it("npm run doctor ends with 1 and a line for each reason", async () => {
  await runMigrations({ connectionString: process.env.DATABASE_URL });
  const context = await testContext();
  const { id } = await makeProduct(context);
  await context.em.fork().execute("update product set held_quantity = 3 where id = ?", [id]);
  const { code, output } = await runCommand("doctor");
  expect(output).toContain(
    `- The books are wrong. Not so: held stock is the sum of its holds. {"id":${id},"held_quantity":3,"holds":"0"}`,
  );
  expect(output).toContain("- No jobs are running. ");
  expect(output).toContain("- Payments are only played. ");
  expect(output).toMatch(/Not fit to trade: \d+ reasons above\.\n$/);
  expect(code).toBe(1);
}, 60_000);
