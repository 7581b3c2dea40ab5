import { expect, it } from "vitest";
import { rateLimits } from "#server/access/limits.ts";
import { fixedClock } from "#server/core/context.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { findWithdrawable } from "#server/orders/withdrawals.server.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { action } from "./withdraw.tsx";

it("gives the form of an eleventh cancellation in a day back as it was typed, and says why above it", async () => {
  const context = await testContext({ clock: fixedClock(new Date().toISOString()) });
  const product = await makeProduct(context);
  const { invoiceNumber } = await makeOrder(context, { lines: [{ product, quantity: 12 }] });
  const token = await makeConfirmationToken(context.em.fork(), invoiceNumber, context.clock.now());
  const { lines } = await findWithdrawable(context, { invoiceNumber, token, cartId: null });
  const quantity = `quantity.${lines[0]?.lineId}`;
  const confirm = async (reason: string) => {
    const request = new Request(`http://127.0.0.1:3000/orders/${invoiceNumber}/withdraw?t=${token}`, {
      method: "POST",
      body: new URLSearchParams({ step: "confirm", reason, [quantity]: "1" }),
    });
    return action({ request, params: { invoiceNumber }, context: {} });
  };
  for (let nth = 1; nth <= 10; nth += 1) expect(await confirm("")).toMatchObject({ status: 303 });
  expect(await confirm("Ordered one too many")).toMatchObject({
    data: {
      step: "state",
      typed: { reason: "Ordered one too many", fields: { [quantity]: "1" } },
      errors: { lines: [rateLimits.withdrawal.message] },
    },
    init: { status: 429 },
  });
});
