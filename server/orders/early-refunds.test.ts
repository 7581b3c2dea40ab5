import { describe, expect, it } from "vitest";
import {
  CorrectionNote,
  Dispute,
  FailedOrder,
  Order,
  OrderEvent,
  Payment,
  ProviderEvent,
  Refund,
} from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { monthOf } from "#server/core/shop-time.ts";
import { refundAtPayPal, requirePayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { readLedger } from "#server/reports/read-ledger.server.ts";
import { reconcile } from "#server/reports/reconcile.server.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { aroundNow } from "#server/testing/ledger.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { disputeAtPayPal, hideAtProviders, runTestSandbox } from "#server/testing/sandbox.ts";
import {
  deliverToPayPalHook,
  deliverToStripeHook,
  paidByForm,
  paidOnPage,
  paidWithPayPal,
  paymentMethods,
  paymentOf,
  type UnfinishedPayment,
} from "#server/testing/unfinished-payments.ts";
import { sweepCheckouts } from "./sweep-checkouts.server.ts";

await runTestSandbox();

const DISPUTED_CARD = "4000000000000259";
const TOTAL = 5000;

const context = await payingContext({
  actor: { kind: "system" },
  settings: { orderNotificationEmail: "owner@example.com" },
});

const fresh = () => context.em.fork();
const minutesLater = (minutes: number): Context => ({
  ...context,
  clock: { now: () => new Date(Date.now() + minutes * 60_000) },
});
const refundsOf = async (paid: UnfinishedPayment) =>
  fresh().find(Refund, { payment: (await paymentOf(context, paid)).id }, { orderBy: { id: "asc" } });
const problemMails = async ({ paymentId }: UnfinishedPayment) =>
  (await mailsTo(context, "owner@example.com")).filter(
    ({ template, text }) => template === "payment-problem" && text.includes(paymentId),
  );
const ledgerDifference = async () =>
  (await readLedger(context, { month: monthOf(new Date()) })).total.difference;

/** An order of £50.00 with a refund of £10.00: recorded once, with its credit note. */
async function expectPartRefundedOrder(paid: UnfinishedPayment): Promise<void> {
  const order = await fresh().findOneOrFail(Order, { checkout: paid.checkoutId });
  expect(order).toMatchObject({ totalAmount: TOTAL, transactionId: paid.paymentId });
  expect(await fresh().find(Payment, { checkout: paid.checkoutId })).toMatchObject([
    { providerPaymentId: paid.paymentId, amountReceived: TOTAL, status: "succeeded", isMatched: true },
  ]);
  const refunds = await refundsOf(paid);
  expect(refunds).toMatchObject([{ amount: 1000, source: "provider", status: "succeeded" }]);
  expect(refunds[0]?.order?.id).toBe(order.id);
  expect(await fresh().find(CorrectionNote, { order: order.id })).toMatchObject([
    { kind: "credit", refund: { id: refunds[0]?.id } },
  ]);
  expect(await fresh().count(OrderEvent, { order: order.id, kind: "refunded" })).toBe(1);
  const mails = (await mailsTo(context, paid.email)).map(({ template }) => template);
  expect(mails).toEqual(["order-confirmation", "order-refunded"]);
  expect(await ledgerDifference()).toBe(0);
}

type Step = (paid: UnfinishedPayment, tellRefunded: () => Promise<void>) => unknown;

const told: Step = (_, tellRefunded) => tellRefunded();
const toldPaid: Step = (paid) => paid.tellPaid();
const swept: Step = () => sweepCheckouts(minutesLater(2));
const cameBack: Step = async (paid) => expect(await paid.comeBack()).toMatchObject({ kind: "paid" });
const cameBackUnpaid: Step = async (paid) =>
  expect(await paid.comeBack()).toMatchObject({ kind: "unpaid", message: "This payment was refunded." });
const allAtOnce: Step = (paid, tellRefunded) =>
  Promise.all([
    ...[tellRefunded(), paid.tellPaid(), paid.comeBack()],
    ...[tellRefunded(), sweepCheckouts(minutesLater(2)), paid.tellPaid()],
  ]);

describe.each(paymentMethods)(
  "money that came through %s and went back in part before the shop knew",
  (_, pay) => {
    it.each<[string, Step[]]>([
      ["the refund's event comes first, and again", [told, toldPaid, told]],
      ["the payment's event comes first", [toldPaid, told]],
      ["the browser comes back and no event ever does", [cameBack]],
      ["only the sweeper looks", [swept]],
      ["events, browser and sweeper look at once", [allAtOnce]],
    ])("is an order and its refund, once, when %s", async (_when, steps) => {
      const paid = await pay(context);
      const tellRefunded = await paid.refundThere(1000);
      for (const step of steps) await step(paid, tellRefunded);
      await expectPartRefundedOrder(paid);
    });
  },
);

describe.each(paymentMethods)(
  "money that came through %s and went back whole before the shop knew",
  (_, pay) => {
    it.each<[string, Step[]]>([
      ["the refund's event first", [told, toldPaid]],
      ["the payment's event first", [toldPaid, told]],
      ["the browser alone", [cameBackUnpaid, cameBackUnpaid]],
    ])("makes no order and is in the books, told to staff once: %s", async (_name, steps) => {
      const paid = await pay(context);
      const tellRefunded = await paid.refundThere(TOTAL);
      for (const step of steps) await step(paid, tellRefunded);
      await sweepCheckouts(minutesLater(2));
      expect(await fresh().count(Order, { checkout: paid.checkoutId })).toBe(0);
      expect(await paymentOf(context, paid)).toMatchObject({
        providerPaymentId: paid.paymentId,
        amountReceived: TOTAL,
        status: "refunded",
      });
      expect(await refundsOf(paid)).toMatchObject([{ amount: TOTAL, status: "succeeded" }]);
      expect(await fresh().find(FailedOrder, { checkout: paid.checkoutId })).toMatchObject([
        { errorMessage: expect.stringContaining("given back") },
      ]);
      expect(await problemMails(paid)).toHaveLength(1);
      expect(await ledgerDifference()).toBe(0);
    });
  },
);

describe("a dispute that arrives before its payment", () => {
  it.each([
    ["the card form", paidByForm],
    ["Stripe's page", paidOnPage],
  ])("stands on the order, through %s", async (_, pay) => {
    const paid = await pay(context, DISPUTED_CARD);
    const [dispute] = (await context.gateways.stripe.client.disputes.list({ payment_intent: paid.paymentId }))
      .data;
    if (!dispute) throw new Error("no dispute");
    await deliverToStripeHook(context, "charge.dispute.created", dispute);
    await paid.tellPaid();
    await expectDisputedOrder(paid);
  });

  it("stands on the order, through PayPal", async () => {
    const paid = await paidWithPayPal(context, "disputed");
    await deliverToPayPalHook(context, "CUSTOMER.DISPUTE.CREATED", {
      dispute_id: disputeAtPayPal(paid.paymentId),
    });
    await paid.tellPaid();
    await expectDisputedOrder(paid);
  });

  it("is found with the payment when its event was lost, at Stripe", async () => {
    const paid = await paidByForm(context, DISPUTED_CARD);
    await paid.comeBack();
    await expectDisputedOrder(paid);
  });
});

describe("an event that found nothing", () => {
  const outcomeOf = async (eventId: string) =>
    (await fresh().findOneOrFail(ProviderEvent, { eventId })).outcome;

  it("is acted on when it is sent again with the same number", async () => {
    const paid = await paidWithPayPal(context);
    const made = await refundAtPayPal(
      requirePayPal(context),
      paid.paymentId,
      { amount: { currency_code: "GBP", value: "10.00" } },
      `resent-${paid.paymentId}`,
    );
    const links = [{ rel: "up", href: `https://api-m.paypal.com/v2/payments/captures/${paid.paymentId}` }];
    // The provider's own systems do not learn of a payment at the same moment, so this one does not know it yet.
    const show = await hideAtProviders(paid.paymentId);
    const id = await deliverToPayPalHook(context, "PAYMENT.CAPTURE.REFUNDED", { id: made.id, links });
    expect(await outcomeOf(id)).toBe("unmatched");
    await show();
    await deliverToPayPalHook(context, "PAYMENT.CAPTURE.REFUNDED", { id: made.id, links }, id);
    expect(await outcomeOf(id)).toBe("refunded");
    await expectPartRefundedOrder(paid);
  });

  it("is looked at again when its payment comes, without being sent again", async () => {
    const paid = await paidWithPayPal(context, "disputed");
    const show = await hideAtProviders(paid.paymentId);
    const disputeId = disputeAtPayPal(paid.paymentId);
    const id = await deliverToPayPalHook(context, "CUSTOMER.DISPUTE.CREATED", { dispute_id: disputeId });
    expect(await outcomeOf(id)).toBe("unmatched");
    await show();
    await paid.tellPaid();
    await sweepCheckouts(minutesLater(2));
    expect(await outcomeOf(id)).toBe("disputed");
    await expectDisputedOrder(paid);
  });

  it("of another account ends", async () => {
    const id = await deliverToStripeHook(context, "charge.refunded", {
      object: "charge",
      payment_intent: "pi_foreign",
    });
    await sweepCheckouts(minutesLater(2));
    expect(await outcomeOf(id)).toBe("unmatched");
  });
});

it("leaves no gap between the providers' lists and our records", async () => {
  expect((await reconcile(context, aroundNow())).differences).toEqual([]);
});

async function expectDisputedOrder(paid: UnfinishedPayment): Promise<void> {
  const order = await fresh().findOneOrFail(Order, { checkout: paid.checkoutId });
  expect(await fresh().find(Dispute, { order: order.id })).toMatchObject([{ amount: TOTAL }]);
  expect(await fresh().count(OrderEvent, { order: order.id, kind: "dispute_open" })).toBe(1);
}
