import { describe, expect, it } from "vitest";
import { Payment, Refund } from "#db/entities/index.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { refundKeyOf } from "#server/payments/provider-facts.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { makeLostDispute, makePayment, makeRefund } from "#server/testing/ledger.ts";
import { refundsAtProvider, runTestSandbox } from "#server/testing/sandbox.ts";
import {
  paidByForm,
  paidWithPayPal,
  paymentMethods,
  paymentOf,
  type UnfinishedPayment,
} from "#server/testing/unfinished-payments.ts";
import { fitAutomaticRefunds, leftOfPayment } from "./record-refund.server.ts";
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
    // As though it had bought nothing.
    await fresh().nativeUpdate(Payment, { providerPaymentId: paymentId }, { isMatched: false });
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

describe("an automatic refund that waits while money goes back in another way", () => {
  type Made = [amount: number, source: Refund["source"], status: Refund["status"]];

  /** Fits the waiting refunds of a payment of £20.00 to what is left of it; what became of them all. */
  async function fitted(made: Made[], lost = 0) {
    const payment = await makePayment(context);
    const ids: number[] = [];
    for (const [amount, source, status] of made) {
      ids.push((await makeRefund(context, payment, amount, { source, status })).id);
    }
    if (lost > 0) await makeLostDispute(context, payment, lost);
    await inTransaction(context.em, async (em) =>
      fitAutomaticRefunds(em, await em.findOneOrFail(Payment, payment.id)),
    );
    const refunds = await fresh().find(Refund, { id: { $in: ids } }, { orderBy: { id: "asc" } });
    const { status } = await fresh().findOneOrFail(Payment, payment.id);
    return { payment: status, refunds: refunds.map((refund) => [refund.amount, refund.status]) };
  }

  it("asks for no more than is left", async () => {
    const waiting: Made = [2000, "automatic", "requested"];
    expect((await fitted([waiting])).refunds).toEqual([[2000, "requested"]]);
    const after = await fitted([waiting, [500, "provider", "succeeded"]]);
    expect(after).toEqual({
      payment: "succeeded",
      refunds: [
        [1500, "requested"],
        [500, "succeeded"],
      ],
    });
  });

  it("ends where nothing is left, and its payment has gone back unless a dispute took it", async () => {
    const waiting: Made = [2000, "automatic", "requested"];
    expect(await fitted([waiting, [2000, "provider", "succeeded"]])).toEqual({
      payment: "refunded",
      refunds: [
        [2000, "failed"],
        [2000, "succeeded"],
      ],
    });
    expect(await fitted([waiting], 2000)).toEqual({ payment: "succeeded", refunds: [[2000, "failed"]] });
  });

  it("is nothing that staff ask for, that has ended, or that is of another payment", async () => {
    const elsewhere = await makePayment(context);
    const { id } = await makeRefund(context, elsewhere, 2000, { source: "automatic", status: "requested" });
    const made: Made[] = [
      [2000, "staff", "requested"],
      [2000, "provider", "succeeded"],
      [2000, "automatic", "succeeded"],
    ];
    expect((await fitted(made)).refunds).toEqual(made.map(([amount, , status]) => [amount, status]));
    expect(await fresh().findOneOrFail(Refund, id)).toMatchObject({ amount: 2000, status: "requested" });
  });

  it("goes by what came of its own payment, or what was to come of one that nobody has booked", async () => {
    await makeLostDispute(context, await makePayment(context), 500);
    const { id } = await makePayment(context);
    const left = () =>
      inTransaction(context.em, async (em) => leftOfPayment(em, await em.findOneOrFail(Payment, id), []));
    expect(await left()).toBe(2000);
    await fresh().nativeUpdate(Payment, id, { amountReceived: 0 });
    expect(await left()).toBe(2000);
    await makeLostDispute(context, { id }, 600);
    expect(await left()).toBe(1400);
  });
});
