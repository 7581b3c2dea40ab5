import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { CorrectionNote, Order, OrderEvent, Payment, Refund } from "#db/entities/index.ts";
import { listUnmatched } from "#server/reports/list-unmatched.server.ts";
import { buyByCard, buyWithPayPal, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import {
  decideStripeDispute,
  GOOD_CARD,
  payNewIntent,
  runTestSandbox,
  type SandboxFaults,
  setFaults,
} from "#server/testing/sandbox.ts";
import { finalisePayment } from "./finalise-payment.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { syncRefunds } from "./send-refund.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";
import { sweepCheckouts } from "./sweep-checkouts.server.ts";

await runTestSandbox();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const context = await payingContext({
  actor: { kind: "system" },
  settings: { orderNotificationEmail: "owner@example.com" },
});
const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
afterEach(() => faults({}));

const fresh = () => context.em.fork();
const stripe = () => context.gateways.stripe.client;
const faults = (changes: Partial<SandboxFaults>) => setFaults(changes);
const oneBag = async () => [{ product: await makeProduct(context, { price: 5000 }), quantity: 1 }];
const sweepIn = (milliseconds: number) =>
  sweepCheckouts({ ...context, clock: { now: () => new Date(Date.now() + milliseconds) } });
async function sweepEachMinute(from: number, to: number): Promise<void> {
  for (let after = from; after < to; after += MINUTE) await sweepIn(after);
}
const staffMails = async (paymentId: string) =>
  (await mailsTo(context, "owner@example.com")).filter(
    ({ template, text }) => template === "refund-failed" && text.includes(paymentId),
  );
const listed = async (paymentId: string) =>
  (await listUnmatched(administrator, 100)).find((row) => row.providerPaymentId === paymentId);
const automatic = async (paymentId: string) => {
  const payment = await fresh().findOneOrFail(Payment, { providerPaymentId: paymentId });
  return fresh().findOneOrFail(Refund, { payment: payment.id, source: "automatic" });
};

const DISPUTED_CARD = "4000000000000259";

/** A paid order, and a second payment of the same checkout with a card whose refunds are refused. */
async function paidTwice(card = DISPUTED_CARD) {
  const { checkoutId } = await buyByCard(context, await oneBag());
  const params = { amount: 5000, currency: "gbp", metadata: { checkout_id: checkoutId } };
  const { id } = await payNewIntent(stripe(), params, card);
  const outcome = await finalisePayment(context, "stripe", id);
  return { checkoutId, id, outcome };
}
async function disputeOf(paymentId: string) {
  const [dispute] = (await stripe().disputes.list({ payment_intent: paymentId })).data;
  if (!dispute) throw new Error("no dispute");
  return dispute;
}

describe("a second payment whose refund is refused", () => {
  it("leaves the order as it is, is shown to staff, mailed once, and retried with growing pauses", {
    timeout: 40_000,
  }, async () => {
    const { id, outcome } = await paidTwice();
    expect(outcome).toMatchObject({ kind: "paid", created: false });
    await sweepEachMinute(2 * MINUTE, 50 * MINUTE);
    const { attempts, status } = await automatic(id);
    expect(status).toBe("requested");
    expect(attempts).toBe(4);
    expect(await staffMails(id)).toHaveLength(1);
    expect(await listed(id)).toMatchObject({
      left: 0,
      reason: "A second payment for an order that was paid already.",
      refund: { status: "requested", failure: expect.stringContaining("charged back") },
    });
  });

  it("goes back once it may, however many days later, and anyone who paid hears of it once", async () => {
    const { id, checkoutId } = await paidTwice();
    const { customerEmail } = await fresh().findOneOrFail(Order, { checkout: checkoutId });
    const heard = async () =>
      (await mailsTo(context, customerEmail)).filter(
        ({ template, text }) => template === "money-returned" && text.includes(id),
      );
    expect(await heard()).toEqual([]);
    await decideStripeDispute((await disputeOf(id)).id, "won");
    await sweepIn(10 * 24 * HOUR);
    expect(await automatic(id)).toMatchObject({ status: "succeeded" });
    expect((await stripe().refunds.list({ payment_intent: id })).data).toHaveLength(1);
    expect(await listed(id)).toBeUndefined();
    await sweepIn(11 * 24 * HOUR);
    expect((await stripe().refunds.list({ payment_intent: id })).data).toHaveLength(1);
    expect(await heard()).toMatchObject([{ subject: expect.stringContaining("has returned £50.00") }]);
  });

  it("ends when the customer has got the money back through the bank", async () => {
    const { id } = await paidTwice();
    await decideStripeDispute((await disputeOf(id)).id, "lost");
    await finalisePayment(context, "stripe", id);
    await sweepIn(10 * 24 * HOUR);
    const { attempts, status } = await automatic(id);
    expect(status).toBe("failed");
    expect(await listed(id)).toBeUndefined();
    await sweepIn(20 * 24 * HOUR);
    expect(await automatic(id)).toMatchObject({ attempts, status: "failed" });
    expect(await staffMails(id)).toHaveLength(1);
  });

  it("that the shop died before is found, however long ago that was", async () => {
    const { id } = await paidTwice(GOOD_CARD);
    const { payment } = await automatic(id);
    const em = fresh();
    await em.nativeDelete(Refund, { payment: payment?.id ?? 0 });
    const long = new Date(Date.now() - 30 * 24 * HOUR);
    await em.nativeUpdate(Payment, { id: payment?.id ?? 0 }, { status: "succeeded", updatedAt: long });
    await sweepIn(0);
    expect(await automatic(id)).toMatchObject({ status: "succeeded" });
    expect((await stripe().refunds.list({ payment_intent: id })).data).toHaveLength(1);
  });
});

describe.each([
  ["Stripe", buyByCard],
  ["PayPal", buyWithPayPal],
] as const)("a refund by staff for which there is not enough money at %s", (_, buy) => {
  it("is not final: it waits, is retried, and staff get one mail", {
    timeout: 40_000,
  }, async () => {
    const { order } = await buy(context, await oneBag());
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    const paymentId = order.transactionId ?? "";
    const wish = {
      orderId: order.id,
      key: randomUUID(),
      seenRefunded: 0,
      amount: 1000,
      reason: "One bag was torn",
    };
    await faults({ emptyBalance: true });
    await expect(refundOrder(manager, wish)).toBeRefused("unavailable", {
      message: expect.stringContaining("not enough money"),
    });
    await sweepEachMinute(2 * MINUTE, 30 * MINUTE);
    const waiting = await fresh().findOneOrFail(Refund, { key: wish.key });
    expect(waiting).toMatchObject({
      status: "requested",
      failureMessage: expect.stringMatching(/insufficient/i),
    });
    expect(waiting.attempts).toBe(3);
    expect(await staffMails(paymentId)).toHaveLength(1);
    expect(await findStaffOrder(manager, order.id)).toMatchObject({
      refunded: 1000,
      refunds: [{ status: "requested", failureMessage: expect.stringMatching(/insufficient/i) }],
    });
    await faults({});
    await sweepIn(24 * HOUR);
    await sweepIn(25 * HOUR);
    await syncRefunds(context, paymentId);
    expect(await fresh().find(Refund, { order: order.id })).toMatchObject([
      { key: wish.key, status: "succeeded", failureMessage: null },
    ]);
    expect(await fresh().count(CorrectionNote, { order: order.id })).toBe(1);
    expect(await fresh().count(OrderEvent, { order: order.id, kind: "refunded" })).toBe(1);
    expect((await fresh().findOneOrFail(Order, order.id)).transactionId).toBe(paymentId);
  });
});
