import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { Order, OrderEvent, Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { finalisePayment } from "#server/orders/payment/finalise-payment.server.ts";
import {
  captureAtPayPal,
  createOrderAtPayPal,
  requirePayPal,
} from "#server/payments/paypal/paypal-calls.server.ts";
import { captureOf } from "#server/payments/paypal/paypal-order.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { aroundNow } from "#server/testing/ledger.ts";
import { withOldDatabase } from "#server/testing/old-database.ts";
import { approvePayPalOrder, runTestSandbox } from "#server/testing/sandbox.ts";
import { deliverToPayPalHook } from "#server/testing/unfinished-payments.ts";
import { listUnmatched } from "./list-unmatched.server.ts";
import { reconcile } from "./reconcile.server.ts";
import { reconciliationText } from "./reconciliation.ts";
import { refundUnmatched } from "./refund-unmatched.server.ts";

runTestSandbox();

let context: Context;
let administrator: Context;

beforeAll(async () => {
  context = await payingContext({ actor: { kind: "system" } });
  administrator = asUser(context, await makeUser(context, { role: "administrator" }));
});

const fresh = () => context.em.fork();

/** Money on our PayPal account that names no checkout: paid by a link of the dashboard. */
async function unmatchedAtPayPal(value: string, currency: string): Promise<string> {
  const paypal = requirePayPal(context);
  const made = await createOrderAtPayPal(
    paypal,
    {
      intent: "CAPTURE",
      purchase_units: [{ amount: { currency_code: currency, value } }],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: "https://shop.test/back",
            cancel_url: "https://shop.test/cancel",
          },
        },
      },
    },
    randomUUID(),
  );
  await approvePayPalOrder(made.id);
  const id = captureOf(await captureAtPayPal(paypal, made.id, randomUUID()))?.id ?? "";
  await deliverToPayPalHook(context, "PAYMENT.CAPTURE.COMPLETED", { id });
  return id;
}

describe("unmatched money in another currency", () => {
  it.each([
    ["45.67", "EUR", 4567],
    ["1000", "JPY", 1000],
    ["2500", "HUF", 2500],
  ])("that PayPal took (%s %s) goes back as what it is", async (value, currency, amount) => {
    const id = await unmatchedAtPayPal(value, currency);
    const listed = (await listUnmatched(administrator, 50)).find(
      ({ providerPaymentId }) => providerPaymentId === id,
    );
    if (!listed) throw new Error("not listed");
    expect(listed).toMatchObject({ amount, left: amount, currency: currency.toLowerCase() });
    expect(await refundUnmatched(administrator, { paymentId: listed.id, seenLeft: amount })).toEqual({
      status: "succeeded",
    });
    const [there] = await fresh().execute<{ amount: object }[]>(
      "select body->'amount' as amount from sandbox.object where kind = 'refund' and body->>'capture' = ?",
      [id],
    );
    expect(there?.amount).toEqual({ currency_code: currency, value });
    expect(await fresh().find(Refund, { payment: listed.id })).toMatchObject([
      { amount, status: "succeeded" },
    ]);
    const report = await reconcile(context, aroundNow());
    expect(report.gaps).toEqual([]);
    expect(reconciliationText(report)).toContain(currency === "EUR" ? `€${value}` : `${value} ${currency}`);
  });
});

describe("a second payment in another currency", () => {
  it("goes back by itself in that currency, and the timeline says how much", async () => {
    const { checkoutId } = await buyByCard(context, [
      { product: await makeProduct(context, { price: 5000 }), quantity: 1 },
    ]);
    const second = await context.gateways.stripe.client.paymentIntents.create({
      amount: 4321,
      currency: "eur",
      confirm: true,
      payment_method: "pm_card_visa",
      return_url: "http://shop.test/",
      metadata: { checkout_id: checkoutId },
    });
    await finalisePayment(context, "stripe", second.id);
    expect(await fresh().findOneOrFail(Payment, { providerPaymentId: second.id })).toMatchObject({
      status: "refunded",
      currency: "eur",
    });
    const order = await fresh().findOneOrFail(Order, { checkout: checkoutId });
    const { message } = await fresh().findOneOrFail(OrderEvent, { order: order.id, kind: "refunded" });
    expect(message).toContain("€43.21");
  });
});

describe("amounts that an older version wrote down a hundredfold", () => {
  it("are put right by the update: yen have no hundredths at PayPal", async () => {
    await withOldDatabase("Migration20261122153940", async ({ run, upgrade }) => {
      for (const [provider, currency, amount] of [
        ["paypal", "jpy", 100_000],
        ["paypal", "eur", 4566],
        ["stripe", "jpy", 1000],
      ]) {
        const id = randomUUID();
        await run(
          "insert into checkout (id, status, total_amount, currency, payment_method) values ($1, 'expired', $2, $3, $4)",
          [id, amount, currency, provider],
        );
        const [payment] = await run<{ id: number }>(
          `insert into payment (checkout_id, provider, provider_payment_id, amount, amount_received, currency, status)
           values ($1, $2, $3, $4, $4, $5, 'succeeded') returning id`,
          [id, provider, randomUUID(), amount, currency],
        );
        await run(
          `insert into refund (key, payment_id, amount, reason, source, status, restock)
           values ($1, $2, $3, 'Test', 'provider', 'succeeded', '[]')`,
          [randomUUID(), payment?.id, Number(amount) / 2],
        );
      }
      await upgrade();
      const rows = await run(
        `select payment.amount, payment.amount_received as received, refund.amount as refunded,
                checkout.total_amount as total
           from payment join refund on refund.payment_id = payment.id
           join checkout on checkout.id = payment.checkout_id order by payment.id`,
      );
      expect(rows).toEqual([
        { amount: 1000, received: 1000, refunded: 500, total: 1000 },
        { amount: 4566, received: 4566, refunded: 2283, total: 4566 },
        { amount: 1000, received: 1000, refunded: 500, total: 1000 },
      ]);
    });
  });
});
