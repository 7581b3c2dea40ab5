import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  Checkout,
  FailedOrder,
  Order,
  OutboxEmail,
  Payment,
  type Product,
  Refund,
  StockHold,
} from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { type OpenedCheckout, openCheckout, payingContext, receivedFor } from "#server/testing/checkouts.ts";
import { makeProduct, makeUser, withSettings } from "#server/testing/factories.ts";
import { makeRefund } from "#server/testing/ledger.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { bookReceived } from "./book-payment.server.ts";
import { finaliseReceived } from "./finalise-payment.server.ts";

await runTestSandbox();

let context: Context;
let product: Product;
let opened: OpenedCheckout;

beforeEach(async () => {
  context = await payingContext();
  product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
  opened = await openCheckout(context, [{ product, quantity: 1 }]);
});

const fresh = () => context.em.fork();

const received = (changes: Partial<ReceivedPayment> = {}) => receivedFor(opened, changes);
const finalise = async (changes: Partial<ReceivedPayment> = {}) =>
  finaliseReceived(await payingContext(), received(changes));
const paymentOf = (id: string = opened.paymentIntentId) =>
  fresh().findOneOrFail(Payment, { providerPaymentId: id });
const setPayment = (changes: Partial<Payment>) =>
  fresh().nativeUpdate(Payment, { providerPaymentId: opened.paymentIntentId }, changes);
const mailed = (key: string) => fresh().count(OutboxEmail, { key });

describe("a payment that has not come", () => {
  it("says why, in its provider's words where it has some", async () => {
    expect(await finalise({ state: "unpaid", message: "No funds" })).toEqual({
      ...{ kind: "unpaid", message: "No funds" },
    });
    expect(await finalise({ state: "unpaid" })).toEqual({
      ...{ kind: "unpaid", message: "Payment was not completed successfully" },
    });
  });

  it.each(["created", "failed"] as const)("and waits for its bank is no longer %s", async (status) => {
    await setPayment({ status });
    expect(await finalise({ state: "processing" })).toEqual({ kind: "processing" });
    expect(await paymentOf()).toMatchObject({ status: "processing" });
  });

  it("and came meanwhile does not wait again", async () => {
    await setPayment({ status: "succeeded" });
    await finalise({ state: "processing" });
    expect(await paymentOf()).toMatchObject({ status: "succeeded" });
  });

  it("waits also while it is filed under its session", async () => {
    const [id, sessionId] = [randomUUID(), randomUUID()];
    await setPayment({ providerPaymentId: sessionId });
    await finalise({ state: "processing", id, sessionId });
    expect(await paymentOf(sessionId)).toMatchObject({ status: "processing" });
  });

  it("keeps its goods for another hour, beyond the time that a page has", async () => {
    const now = Date.now();
    const heldSince = new Date(now - 50 * 60_000);
    await fresh().nativeUpdate(Checkout, opened.checkoutId, { heldSince });
    await finalise({ state: "processing" });
    const { expiresAt } = await fresh().findOneOrFail(StockHold, { checkout: opened.checkoutId });
    expect(expiresAt.getTime()).toBeGreaterThanOrEqual(now + 60 * 60_000);
  });
});

describe("a payment of no checkout that is here", () => {
  it.each([undefined, randomUUID()])("is booked once it has come, with checkout %s", async (checkoutId) => {
    const id = `pi_${randomUUID()}`;
    expect(await finalise({ id, checkoutId })).toEqual({ kind: "unmatched" });
    expect(await paymentOf(id)).toMatchObject({ status: "succeeded", amountReceived: 5000 });
  });

  it("is not booked while it has not come", async () => {
    const id = `pi_${randomUUID()}`;
    expect(await finalise({ id, checkoutId: undefined, state: "processing" })).toEqual({ kind: "unmatched" });
    expect(await fresh().count(Payment, { providerPaymentId: id })).toBe(0);
    expect(await bookReceived(context, received({ id }), randomUUID())).toBe(false);
  });
});

describe("a payment that has come", () => {
  it("in another amount is booked as it came, buys nothing and is told to the owner, once", async () => {
    const { checkoutId } = opened;
    for (let time = 1; time <= 2; time += 1)
      expect(await finalise({ amountReceived: 777 })).toEqual({ kind: "unmatched" });
    expect(await paymentOf()).toMatchObject({ status: "succeeded", amountReceived: 777, currency: "gbp" });
    expect(await fresh().count(Order, { checkout: checkoutId })).toBe(0);
    expect(await fresh().find(FailedOrder, { checkout: checkoutId })).toMatchObject([
      { errorMessage: "£7.77 was paid, but the checkout comes to £50.00.", resolvedAt: null },
    ]);
    expect(await mailed(`payment-problem:${opened.paymentIntentId}`)).toBe(1);
    expect(await fresh().findOneOrFail(Checkout, checkoutId)).toMatchObject({ status: "paying" });
  });

  it("is booked on the day on which the shop learnt of it, whatever comes later", async () => {
    await bookReceived(context, received(), opened.checkoutId);
    const { receivedAt } = await paymentOf();
    expect(receivedAt).toBeInstanceOf(Date);
    await bookReceived(context, received(), opened.checkoutId);
    expect((await paymentOf()).receivedAt).toEqual(receivedAt);
  });

  it("and bought the order is not a second one", async () => {
    const first = await finalise();
    expect(first).toMatchObject({ kind: "paid", created: true });
    expect(await finalise()).toEqual({ ...first, created: false });
    expect(await paymentOf()).toMatchObject({ status: "succeeded", isMatched: true });
  });

  it("in another currency is booked and told as such, and buys nothing", async () => {
    expect(await finalise({ currency: "eur" })).toEqual({ kind: "unmatched" });
    expect(await paymentOf()).toMatchObject({ amountReceived: 5000, currency: "eur" });
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
    expect(await fresh().findOneOrFail(FailedOrder, { checkout: opened.checkoutId })).toMatchObject({
      errorMessage: "It was paid in eur, not in pounds.",
    });
  });

  it("in the currency in which it was priced buys the order, whatever the checkout's is by then", async () => {
    const { snapshot } = await paymentOf();
    if (!snapshot) throw new Error("The payment was not priced.");
    await fresh().nativeUpdate(Checkout, opened.checkoutId, { currency: "eur" });
    expect(await finalise()).toMatchObject({ kind: "paid" });
  });

  it("in the currency of its checkout buys the order, where that alone is known", async () => {
    await setPayment({ snapshot: null, details: null });
    expect(await finalise()).toMatchObject({ kind: "paid" });
    const order = await fresh().findOneOrFail(Order, { checkout: opened.checkoutId });
    expect(order.customerEmail).toBe(opened.form.email);
  });

  it("goes where its shopper saw that it goes", async () => {
    const { details } = await paymentOf();
    if (!details) throw new Error("The payment has no details.");
    await setPayment({ details: { ...details, customerName: "Gwen as she paid" } });
    await finalise();
    const order = await fresh().findOneOrFail(Order, { checkout: opened.checkoutId });
    expect(order.customerName).toBe("Gwen as she paid");
  });

  it("for a script that has not said what it buys waits for that, and is no failure", async () => {
    await setPayment({ snapshot: null, details: null });
    await fresh().nativeUpdate(Checkout, opened.checkoutId, { snapshot: null, details: null });
    expect(await finalise()).toEqual({ kind: "unmatched" });
    expect(await fresh().count(FailedOrder, { checkout: opened.checkoutId })).toBe(0);
    expect(await paymentOf()).toMatchObject({ status: "succeeded", amountReceived: 5000 });
  });

  it("has the number and the words of the client that reports it", async () => {
    const options = { invoiceNumber: `INV-${Date.now()}123`, claimed: { total: 1 } };
    const { kind } = await finaliseReceived(context, received(), options);
    expect(kind).toBe("paid");
    expect(await fresh().findOneOrFail(Order, { checkout: opened.checkoutId })).toMatchObject(options);
  });
});

describe("an order that is made", () => {
  it("of the last units is no backorder, and staff hear that nothing is left", async () => {
    opened = await openCheckout(context, [{ product, quantity: 4 }]);
    const own = withSettings(await payingContext(), { lowStockThreshold: 1 });
    expect(await finaliseReceived(own, received({ amount: 20_000, amountReceived: 20_000 }))).toMatchObject({
      kind: "paid",
    });
    const order = await fresh().findOneOrFail(Order, { checkout: opened.checkoutId });
    expect(order).toMatchObject({
      isBackorder: false,
      vatInvoiceNumber: expect.stringMatching(/^OXB-\d{6}$/),
    });
    const mail = await fresh().findOneOrFail(OutboxEmail, { key: `new-order:${order.invoiceNumber}` });
    expect(mail.props).toMatchObject({ runningLow: [{ left: 1 }] });
    const [waiting] = await fresh().execute(
      "select count(*)::int as n from waiting_email where email_id = ?",
      [mail.id],
    );
    expect(waiting).toEqual({ n: 1 });
  });

  it("of somebody who was signed in invites them to nothing", async () => {
    const user = await makeUser(context);
    await fresh().nativeUpdate(Checkout, opened.checkoutId, { user: user.id });
    const own = withSettings(await payingContext(), { customerAccountCreation: "manual" });
    await finaliseReceived(own, received());
    const order = await fresh().findOneOrFail(Order, { checkout: opened.checkoutId });
    const key = `order-confirmation:${order.invoiceNumber}`;
    expect((await fresh().findOneOrFail(OutboxEmail, { key })).props).toMatchObject({ registerUrl: null });
  });
});

describe("a payment of which something went back before its order", () => {
  const goneBack = async (amount: number, more: Parameters<typeof makeRefund>[3]) =>
    makeRefund(context, await paymentOf(), amount, more);
  const returned = { kind: "unpaid", message: "This payment was refunded." };

  it("buys it where that was a part", async () => {
    await goneBack(1000, { source: "provider" });
    expect(await finalise()).toMatchObject({ kind: "paid" });
  });

  it.each([
    ["their provider, of which staff hear", "provider", 1],
    ["the shop itself, of which nobody is told again", "automatic", 0],
  ] as const)("buys nothing where all of it was given back by %s", async (_whom, source, mails) => {
    await goneBack(5000, { source });
    expect(await finalise()).toEqual(returned);
    expect(await paymentOf()).toMatchObject({ status: "refunded" });
    expect(await mailed(`payment-returned:${opened.paymentIntentId}`)).toBe(mails);
  });

  it("buys nothing where it is marked as given back", async () => {
    await setPayment({ status: "refunded" });
    expect(await finalise()).toEqual(returned);
  });

  it("is still here while some of that is only asked for, and other payments do not matter", async () => {
    await goneBack(3000, { source: "provider" });
    await goneBack(2000, { source: "automatic", status: "requested" });
    expect(await finalise()).toEqual(returned);
    expect(await paymentOf()).toMatchObject({ status: "succeeded" });
    opened = await openCheckout(context, [{ product, quantity: 1 }]);
    expect(await finalise()).toMatchObject({ kind: "paid" });
  });

  it("leads to the order that another payment bought, unless its provider gave it back", async () => {
    const first = await finalise();
    const second = { id: `pi_${randomUUID()}` };
    await bookReceived(context, received(second), opened.checkoutId);
    const refund = await makeRefund(context, await paymentOf(second.id), 5000, { source: "provider" });
    expect(await finalise(second)).toEqual(returned);
    await fresh().nativeUpdate(Refund, { id: refund.id }, { source: "automatic" });
    expect(await finalise(second)).toEqual({ ...first, created: false });
    await fresh().nativeUpdate(Refund, { id: refund.id }, { source: "provider", status: "requested" });
    expect(await finalise(second)).toEqual({ ...first, created: false });
  });
});

describe("a payment that was opened as a page", () => {
  /** A page of the checkout: filed under its session until it is paid. */
  async function openPage(changes: Partial<Payment> = {}, checkout = opened.checkoutId) {
    const session = `cs_${randomUUID()}`;
    const page = { providerPaymentId: session, providerSessionId: session, amount: 5000, ...changes };
    await fresh().insert(Payment, {
      checkout,
      provider: "stripe",
      currency: "gbp",
      status: "created",
      ...page,
    });
    return page.providerPaymentId;
  }

  it("is booked there: on the latest of its amount and its checkout that has no payment yet", async () => {
    const other = await openCheckout(context, [{ product, quantity: 1 }]);
    const earlier = await openPage();
    const page = await openPage();
    const session = `cs_${randomUUID()}`;
    const others = [
      await openPage({ amount: 4000 }),
      await openPage({ providerPaymentId: `pi_${randomUUID()}`, providerSessionId: session }),
      await openPage({}, other.checkoutId),
    ];
    const before = await fresh().count(Payment);
    const id = `pi_${randomUUID()}`;
    await bookReceived(context, received({ id }), opened.checkoutId);
    expect(await fresh().count(Payment)).toBe(before);
    expect(await fresh().count(Payment, { providerPaymentId: page })).toBe(0);
    expect((await paymentOf(id)).providerSessionId).toBe(page);
    for (const each of [earlier, ...others]) await paymentOf(each);
  });

  it("is booked on what its payer approved, where its provider names that", async () => {
    const sessionId = await openPage({ provider: "paypal", providerSessionId: null });
    const before = await fresh().count(Payment);
    const id = randomUUID();
    await bookReceived(context, received({ provider: "paypal", id, sessionId }), opened.checkoutId);
    expect(await fresh().count(Payment)).toBe(before);
    expect(await paymentOf(id)).toMatchObject({ provider: "paypal", amountReceived: 5000 });
  });
});
