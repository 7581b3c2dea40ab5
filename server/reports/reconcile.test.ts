import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Order, Payment, Refund } from "#db/entities/index.ts";
import { refundOrder } from "#server/orders/refund-order.server.ts";
import { refundAtPayPal, requirePayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { listPayPalMoney } from "#server/payments/paypal/paypal-money.server.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import { buyByCard, buyWithPayPal, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeOrder, makeProduct, makeUser } from "#server/testing/factories.ts";
import { aroundNow, forgetAllMoney, makePayment, makeRefund } from "#server/testing/ledger.ts";
import {
  changeAtProviders,
  copyAtProviders,
  GOOD_CARD,
  refundsAtProvider,
  runTestSandbox,
} from "#server/testing/sandbox.ts";
import { reconcile, reconcilePeriod } from "./reconcile.server.ts";
import { periodDays, reconciliationText } from "./reconciliation.ts";

await runTestSandbox();

const REFUND_FAILS = "4000000000005126";
const DAY = 24 * 60 * 60 * 1000;

const context = await payingContext({ actor: { kind: "system" } });
const ada = await makeUser(context, { role: "administrator", name: "Ada Administrator" });
const administrator = asUser(context, ada);
/** What a test leaves wrong belongs to it alone: the next one begins with nothing on either side. */
beforeEach(() => forgetAllMoney(context));

const fresh = () => context.em.fork();
const compared = () => reconcile(context, aroundNow());
const differences = async () => (await compared()).differences;
const setPayment = (providerPaymentId: string, values: object) =>
  fresh().nativeUpdate(Payment, { providerPaymentId }, values);

const oneBag = async () => [{ product: await makeProduct(context), quantity: 1 }];

/** £20.00 and delivery, paid by card and made into an order. */
const paidByCard = async (card = GOOD_CARD) => buyByCard(context, await oneBag(), { card });

async function paidByPayPal() {
  const bought = await buyWithPayPal(context, await oneBag());
  return { ...bought, captureId: bought.order.transactionId ?? "" };
}

async function refund({ order }: { order: Order }, amount: number) {
  const input = { orderId: order.id, key: randomUUID(), seenRefunded: 0 };
  return refundOrder(administrator, { ...input, amount, reason: "Torn" });
}

describe("the comparison with the providers' lists", () => {
  it("finds no difference among payments and refunds of both providers, and the same totals", async () => {
    const first = await paidByCard();
    await paidByCard();
    const paypal = await paidByPayPal();
    await refund(first, 700);
    await refund(paypal, 1234);
    const result = await compared();
    expect(result.differences).toEqual([]);
    expect(result.compared).toBe(5);
    const both = (count: number, amount: number) => ({
      theirs: { count, amount },
      ours: { count, amount },
    });
    expect(result.totals).toEqual([
      { provider: "stripe", kind: "payment", currency: "gbp", ...both(2, 2 * first.total) },
      { provider: "stripe", kind: "refund", currency: "gbp", ...both(1, 700) },
      { provider: "paypal", kind: "payment", currency: "gbp", ...both(1, paypal.total) },
      { provider: "paypal", kind: "refund", currency: "gbp", ...both(1, 1234) },
    ]);
    expect(reconciliationText(result)).toContain("5 compared. No difference.");
  });

  it("pages through lists that are longer than one page", async () => {
    await paidByCard();
    const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
    const charges = numbers(230).map((n) => ({ id: `ch_copy_${n}`, payment_intent: `pi_copy_${n}` }));
    await copyAtProviders("charge", charges);
    expect(await differences()).toHaveLength(230);
    await paidByPayPal();
    const captures = numbers(1100).map((n) => ({ id: `COPY${n}` }));
    await copyAtProviders("capture", captures);
    expect(await differences()).toHaveLength(230 + 1100);
  });

  it("finds a payment that is in their list and not in ours", async () => {
    const opened = await paidByCard();
    const paypal = await paidByPayPal();
    await setPayment(opened.paymentIntentId, { providerPaymentId: "pi_other", receivedAt: new Date(0) });
    await setPayment(paypal.captureId, { providerPaymentId: "OTHER", receivedAt: new Date(0) });
    expect(await differences()).toEqual([
      expect.stringMatching(
        new RegExp(`^Stripe payment ${opened.paymentIntentId} of £30.99 on .* is not in this shop's books.$`),
      ),
      expect.stringMatching(
        new RegExp(`^PayPal payment ${paypal.captureId} .* is not in this shop's books.$`),
      ),
    ]);
  });

  it("finds a payment and a refund that are in our records and not in theirs", async () => {
    const { id, providerPaymentId } = await makePayment(context);
    const made = await makeRefund(context, { id }, 500);
    const paypal = await makePayment(context, { provider: "paypal" });
    expect(await differences()).toEqual([
      `Stripe payment ${providerPaymentId} of £20.00, here "succeeded", is not known there.`,
      `Stripe refund ${made.providerRefundId} of payment ${providerPaymentId} of £5.00, here "succeeded", is not known there.`,
      expect.stringMatching(
        new RegExp(`^PayPal payment ${paypal.providerPaymentId} .* is not known there.$`),
      ),
    ]);
  });

  it("finds another amount and another currency", async () => {
    const [one, other] = [await paidByCard(), await paidByCard()];
    await setPayment(one.paymentIntentId, { amountReceived: 3098 });
    await setPayment(other.paymentIntentId, { currency: "eur" });
    expect(await differences()).toEqual(
      expect.arrayContaining([
        `Stripe payment ${one.paymentIntentId} is £30.99 there and £30.98 here.`,
        `Stripe payment ${other.paymentIntentId} is in GBP there and in EUR here.`,
      ]),
    );
  });

  it("finds a payment and a refund whose state differs", async () => {
    const [opened, paypal] = [await paidByCard(), await paidByPayPal()];
    await setPayment(opened.paymentIntentId, { amountReceived: 0, status: "processing", receivedAt: null });
    await refund(paypal, 500);
    await fresh().nativeUpdate(Refund, { amount: 500 }, { status: "failed" });
    const found = await differences();
    expect(found).toHaveLength(2);
    expect(found[0]).toContain('is received there and "processing" here');
    expect(found[1]).toContain('is given back there and "failed" here');
  });

  it("finds a refund of the provider's own dashboard that never reached us", async () => {
    const [opened, paypal] = [await paidByCard(), await paidByPayPal()];
    const made = await context.gateways.stripe.client.refunds.create({
      payment_intent: opened.paymentIntentId,
      amount: 250,
    });
    const amount = { currency_code: "GBP", value: penceToDecimal(251) };
    const back = await refundAtPayPal(requirePayPal(context), paypal.captureId, { amount }, randomUUID());
    expect(await differences()).toEqual([
      expect.stringMatching(
        `^Stripe refund ${made.id} of payment ${opened.paymentIntentId} of £2.50 .* books.$`,
      ),
      expect.stringMatching(`^PayPal refund ${back.id} of payment ${paypal.captureId} of £2.51 .* books.$`),
    ]);
  });

  it("takes a refund that failed on both sides for none", async () => {
    const opened = await paidByCard(REFUND_FAILS);
    await refund(opened, 100);
    for (const { id } of refundsAtProvider(opened.paymentIntentId)) {
      await changeAtProviders(id, { status: "failed" });
    }
    await fresh().nativeUpdate(Refund, { amount: 100 }, { status: "failed" });
    expect(await differences()).toEqual([]);
  });

  it("asks for what the two have on different days, so that midnight is no difference", async () => {
    const [opened, paypal] = [await paidByCard(), await paidByPayPal()];
    const longAgo = new Date(Date.now() - 10 * DAY);
    await setPayment(opened.paymentIntentId, { receivedAt: longAgo });
    await setPayment(paypal.captureId, { receivedAt: longAgo });
    const around = { from: new Date(longAgo.getTime() - DAY), to: new Date(longAgo.getTime() + DAY) };
    expect(await reconcile(context, around)).toMatchObject({ compared: 2, differences: [] });
    expect(await differences()).toEqual([]);
  });

  it("asks PayPal for at most 31 days at once", async () => {
    const { captureId } = await paidByPayPal();
    const period = { from: new Date(Date.now() - 100 * DAY), to: new Date(Date.now() + DAY) };
    const ids = [];
    for await (const { id } of listPayPalMoney(context, period)) ids.push(id);
    expect(ids).toEqual([captureId]);
  });

  it("says that it could not ask when PayPal's keys are gone and its money is not", async () => {
    const { stripe: stripeAlone } = context.gateways;
    const without = { ...context, gateways: { stripe: stripeAlone } };
    await expect(reconcile(without, aroundNow())).resolves.toMatchObject({ differences: [] });
    await makePayment(context, { provider: "paypal" });
    await expect(reconcile(without, aroundNow())).toBeRefused("unavailable");
  });

  it("is nobody's business but an administrator's", async () => {
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    const period = { from: new Date(0), to: new Date() };
    await expect(reconcile(manager, period)).toBeRefused("forbidden");
  });
});

describe("the report over some days", () => {
  const today = () => new Date().toISOString().slice(0, 10);

  it("agrees when lists and records do, and lists what waits for a person", async () => {
    const opened = await paidByCard();
    await refund(opened, 99);
    const { agrees, text } = await reconcilePeriod(context, { from: today(), to: today() });
    expect(agrees).toBe(true);
    expect(text).toContain(
      "Books: £30.99 received = £30.00 kept by orders + £0.99 refunded + £0.00 lost in disputes + £0.00 unmatched.",
    );
    const payment = await makePayment(context, { receivedAt: new Date(0) });
    const later = await reconcilePeriod(context, { from: today(), to: today() });
    expect(later).toMatchObject({ agrees: true, text: expect.stringContaining("1 unmatched to act on") });
    expect(payment.id).toBeGreaterThan(0);
  });

  it("does not agree when a payment is known here alone, and has a line for each difference", async () => {
    await makeOrder(context);
    const { providerPaymentId } = await makePayment(context);
    const { agrees, text } = await reconcilePeriod(context, { from: today(), to: today() });
    expect(agrees).toBe(false);
    expect(text).toContain(
      `1 compared. 1 difference:\n- Stripe payment ${providerPaymentId} of £20.00, here "succeeded", is not known there.`,
    );
    expect(text).toMatch(/Stripe payments +0 +£0\.00 +1 +£20\.00 +-£20\.00/);
  });

  it("does not agree when our records do not add up, though the lists do", async () => {
    const opened = await paidByCard();
    await fresh().nativeUpdate(Order, { checkout: opened.checkoutId }, { totalAmount: 3000 });
    const { agrees, text } = await reconcilePeriod(context, { from: today(), to: today() });
    expect(agrees).toBe(false);
    expect(text).toContain(`- ${today()}: £0.99 is not accounted for.`);
  });
});

const now = new Date("2026-07-20T23:30:00Z");

describe("the days to reconcile", () => {
  it("are the last seven in London by default", () => {
    expect(periodDays({}, now)).toEqual({ from: "2026-07-15", to: "2026-07-21" });
    expect(periodDays({ to: "2026-03-03" }, now)).toEqual({ from: "2026-02-25", to: "2026-03-03" });
    expect(periodDays({ from: "2026-07-21" }, now)).toEqual({ from: "2026-07-21", to: "2026-07-21" });
  });

  it("are refused in a sentence when they are none", () => {
    expect(() => periodDays({ from: "yesterday" }, now)).toThrow("--from must be a day such as 2026-11-21.");
    expect(() => periodDays({ to: "2026-02-30" }, now)).toThrow("--to must be a day such as 2026-11-21.");
    expect(() => periodDays({ from: "2026-08-01", to: "2026-07-01" }, now)).toThrow(
      "--from 2026-08-01 is after --to 2026-07-01.",
    );
  });
});
