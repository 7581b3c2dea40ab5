import { describe, expect, it, vi } from "vitest";
import { Checkout, FailedOrder, Order, OutboxEmail, Payment, Product } from "#db/entities/index.ts";
import { captureAtPayPal, requirePayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { lookAtPayPal } from "#server/payments/paypal/paypal-payments.server.ts";
import { payPalProvider } from "#server/payments/paypal/paypal-provider.server.ts";
import {
  capturePayPalOrder,
  createHostedSession,
  createPayPalOrderForAmount,
  createStripeIntent,
  finaliseSession,
  openCheckout,
  openPayPalCheckout,
  paidByScript,
  payingContext,
} from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import {
  approvePayPalOrder,
  GOOD_CARD,
  payHostedSession,
  payIntent,
  runTestSandbox,
} from "#server/testing/sandbox.ts";
import { sweepCheckouts } from "./sweep-checkouts.server.ts";

await runTestSandbox();

const MINUTE = 60_000;

const context = await payingContext();

const fresh = () => context.em.fork();
/** The sweeper as it runs so many minutes from now. */
const sweepIn = async (minutes: number) =>
  sweepCheckouts(await payingContext({ clock: { now: () => new Date(Date.now() + minutes * MINUTE) } }));
const intentOf = (id: string) => context.gateways.stripe.client.paymentIntents.retrieve(id);

describe("the sweeper", () => {
  it("makes the order of a paid checkout that nobody reported", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 2 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await payIntent(opened.clientSecret, GOOD_CARD);
    await sweepIn(2);
    await sweepIn(4);
    expect(await fresh().findOneOrFail(Order, { checkout: opened.checkoutId })).toMatchObject({
      totalAmount: 5000,
    });
    expect(await fresh().findOneOrFail(Product, product.id)).toMatchObject({
      stockQuantity: 1,
      heldQuantity: 0,
    });
    expect(await fresh().count(OutboxEmail, { recipient: opened.form.email })).toBe(1);
  });

  it("gives no payment up that came while the provider's older answer was on its way", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 2 });
    const opened = await openPayPalCheckout(context, [{ product, quantity: 1 }]);
    const look = vi.spyOn(payPalProvider, "findState").mockImplementationOnce(async (...asked) => {
      const older = await lookAtPayPal(...asked);
      await approvePayPalOrder(opened.orderId, "paid");
      await capturePayPalOrder(context, opened.orderId);
      return older;
    });
    await sweepIn(90);
    expect(look).toHaveBeenCalled();
    look.mockRestore();
    const { transactionId } = await fresh().findOneOrFail(Order, { checkout: opened.checkoutId });
    const payment = await fresh().findOneOrFail(Payment, { providerPaymentId: transactionId ?? "" });
    expect(payment).toMatchObject({ status: "succeeded", amountReceived: 5000 });
  });

  it("makes it even when the hold has lapsed", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 2 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    await payIntent(opened.clientSecret, GOOD_CARD);
    await sweepIn(90);
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });

  it("gives lapsed stock back and cancels the intent that could have bought it", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 2 });
    const opened = await openCheckout(context, [{ product, quantity: 2 }]);
    await sweepIn(10);
    expect(await fresh().findOneOrFail(Product, product.id)).toMatchObject({ heldQuantity: 2 });
    await sweepIn(40);
    expect(await fresh().findOneOrFail(Product, product.id)).toMatchObject({
      stockQuantity: 2,
      heldQuantity: 0,
    });
    expect(await fresh().findOneOrFail(Checkout, opened.checkoutId)).toMatchObject({ status: "expired" });
    expect((await intentOf(opened.paymentIntentId)).status).toBe("canceled");
  });

  it("reports a script's payment that no order was sent for, once", async () => {
    await paidByScript(context, 4321);
    await sweepIn(2);
    await sweepIn(70);
    await sweepIn(80);
    const payment = await fresh().findOneOrFail(Payment, { amount: 4321 });
    expect(await fresh().count(FailedOrder, { checkout: payment.checkout.id })).toBe(1);
    expect(await fresh().count(OutboxEmail, { key: `payment-problem:${payment.providerPaymentId}` })).toBe(1);
  });
});

describe("a PayPal payment that was captured while the shop died, before it wrote anything down", () => {
  const captureUnheard = (orderId: string) =>
    captureAtPayPal(requirePayPal(context), orderId, `${orderId}-capture-0`);

  it.each([
    ["", 2],
    [", also when its hold has lapsed", 90],
  ])("becomes the order%s", async (_, minutes) => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 3 });
    const opened = await openPayPalCheckout(context, [{ product, quantity: 1 }]);
    await approvePayPalOrder(opened.orderId);
    await captureUnheard(opened.orderId);
    await sweepIn(minutes);
    expect(await fresh().findOneOrFail(Order, { checkout: opened.checkoutId })).toMatchObject({
      paymentMethod: "paypal",
      totalAmount: opened.total,
    });
    expect(await fresh().findOneOrFail(Product, product.id)).toMatchObject({
      stockQuantity: 2,
      heldQuantity: 0,
    });
  });

  it("of a script that never says what it buys is reported once, and its checkout given up after a day", async () => {
    const { id } = await createPayPalOrderForAmount(context, 3689, null);
    await approvePayPalOrder(id);
    await captureUnheard(id);
    for (const minutes of [2, 70, 80, 23 * 60]) await sweepIn(minutes);
    const payment = await fresh().findOneOrFail(Payment, { amount: 3689 }, { populate: ["checkout"] });
    expect(payment).toMatchObject({ status: "succeeded", amountReceived: 3689, isMatched: false });
    expect(await fresh().find(FailedOrder, { checkout: payment.checkout.id })).toMatchObject([
      { errorMessage: expect.stringContaining("no order was sent"), resolvedAt: null },
    ]);
    expect(payment.checkout.status).toBe("open");
    await sweepIn(25 * 60);
    expect(await fresh().findOneOrFail(Checkout, payment.checkout.id)).toMatchObject({ status: "expired" });
  });
});

describe("the hosted page", () => {
  it("sells once, no matter who comes back first", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 5 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    const { url } = await createHostedSession(context, opened.checkoutId);
    expect((await createHostedSession(context, opened.checkoutId)).url).toBe(url);
    expect((await intentOf(opened.paymentIntentId)).status).toBe("canceled");

    const paid = await payHostedSession(url, GOOD_CARD);
    const sessionId = new URL(paid.location ?? "", "http://shop.test").searchParams.get("session_id") ?? "";
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => finaliseSession(context, sessionId)));

    expect(outcomes.every((outcome) => outcome.kind === "paid")).toBe(true);
    expect(await fresh().find(Order, { checkout: opened.checkoutId })).toHaveLength(1);
    expect(await fresh().findOneOrFail(Order, { checkout: opened.checkoutId })).toMatchObject({
      totalAmount: 3099,
    });
    expect(await fresh().findOneOrFail(Product, product.id)).toMatchObject({
      stockQuantity: 4,
      heldQuantity: 0,
    });
  });

  it("is closed when the shopper pays with the card form instead", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    const { url } = await createHostedSession(context, opened.checkoutId);
    const intent = await createStripeIntent(context, opened.checkoutId);
    expect(intent.paymentIntentId).not.toBe(opened.paymentIntentId);
    expect((await payHostedSession(url, GOOD_CARD)).location ?? "").not.toContain("session_id");
  });

  /** A page whose card was declined, and whose address of success was opened all the same. */
  async function openDeclinedPage() {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    const { url } = await createHostedSession(context, opened.checkoutId);
    await payHostedSession(url, "4000000000000002");
    const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
    expect(await finaliseSession(context, sessionId)).toEqual({
      kind: "unpaid",
      message: "Your card was declined.",
    });
    const payment = () => fresh().findOneOrFail(Payment, { providerSessionId: sessionId });
    return { ...opened, url, sessionId, payment };
  }

  it("takes the next card after the shopper looked whether the first had paid", async () => {
    const page = await openDeclinedPage();
    expect((await page.payment()).providerPaymentId).toBe(page.sessionId);
    expect((await createHostedSession(context, page.checkoutId)).url).toBe(page.url);
    await payHostedSession(page.url, GOOD_CARD);
    await sweepIn(2);
    expect(await fresh().count(Order, { checkout: page.checkoutId })).toBe(1);
  });

  it("comes to rest when it is given up after a declined card", async () => {
    const page = await openDeclinedPage();
    await sweepIn(40);
    expect(await page.payment()).toMatchObject({ status: "cancelled" });
    const session = await context.gateways.stripe.client.checkout.sessions.retrieve(page.sessionId);
    expect(session.status).toBe("expired");
  });

  /** An open page as Stripe has none, such as one of the sandbox once the shop has keys. */
  async function openPageOfOtherAccount() {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
    const opened = await openCheckout(context, [{ product, quantity: 1 }]);
    const { url } = await createHostedSession(context, opened.checkoutId);
    const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
    // Another account would not have it open.
    await context.gateways.stripe.client.checkout.sessions.expire(sessionId);
    const { id } = await fresh().findOneOrFail(Payment, { providerSessionId: sessionId });
    const elsewhere = `cs_elsewhere${id}`;
    await fresh().nativeUpdate(
      Payment,
      { id },
      { providerPaymentId: elsewhere, providerSessionId: elsewhere },
    );
    return { ...opened, url, payment: () => fresh().findOneOrFail(Payment, id) };
  }

  it.each([2, 40])("of another account comes to rest, looked at after %i minutes", async (minutes) => {
    const { payment } = await openPageOfOtherAccount();
    await sweepIn(minutes);
    expect(await payment()).toMatchObject({ status: "cancelled" });
  });

  it("of another account keeps nobody from paying on a new one", async () => {
    const { checkoutId, url, payment } = await openPageOfOtherAccount();
    const again = await createHostedSession(context, checkoutId);
    expect(again.url).not.toBe(url);
    expect(await payment()).toMatchObject({ status: "cancelled" });
    await payHostedSession(again.url, GOOD_CARD);
    await sweepIn(2);
    expect(await fresh().count(Order, { checkout: checkoutId })).toBe(1);
  });

  it("comes to rest also where its payment is filed under the intent, as it was before", async () => {
    const page = await openDeclinedPage();
    const { payment_intent: intent } = await context.gateways.stripe.client.checkout.sessions.retrieve(
      page.sessionId,
    );
    await fresh().nativeUpdate(
      Payment,
      { providerSessionId: page.sessionId },
      { providerPaymentId: String(intent) },
    );
    await sweepIn(40);
    expect(await page.payment()).toMatchObject({ status: "cancelled" });
  });
});
