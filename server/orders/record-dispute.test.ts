import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { Dispute, Order, OrderEvent, Payment, ProviderEvent, Refund } from "#db/entities/index.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { buyByCard, buyWithPayPal, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { makePayment, makeRefund } from "#server/testing/ledger.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import {
  adjudicatePayPalDispute,
  decideStripeDispute,
  disputeAtPayPal,
  runTestSandbox,
} from "#server/testing/sandbox.ts";
import { deliverToPayPalHook, deliverToStripeHook } from "#server/testing/unfinished-payments.ts";
import { countLosses } from "./book-payment.server.ts";
import { findOwnOrder } from "./own-orders.server.ts";
import { recordRefund } from "./record-refund.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { syncRefunds } from "./send-refund.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";

await runTestSandbox();

const DISPUTED_CARD = "4000000000000259";

const context = await payingContext({
  actor: { kind: "system" },
  settings: { orderNotificationEmail: "owner@example.com" },
});
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const fresh = () => context.em.fork();
const stripe = () => context.gateways.stripe.client;
const disputeOf = (order: { id: number }) => fresh().findOneOrFail(Dispute, { order: order.id });
const messagesOf = async (order: { id: number }) =>
  (await fresh().find(OrderEvent, { order: order.id }, { orderBy: { id: "asc" } })).map(
    ({ message }) => message,
  );
async function ownerMails(disputeId: string) {
  const mails = await mailsTo(context, "owner@example.com");
  return mails.filter(({ template, text }) => template === "payment-disputed" && text.includes(disputeId));
}
const outcomeOf = async (eventId: string) =>
  (await fresh().findOneOrFail(ProviderEvent, { eventId })).outcome;
const deliver = async (type: string, object: object) =>
  outcomeOf(await deliverToStripeHook(context, type, object));
const deliverPayPal = async (type: string, resource: object) =>
  outcomeOf(await deliverToPayPalHook(context, type, resource));

/** An order of £50.00 and the dispute over it. */
async function disputedAtStripe() {
  const product = await makeProduct(context, { price: 5000 });
  const { order, ...opened } = await buyByCard(context, [{ product, quantity: 1 }], { card: DISPUTED_CARD });
  const [dispute] = (await stripe().disputes.list({ payment_intent: opened.paymentIntentId })).data;
  if (!dispute) throw new Error("no dispute");
  return { order, dispute, form: opened.form };
}

/** An order of £50.00, paid with PayPal and disputed there. */
async function disputedAtPayPal() {
  const product = await makeProduct(context, { price: 5000 });
  const { order } = await buyWithPayPal(context, [{ product, quantity: 1 }], "disputed");
  return { order, disputeId: disputeAtPayPal(order.transactionId ?? "") };
}

describe("a dispute at Stripe", () => {
  it("is stored once, mailed to the owner once, and visible only to staff", async () => {
    const { order, dispute } = await disputedAtStripe();
    expect(await deliver("charge.dispute.created", dispute)).toBe("disputed");
    expect(await deliver("charge.dispute.funds_withdrawn", dispute)).toBe("disputed");
    await deliver("charge.dispute.created", dispute);
    expect(await disputeOf(order)).toMatchObject({
      provider: "stripe",
      providerDisputeId: dispute.id,
      amount: 5000,
      amountLost: 0,
      reason: "fraudulent",
      status: "needs_response",
      closedAt: null,
    });
    const mails = await ownerMails(dispute.id);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(order.invoiceNumber);
    expect(mails[0]?.html).toContain("Stripe dashboard");
    const line = `The payment is disputed (£50.00): the cardholder says that they did not make the payment (${dispute.id})`;
    expect((await messagesOf(order)).filter((message) => message === line)).toHaveLength(1);
    expect(await findStaffOrder(manager, order.id)).toMatchObject({
      disputes: [{ providerDisputeId: dispute.id, status: "needs_response", amount: 5000 }],
      lost: 0,
    });
    const buyer = await makeUser(context);
    await fresh().nativeUpdate(Order, order.id, { customer: buyer.id });
    const own = await findOwnOrder(asUser(context, buyer), order.id);
    expect(own.timeline.map(({ message }) => message).join()).not.toContain("disput");
  });

  it("that is lost takes its money from what can be refunded", async () => {
    const { order, dispute } = await disputedAtStripe();
    await decideStripeDispute(dispute.id, "lost");
    // Delivered late: the dispute is over when the event of its opening arrives.
    await deliver("charge.dispute.created", dispute);
    await deliver("charge.dispute.closed", dispute);
    expect(await disputeOf(order)).toMatchObject({ status: "lost", amountLost: 5000 });
    expect((await disputeOf(order)).closedAt).not.toBeNull();
    expect((await messagesOf(order)).filter((message) => message.includes("was lost"))).toHaveLength(1);
    const refund = { orderId: order.id, key: randomUUID(), seenRefunded: 0, amount: 100, reason: "Sorry" };
    await expect(refundOrder(manager, { ...refund })).toBeRefused("validation_failed");
    expect(await ownerMails(dispute.id)).toHaveLength(1);
  });

  it("stays lost when an older answer says that it is open", async () => {
    const { order, dispute } = await disputedAtStripe();
    const retrieve = stripe().disputes.retrieve.bind(stripe().disputes);
    vi.spyOn(stripe().disputes, "retrieve").mockImplementationOnce(async (...asked) => {
      const older = await retrieve(...asked);
      await decideStripeDispute(dispute.id, "lost");
      await deliver("charge.dispute.closed", dispute);
      return older;
    });
    await deliver("charge.dispute.created", dispute);
    expect(await disputeOf(order)).toMatchObject({ status: "lost", amountLost: 5000 });
  });

  it("that is lost costs what it took although a refund of the payment is heard of later, which came to nothing", async () => {
    const { order, dispute } = await disputedAtStripe();
    const payment = await fresh().findOneOrFail(Payment, { providerPaymentId: order.transactionId });
    const refund = await makeRefund(context, payment, 5000, { order: order.id });
    await decideStripeDispute(dispute.id, "lost");
    await deliver("charge.dispute.closed", dispute);
    expect(await disputeOf(order)).toMatchObject({ status: "lost", amountLost: 0 });
    await recordRefund(context, refund.id, { id: null, status: "failed", failure: "lost_or_stolen_card" });
    expect(await disputeOf(order)).toMatchObject({ status: "lost", amountLost: 5000 });
  });

  it("goes through its review and leaves the money when it is won", async () => {
    const { order, dispute } = await disputedAtStripe();
    await deliver("charge.dispute.created", dispute);
    await decideStripeDispute(dispute.id, "under_review");
    await deliver("charge.dispute.updated", dispute);
    expect(await disputeOf(order)).toMatchObject({ status: "under_review" });
    await decideStripeDispute(dispute.id, "won");
    await deliver("charge.dispute.closed", dispute);
    await deliver("charge.dispute.funds_reinstated", dispute);
    expect(await disputeOf(order)).toMatchObject({ status: "won", amountLost: 0 });
    expect(await messagesOf(order)).toContain(
      `The dispute over £50.00 was won: the money stays (${dispute.id})`,
    );
  });

  it("of another account is kept as an event that matches nothing", async () => {
    const foreign = { id: "du_foreign", object: "dispute", payment_intent: "pi_foreign" };
    expect(await deliver("charge.dispute.created", foreign)).toBe("unmatched");
  });
});

describe("a dispute at PayPal", () => {
  it("is kept once, with its reason and the day by which an answer is due", async () => {
    const { order, disputeId } = await disputedAtPayPal();
    expect(await deliverPayPal("CUSTOMER.DISPUTE.CREATED", { dispute_id: disputeId })).toBe("disputed");
    expect(await deliverPayPal("CUSTOMER.DISPUTE.UPDATED", { dispute_id: disputeId })).toBe("disputed");
    const dispute = await disputeOf(order);
    expect(dispute).toMatchObject({
      provider: "paypal",
      amount: order.totalAmount,
      status: "needs_response",
    });
    expect(dispute.evidenceDueAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await ownerMails(disputeId)).toHaveLength(1);
  });

  it("that is open lets nothing but all of it be refunded, and staff read why", async () => {
    const { order } = await disputedAtPayPal();
    const refund = { orderId: order.id, key: randomUUID(), seenRefunded: 0, amount: 100, reason: "Sorry" };
    await expect(refundOrder(manager, refund)).toBeRefused("payment_failed", {
      message: expect.stringContaining("While a case about it is open at PayPal, only all that is left"),
    });
    const whole = { ...refund, key: randomUUID(), amount: order.totalAmount };
    expect(await refundOrder(manager, whole)).toBe("succeeded");
  });

  it.each([
    ["the decision first", ["CUSTOMER.DISPUTE.RESOLVED", "PAYMENT.CAPTURE.REVERSED"]],
    ["the reversal first", ["PAYMENT.CAPTURE.REVERSED", "CUSTOMER.DISPUTE.RESOLVED"]],
  ])("that is lost is counted once, %s", async (_, types) => {
    const { order, disputeId } = await disputedAtPayPal();
    await deliverPayPal("CUSTOMER.DISPUTE.CREATED", { dispute_id: disputeId });
    await adjudicatePayPalDispute(disputeId, "BUYER_FAVOR");
    const links = [
      { rel: "up", href: `https://api-m.paypal.com/v2/payments/captures/${order.transactionId}` },
    ];
    for (const type of types) {
      const isDispute = type.startsWith("CUSTOMER");
      await deliverPayPal(type, isDispute ? { dispute_id: disputeId } : { id: "REVERSAL", links });
    }
    const dispute = await disputeOf(order);
    expect(dispute.status).toBe("lost");
    const refunds = await fresh().find(Refund, { order: order.id });
    expect(refunds).toMatchObject([{ amount: order.totalAmount, source: "provider", status: "succeeded" }]);
    expect(dispute.amountLost + (refunds[0]?.amount ?? 0)).toBe(order.totalAmount);
  });

  it("whose reversal PayPal does not list among the refunds is counted all the same, once", async () => {
    const { order } = await disputedAtPayPal();
    const captureId = order.transactionId ?? "";
    const reversal = { id: `R-${captureId}`, key: null, amount: 700, failure: null } as const;
    expect(await syncRefunds(context, captureId, { reported: { ...reversal, status: "succeeded" } })).toBe(
      true,
    );
    expect(await syncRefunds(context, captureId, { reported: { ...reversal, status: "succeeded" } })).toBe(
      true,
    );
    expect(await fresh().find(Refund, { order: order.id })).toMatchObject([
      { amount: 700, source: "provider" },
    ]);
  });

  it("that is won leaves the money, and one of another account matches nothing", async () => {
    const { order, disputeId } = await disputedAtPayPal();
    await deliverPayPal("CUSTOMER.DISPUTE.CREATED", { dispute_id: disputeId });
    await adjudicatePayPalDispute(disputeId, "SELLER_FAVOR");
    await deliverPayPal("CUSTOMER.DISPUTE.RESOLVED", { dispute_id: disputeId });
    expect(await disputeOf(order)).toMatchObject({ status: "won", amountLost: 0 });
    expect(await deliverPayPal("CUSTOMER.DISPUTE.CREATED", { dispute_id: "PP-D-1" })).toBe("unmatched");
  });
});

describe("what disputes cost a payment on top of its refunds", () => {
  const day = (number: number) => new Date(`2030-01-0${number}T12:00:00Z`);
  type Taken = [amount: number, opened: number];
  type GoneBack = [amount: number, day: number, source: Refund["source"], status: Refund["status"]];

  /** What each dispute of a payment of so many pence has lost, in the order in which they came. */
  async function lostOf(
    provider: "stripe" | "paypal",
    amount: number,
    { disputes, refunds = [] }: { disputes: Taken[]; refunds?: GoneBack[] },
  ) {
    const payment = await makePayment(context, { provider, amount });
    for (const [pence, on, source, status] of refunds) {
      await makeRefund(context, payment, pence, { source, status, createdAt: day(on) });
    }
    const em = fresh();
    for (const [amountTaken, opened] of disputes) {
      await em.insert(Dispute, {
        ...{ provider, providerDisputeId: randomUUID(), payment: payment.id, reason: "", status: "lost" },
        ...{ amount: amountTaken, amountTaken, openedAt: day(opened) },
      });
    }
    await inTransaction(context.em, async (tx) =>
      countLosses(tx, await tx.findOneOrFail(Payment, payment.id)),
    );
    const found = await fresh().find(Dispute, { payment: payment.id }, { orderBy: { id: "asc" } });
    return found.map(({ amountLost }) => amountLost);
  }

  it("is never more together than was captured, the first before the second", async () => {
    expect(await lostOf("stripe", 5000, { disputes: [[6000, 2]] })).toEqual([5000]);
    expect(
      await lostOf("stripe", 5000, {
        disputes: [
          [3000, 2],
          [3000, 3],
        ],
      }),
    ).toEqual([3000, 2000]);
  });

  it.each<[GoneBack["3"], number]>([
    ["requested", 5000],
    ["failed", 5000],
    ["pending", 4000],
    ["succeeded", 4000],
  ])("with a refund that is %s is %i", async (status, lost) => {
    const refunds: GoneBack[] = [[1000, 1, "staff", status]];
    expect(await lostOf("stripe", 5000, { disputes: [[5000, 2]], refunds })).toEqual([lost]);
  });

  it("is nothing where more went back than came", async () => {
    const refunds: GoneBack[] = [[1500, 1, "provider", "succeeded"]];
    expect(await lostOf("stripe", 1000, { disputes: [[1000, 2]], refunds })).toEqual([0]);
  });

  it.each<[string, "stripe" | "paypal", GoneBack, number]>([
    [
      "of the provider since, where it lists them as refunds",
      "paypal",
      [2000, 3, "provider", "succeeded"],
      0,
    ],
    ["of the provider before", "paypal", [2000, 1, "provider", "succeeded"], 2000],
    ["of staff since", "paypal", [2000, 3, "staff", "succeeded"], 2000],
    ["of a provider that lists none", "stripe", [2000, 3, "provider", "succeeded"], 2000],
  ])("is paid out by a refund %s", async (_what, provider, refund, lost) => {
    expect(await lostOf(provider, 5000, { disputes: [[2000, 2]], refunds: [refund] })).toEqual([lost]);
  });

  it.each<[string, Taken[], GoneBack, number[]]>([
    [
      "one of two",
      [
        [1000, 2],
        [1000, 2],
      ],
      [1000, 3, "provider", "succeeded"],
      [0, 1000],
    ],
    [
      "both of two",
      [
        [1000, 2],
        [1000, 2],
      ],
      [2000, 3, "provider", "succeeded"],
      [0, 0],
    ],
    [
      "none that was opened later",
      [
        [1000, 2],
        [1000, 4],
      ],
      [1000, 3, "provider", "succeeded"],
      [0, 1000],
    ],
  ])("is paid out by one refund for %s", async (_what, disputes, refund, lost) => {
    expect(await lostOf("paypal", 5000, { disputes, refunds: [refund] })).toEqual(lost);
  });
});
