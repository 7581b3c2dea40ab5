import { describe, expect, it } from "vitest";
import { Refund } from "#db/entities/index.ts";
import { refundKeyOf } from "#server/payments/provider-facts.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { refundsAtProvider, runTestSandbox } from "#server/testing/sandbox.ts";
import {
  paidByForm,
  paidWithPayPal,
  paymentMethods,
  paymentOf,
  type UnfinishedPayment,
} from "#server/testing/unfinished-payments.ts";
import { refundPayment, syncRefunds } from "./send-refund.server.ts";

await runTestSandbox();

/** The part of PayPal's response schema for a refund that matters here (Payments v2, `refund.custom_id`). */
const SAFE = /^[A-Za-z0-9-]{1,100}$/;

const context = await payingContext({ actor: { kind: "system" } });

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
});

it("the key of a refund names its payment in letters, digits and dashes", () => {
  expect(refundKeyOf("unmatched-0", "pi_3Abc")).toBe("unmatched-0-pi-3Abc");
});

const atProvider = ({ paymentId }: UnfinishedPayment) => refundsAtProvider(paymentId).map(({ id }) => id);
const rowsOf = async (paid: UnfinishedPayment) =>
  fresh().find(Refund, { payment: (await paymentOf(context, paid)).id });

describe.each(paymentMethods)("a refund that was made in the dashboard, of a payment %s,", (_, pay) => {
  it("is written down and applied in one, or not at all", async () => {
    const paid = await pay(context);
    await paid.comeBack();
    await paid.refundThere(1000);
    const [providerRefundId = ""] = atProvider(paid);
    await fresh().execute(
      "alter table outbox_email add constraint no_refund_mail check (template <> 'order-refunded') not valid",
    );
    await expect(syncRefunds(context, paid.paymentId)).rejects.toThrow();
    expect(await rowsOf(paid)).toEqual([]);
    await fresh().execute("alter table outbox_email drop constraint no_refund_mail");
    await syncRefunds(context, paid.paymentId);
    expect(await rowsOf(paid)).toMatchObject([{ providerRefundId, status: "succeeded" }]);
  });
});
