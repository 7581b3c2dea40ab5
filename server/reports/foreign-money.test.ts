import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Order, OrderEvent, Payment, Refund } from "#db/entities/index.ts";
import { finalisePayment } from "#server/orders/finalise-payment.server.ts";
import {
  captureAtPayPal,
  createOrderAtPayPal,
  requirePayPal,
} from "#server/payments/paypal/paypal-client.server.ts";
import { captureOf } from "#server/payments/paypal/paypal-order.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { aroundNow } from "#server/testing/ledger.ts";
import {
  approvePayPalOrder,
  payNewIntent,
  refundsAtProvider,
  runTestSandbox,
} from "#server/testing/sandbox.ts";
import { deliverToPayPalHook } from "#server/testing/unfinished-payments.ts";
import { listUnmatched } from "./list-unmatched.server.ts";
import { reconcile } from "./reconcile.server.ts";
import { reconciliationText } from "./reconciliation.ts";
import { refundUnmatched } from "./refund-unmatched.server.ts";

await runTestSandbox();

const context = await payingContext({ actor: { kind: "system" } });
const administrator = asUser(context, await makeUser(context, { role: "administrator" }));

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
    const [there] = refundsAtProvider(id);
    expect(there?.amount).toEqual({ currency_code: currency, value });
    expect(await fresh().find(Refund, { payment: listed.id })).toMatchObject([
      { amount, status: "succeeded" },
    ]);
    const report = await reconcile(context, aroundNow());
    expect(report.differences).toEqual([]);
    expect(reconciliationText(report)).toContain(currency === "EUR" ? `€${value}` : `${value} ${currency}`);
  });
});

describe("a second payment in another currency", () => {
  it("goes back by itself in that currency, and the timeline says how much", async () => {
    const { checkoutId } = await buyByCard(context, [
      { product: await makeProduct(context, { price: 5000 }), quantity: 1 },
    ]);
    const second = await payNewIntent(context.gateways.stripe.client, {
      amount: 4321,
      currency: "eur",
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
