import { expect, it } from "vitest";
import { fixedClock } from "#server/core/context.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { findUseQuestion } from "#server/statements/state-use.server.ts";
import { makeBatch } from "#server/testing/batches.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { action } from "./biochar-use.tsx";

it("the tonnes that a buyer types are read as every number is, and refused in the same words", async () => {
  const context = await testContext({ clock: fixedClock(new Date().toISOString()) });
  const product = await makeProduct(context);
  await makeBatch(context, { product });
  const { invoiceNumber } = await makeOrder(context, { lines: [{ product, quantity: 2 }] });
  const token = await makeConfirmationToken(context.em.fork(), invoiceNumber, context.clock.now());
  const state = async (tonnes: string) => {
    const request = new Request(`http://127.0.0.1:3000/orders/${invoiceNumber}/use?t=${token}`, {
      method: "POST",
      body: new URLSearchParams({ use: "soil", tonnes }),
    });
    return action({ request, params: { invoiceNumber }, context: {} });
  };
  await state("1,000");
  expect(await findUseQuestion(context, { invoiceNumber, cartId: null, token })).toMatchObject({
    tonnes: 1000,
  });
  const refusals = {
    "0x10": "Enter a number of tonnes, such as 1.5",
    "1,5": "Write 1.5 with a point: a comma stands between thousands, as in 1,500",
    "1001": "Enter at most 1000 tonnes",
  };
  for (const [typed, words] of Object.entries(refusals)) {
    expect(await state(typed), typed).toMatchObject({ data: { errors: { tonnes: [words] } } });
  }
});
