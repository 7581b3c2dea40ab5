import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { paidByForm, paidWithPayPal, paymentOf } from "#server/testing/unfinished-payments.ts";
import { finalisePayment } from "./finalise-payment.server.ts";

await runTestSandbox();

const DAY = 24 * 60 * 60 * 1000;

const context = await payingContext({ actor: { kind: "system" } });

const foundOut = (milliseconds: number): Context => ({
  ...context,
  clock: { now: () => new Date(Date.now() + milliseconds) },
});

describe.each([
  ["Stripe", "stripe", paidByForm],
  ["PayPal", "paypal", paidWithPayPal],
] as const)("an order that was paid through %s", (_, provider, pay) => {
  it("counts as paid when the provider took the money, on whatever later day the shop finds out", async () => {
    const before = Date.now();
    const paid = await pay(context);
    const after = Date.now();
    await finalisePayment(foundOut(4 * DAY), provider, paid.paymentId);
    const order = await context.em.fork().findOneOrFail(Order, { checkout: paid.checkoutId });
    // Providers count whole seconds.
    expect(order.paidAt?.getTime()).toBeGreaterThanOrEqual(before - 1000);
    expect(order.paidAt?.getTime()).toBeLessThanOrEqual(after);
    expect(order.createdAt.getTime()).toBeGreaterThan(after + 3 * DAY);
    const { receivedAt } = await paymentOf(context, paid);
    expect(receivedAt?.getTime()).toBeGreaterThan(after + 3 * DAY);
  });
});
