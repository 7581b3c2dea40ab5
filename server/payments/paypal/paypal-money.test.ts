import { expect, test, vi } from "vitest";
import { payingContext } from "#server/testing/checkouts.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { requirePayPal } from "./paypal-client.server.ts";
import { listPayPalMoney } from "./paypal-money.server.ts";

await runTestSandbox();

const period = { from: new Date("2026-11-01T00:00:00Z"), to: new Date("2026-11-02T00:00:00Z") };

/** A payment in PayPal's list, as the codes of its reports have it. */
const payment = (transaction_status: string) => ({
  transaction_info: {
    transaction_id: `CAPTURE-${transaction_status}`,
    transaction_event_code: "T0006",
    transaction_initiation_date: "2026-11-01T10:00:00+0000",
    transaction_amount: { currency_code: "GBP", value: "20.00" },
    transaction_status,
  },
});

test("A payment counts as received whether all, a part or nothing of it went back since", async () => {
  const context = await payingContext({ actor: { kind: "system" } });
  const answer = { transaction_details: ["S", "V", "F", "P", "D"].map(payment), total_pages: 1 };
  const send = vi.spyOn(requirePayPal(context).client, "send").mockResolvedValue(answer);
  const listed = [];
  for await (const money of listPayPalMoney(context, period)) listed.push(money);
  send.mockRestore();
  expect(listed.map(({ id }) => id)).toEqual(["CAPTURE-S", "CAPTURE-V", "CAPTURE-F"]);
  expect(listed[2]).toMatchObject({ kind: "payment", amount: 2000, state: "moved" });
});
