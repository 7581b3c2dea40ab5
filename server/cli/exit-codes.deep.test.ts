import { describe, expect, it } from "vitest";
import { makeOrder, testContext } from "#server/testing/factories.ts";
import { makePayment } from "#server/testing/ledger.ts";
import { runCommand } from "#server/testing/run-command.ts";

const nobody = { ...process.env, DATABASE_URL: "postgres://nobody:x@127.0.0.1:9/none" };

/* Each starts processes of its own; what they say is tested where it is made, and the commonest end of two of them beside it. */
describe("a command", { timeout: 60_000 }, () => {
  it("reconcile ends with 0 when lists and records agree: orders recorded by hand are no difference", async () => {
    await makeOrder(await testContext());
    const { code, output } = await runCommand("reconcile", {
      options: ["--from", "2026-03-01", "--to", "2026-03-31"],
    });
    expect(output).toContain("0 compared. No difference.\nBooks: £0.00 received");
    expect(code).toBe(0);
  });

  it("reconcile ends with 1 and a line for each difference", async () => {
    const { providerPaymentId } = await makePayment(await testContext());
    const { code, output } = await runCommand("reconcile", {
      options: ["--from", "2026-03-02", "--to", "2026-03-02"],
    });
    expect(output).toContain(`1 compared. 1 difference:\n- Stripe payment ${providerPaymentId} of £20.00`);
    expect(code).toBe(1);
  });

  it("reconcile ends with 2 when it could not ask", async () => {
    expect(await runCommand("reconcile", { env: nobody })).toMatchObject({
      code: 2,
      output: expect.stringContaining("Could not reconcile:"),
    });
  });

  it("doctor ends with 2 when it could not look", async () => {
    expect(await runCommand("doctor", { env: nobody })).toMatchObject({
      code: 2,
      output: expect.stringContaining("Could not look:"),
    });
  });
});
