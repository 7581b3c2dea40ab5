import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { createIntentForAmount, payingContext } from "#server/testing/checkouts.ts";
import { makeCart, makeProduct, testContext } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { scaleRateLimits } from "#server/testing/scale-rate-limits.ts";
import { countPaymentAttempt } from "./payable-checkout.server.ts";

await runTestSandbox();

/** Six payments in ten minutes for each address and checkout, 600 for all. */
beforeEach(async () => {
  // Six of one cart, twenty of one address.
  await scaleRateLimits(0.1);
  await (await testContext()).em.execute("delete from rate_limit");
});

const fromAnywhere = async () => ({ ...(await testContext()), clientAddress: randomUUID() });
const limited = { code: "rate_limited" };

it("lets one address begin so many payments, whatever the cart", async () => {
  const context = await fromAnywhere();
  for (let time = 0; time < 20; time += 1) await countPaymentAttempt(context, randomUUID());
  await expect(countPaymentAttempt(context, randomUUID())).rejects.toMatchObject(limited);
});

it("lets one cart's checkout begin so many payments, whatever the address", async () => {
  const checkoutId = randomUUID();
  for (let time = 0; time < 6; time += 1) await countPaymentAttempt(await fromAnywhere(), checkoutId);
  await expect(countPaymentAttempt(await fromAnywhere(), checkoutId)).rejects.toMatchObject(limited);
});

it("lets all shoppers together begin so many payments, whatever their addresses and carts", async () => {
  const context = await fromAnywhere();
  await countPaymentAttempt(context, randomUUID());
  await context.em.execute(
    "update rate_limit set points = 1800 where key = 'payment-intent-of-all:everyone'",
  );
  await expect(countPaymentAttempt(await fromAnywhere(), randomUUID())).rejects.toMatchObject(limited);
});

it("lets a script begin so many payments for one cart whose checkout nobody opened", async () => {
  const context = await payingContext();
  const cartId = await makeCart(context, [
    { product: await makeProduct(context, { price: 5000 }), quantity: 1 },
  ]);
  const begin = () =>
    createIntentForAmount({ ...context, em: context.em.fork(), clientAddress: randomUUID() }, 5000, cartId);
  for (let time = 0; time < 6; time += 1) await begin();
  await expect(begin()).rejects.toMatchObject(limited);
});
