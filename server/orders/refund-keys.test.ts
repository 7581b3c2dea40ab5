import { beforeAll, describe, expect, it } from "vitest";
import { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { refundAtPayPal, requirePayPal } from "#server/payments/paypal/paypal-calls.server.ts";
import { isSameRefundKey, refundKeyOf } from "#server/payments/provider-facts.ts";
import { buyByCard, buyWithPayPal, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { refundsAtProvider, runTestSandbox } from "#server/testing/sandbox.ts";
import {
  paidByForm,
  paidWithPayPal,
  paymentOf,
  type UnfinishedPayment,
} from "#server/testing/unfinished-payments.ts";
import { refundPayment, sweepRefunds, syncRefunds } from "./settle-refund.server.ts";

runTestSandbox();

/** The part of PayPal's response schema for a refund that matters here (Payments v2, `refund.custom_id`). */
const SAFE = /^[A-Za-z0-9-]{1,100}$/;

let context: Context;

beforeAll(async () => {
  context = await payingContext({ actor: { kind: "system" } });
});

const fresh = () => context.em.fork();
const keysAtProvider = ({ paymentId }: UnfinishedPayment) =>
  refundsAtProvider(paymentId).map(({ key }) => key);

describe.each([
  ["Stripe", paidByForm],
  ["PayPal", paidWithPayPal],
] as const)("the key of a refund that the shop makes by itself at %s", (_, pay) => {
  it("has only letters, digits and dashes, and is one refund however often it is requested", async () => {
    const paid = await pay(context);
    await paid.comeBack();
    const { checkoutId, paymentId } = paid;
    for (const _time of [1, 2])
      await refundPayment(context, { checkoutId, paymentId, reason: "unavailable" });
    const keys = keysAtProvider(paid);
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(SAFE);
    const rows = await fresh().find(Refund, { payment: (await paymentOf(context, paid)).id });
    expect(rows).toMatchObject([{ key: keys[0], status: "succeeded" }]);
  });

  it("of an older version is sent in the new form and is still one refund", async () => {
    const paid = await pay(context);
    await paid.comeBack();
    const { checkoutId, paymentId } = paid;
    const em = fresh();
    em.create(Refund, {
      key: `unavailable:${paymentId}`,
      payment: (await paymentOf(context, paid)).id,
      amount: 5000,
      reason: "The payment was refunded automatically: the goods were out of stock",
      source: "automatic",
      updatedAt: new Date(Date.now() - 120_000),
    });
    await em.flush();
    await sweepRefunds(context);
    await refundPayment(context, { checkoutId, paymentId, reason: "unavailable" });
    const keys = keysAtProvider(paid);
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(SAFE);
    expect(await fresh().find(Refund, { payment: (await paymentOf(context, paid)).id })).toHaveLength(1);
  });
});

describe("a refund that an older version requested with colons in its key", () => {
  const request = { amount: 700, reason: "Test", source: "automatic" as const };

  it("is known again at Stripe, and not imported as one of the dashboard's", async () => {
    const { order, paymentIntentId: paymentId } = await buyByCard(context, [
      { product: await makeProduct(context, { price: 5000 }), quantity: 1 },
    ]);
    const key = `unmatched:0:${paymentId}`;
    const payment = await paymentOf(context, { checkoutId: order.checkout?.id ?? "" });
    const em = fresh();
    em.create(Refund, { ...request, key, payment: payment.id });
    await em.flush();
    await context.gateways.stripe.client.refunds.create({
      payment_intent: paymentId,
      amount: 700,
      metadata: { refund_key: key },
    });
    await syncRefunds(context, paymentId);
    expect(await fresh().find(Refund, { payment: payment.id })).toMatchObject([{ key, status: "succeeded" }]);
  });

  it.each([
    // According to PayPal's schemas: a colon is accepted, but not returned.
    ["was sent as it is", (key: string) => key],
    ["came back without its colons", (key: string) => key.replaceAll(":", "")],
    ["came back with dashes", (key: string) => key.replaceAll(":", "-")],
  ])("is known again at PayPal when its key %s", async (_name, backAs) => {
    const { order } = await buyWithPayPal(context, [
      { product: await makeProduct(context, { price: 5000 }), quantity: 1 },
    ]);
    const captureId = order.transactionId ?? "";
    const key = `duplicate:${captureId}`;
    const payment = await paymentOf(context, { checkoutId: order.checkout?.id ?? "" });
    const em = fresh();
    em.create(Refund, { ...request, key, payment: payment.id });
    await em.flush();
    const body = { amount: { currency_code: "GBP", value: "7.00" }, custom_id: backAs(key) };
    await refundAtPayPal(requirePayPal(context), captureId, body, `old-${captureId}`);
    await syncRefunds(context, captureId);
    expect(await fresh().find(Refund, { payment: payment.id })).toMatchObject([{ key, status: "succeeded" }]);
  });

  it("is no other refund's", () => {
    expect(refundKeyOf("unmatched-0", "pi_3Abc")).toBe("unmatched-0-pi-3Abc");
    expect(isSameRefundKey("unmatched:0:pi_3Abc", "unmatched-0-pi-3Abc")).toBe(true);
    expect(isSameRefundKey("unmatched:0:pi_3Abc", "unmatched:0:pi_3Abc")).toBe(true);
    expect(isSameRefundKey("unmatched-0-pi-3Abc", "unmatched-1-pi-3Abc")).toBe(false);
    expect(isSameRefundKey("unmatched-0-pi-3Abc", null)).toBe(false);
    expect(isSameRefundKey("", "")).toBe(false);
  });
});
