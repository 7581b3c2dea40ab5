import { beforeAll, expect, test, vi } from "vitest";
import { Checkout, Payment, Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { openCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { findCheckoutOfCart } from "./find-checkout.server.ts";
import { lockCheckout } from "./start-checkout.server.ts";

runTestSandbox();

let context: Context;
beforeAll(async () => {
  context = await payingContext();
});

test("A price that changes while its payment is opened opens none of another amount", async () => {
  const product = await makeProduct(context, { price: 5000 });
  const { cartId, checkoutId, version } = await openCheckout(context, [{ product, quantity: 1 }]);
  const asked = await inTransaction(context.em.fork(), async (em) => {
    await lockCheckout(em, cartId);
    // Compares the amount with the old price, then waits for the checkout to price it again.
    const found = findCheckoutOfCart(context, cartId, 5000, "stripe").catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1));
    await em.nativeUpdate(Product, product.id, { price: 6000 });
    return { found };
  });
  expect(await asked.found).toMatchObject({ code: "conflict", extra: { expected: 60 } });
  const em = context.em.fork();
  expect(await em.findOneOrFail(Checkout, checkoutId)).toMatchObject({ version, totalAmount: 5000 });
  expect(await em.count(Payment, { checkout: checkoutId })).toBe(1);
});

async function waitingForLocks(): Promise<number> {
  const waiting = await context.em
    .fork()
    .execute("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  return waiting.length;
}
