import { expect, it } from "vitest";
import { testContext } from "#server/testing/factories.ts";
import { action as stateUse } from "./biochar-use.tsx";
import { action as withdraw } from "./withdraw.tsx";

it.each([
  ["use", stateUse],
  ["withdraw", withdraw],
])("/orders/…/%s reads no form of anyone who may not see the order", async (page, action) => {
  await testContext();
  const request = new Request(`http://127.0.0.1:3000/orders/INV-1/${page}`, {
    method: "POST",
    headers: { "X-Client-Address": "203.0.113.9" },
    body: new URLSearchParams({ use: "soil", outwardCode: `A${" ".repeat(60_000)}B` }),
  });
  const answer = async () => action({ request, params: { invoiceNumber: "INV-1" }, context: {} });
  await expect(answer()).rejects.toMatchObject({ init: { status: 404 } });
  expect(request.bodyUsed).toBe(false);
});
