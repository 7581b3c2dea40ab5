import { afterEach, describe, expect, it } from "vitest";
import { CartLine, Checkout, FailedOrder, Order, Payment, Product } from "#db/entities/index.ts";
import { beginCapture } from "#server/orders/close-session.server.ts";
import { sweepCheckouts } from "#server/orders/sweep-checkouts.server.ts";
import { captureOf } from "#server/payments/paypal/paypal-order.ts";
import {
  capturePayPalOrder,
  createPayPalOrder,
  openPayPalCheckout,
  payingContext,
  startFor,
} from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import {
  approvePayPalOrder,
  changeAtProviders,
  type Funding,
  finishCapture,
  runTestSandbox,
  setFaults,
} from "#server/testing/sandbox.ts";
import { deliverToPayPalHook } from "#server/testing/unfinished-payments.ts";
import { findPayPalOrder, requirePayPal } from "./paypal-client.server.ts";

await runTestSandbox();

const MINUTE = 60_000;
const paid = { kind: "paid", created: true };

const context = await payingContext();
const setCaptures = (captureIssue: string | null) => setFaults({ captureIssue });
afterEach(() => setCaptures(null));

const fresh = () => context.em.fork();
const clockIn = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * MINUTE) });
/** The payer's browser, so many minutes from now. */
const payerIn = (minutes: number) => payingContext({ clock: clockIn(minutes) });
const sweepIn = async (minutes: number) =>
  sweepCheckouts(await payingContext({ actor: { kind: "system" }, clock: clockIn(minutes) }));

async function open(price = 2000, stockQuantity = 10) {
  const product = await makeProduct(context, { price, stockQuantity });
  return { product, ...(await openPayPalCheckout(context, [{ product, quantity: 2 }])) };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function approved(funding: Funding = "paid") {
  const opened = await open();
  await approvePayPalOrder(opened.orderId, funding);
  return opened;
}

/** The payer's account works again, without anybody having asked for it. */
const recover = (orderId: string) => changeAtProviders(orderId, { funding: "paid" });

/** PayPal tells that the payer has approved, perhaps long after they did. */
async function tellOfApproval(orderId: string) {
  const shop = await payingContext({ actor: { kind: "system" } });
  await deliverToPayPalHook(shop, "CHECKOUT.ORDER.APPROVED", { id: orderId });
}

const paymentOf = ({ orderId }: Pick<Opened, "orderId">) =>
  fresh().findOneOrFail(Payment, { provider: "paypal", providerSessionId: orderId });
const failedOrderOf = ({ checkoutId }: Opened) =>
  fresh().findOneOrFail(FailedOrder, { checkout: checkoutId });
const dismiss = ({ checkoutId }: Opened) =>
  fresh().nativeUpdate(FailedOrder, { checkout: checkoutId }, { resolvedAt: new Date() });
const setQuantity = ({ cartId }: Opened, quantity: number) =>
  fresh().nativeUpdate(CartLine, { cart: cartId }, { quantity });

async function captureIdOf({ orderId }: Opened) {
  const order = await findPayPalOrder(requirePayPal(context), orderId);
  return order && captureOf(order)?.id;
}

async function expectNothingTaken(opened: Opened) {
  expect(await captureIdOf(opened)).toBeUndefined();
  expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
}

/** The shopper presses PayPal's button again on the checkout, and approves. */
async function pressAgain(opened: Opened) {
  const shopper = await payingContext();
  const { checkoutId } = await startFor(shopper, opened, "paypal");
  const { id } = await createPayPalOrder(shopper, checkoutId);
  await approvePayPalOrder(id);
  return { orderId: id, outcome: await capturePayPalOrder(shopper, id) };
}

describe("a payment that PayPal has refused", () => {
  it("is never tried again by sweeper, event or a page that is loaded again, and comes to rest", async () => {
    const opened = await approved("refused");
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "unpaid" });
    const { holdExpiresAt } = await fresh().findOneOrFail(Checkout, opened.checkoutId);
    await dismiss(opened);
    await recover(opened.orderId);
    for (const minutes of [2, 4, 6]) await sweepIn(minutes);
    await tellOfApproval(opened.orderId);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "unpaid" });
    await expectNothingTaken(opened);
    expect(await fresh().findOneOrFail(Checkout, opened.checkoutId)).toMatchObject({ holdExpiresAt });
    expect((await failedOrderOf(opened)).resolvedAt).not.toBeNull();
    expect(await paymentOf(opened)).toMatchObject({ failedAttempts: 1, status: "cancelled" });
    await sweepIn(40);
    expect(await fresh().findOneOrFail(Product, opened.product.id)).toMatchObject({ heldQuantity: 0 });
  });

  it("is begun again by the next press, which pays", async () => {
    const opened = await approved("refused");
    await capturePayPalOrder(context, opened.orderId);
    const again = await pressAgain(opened);
    expect(again.orderId).not.toBe(opened.orderId);
    expect(again.outcome).toMatchObject(paid);
    expect((await failedOrderOf(opened)).resolvedAt).not.toBeNull();
  });

  it("takes the approvals that came before it out of the sweeper's reach", async () => {
    const opened = await approved();
    await setQuantity(opened, 3);
    const { checkoutId } = await startFor(context, opened, "paypal");
    const second = await createPayPalOrder(context, checkoutId);
    await approvePayPalOrder(second.id, "refused");
    await capturePayPalOrder(context, second.id);
    await setQuantity(opened, 2);
    await sweepIn(2);
    await tellOfApproval(opened.orderId);
    await expectNothingTaken(opened);
  });
});

describe("an approved order whose cart has changed", () => {
  it("is never taken once the payer was told so, not even when the cart is put back", async () => {
    const opened = await approved();
    await setQuantity(opened, 3);
    await expect(capturePayPalOrder(context, opened.orderId)).toBeRefused("conflict", {
      message: expect.stringContaining("Nothing was charged"),
    });
    await setQuantity(opened, 2);
    await sweepIn(2);
    await tellOfApproval(opened.orderId);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({
      kind: "unpaid",
      message: expect.stringContaining("othing was charged"),
    });
    await expectNothingTaken(opened);
    expect(await fresh().count(FailedOrder, { checkout: opened.checkoutId })).toBe(0);
    expect((await pressAgain(opened)).outcome).toMatchObject(paid);
  });

  it("is left to the payer when an event found the change, who may still buy what they approved", async () => {
    const opened = await approved();
    await setQuantity(opened, 3);
    await tellOfApproval(opened.orderId);
    await setQuantity(opened, 2);
    await sweepIn(2);
    await expectNothingTaken(opened);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(paid);
  });

  it("says that nothing was charged when its stock is gone", async () => {
    const opened = await approved();
    await fresh().execute("delete from stock_hold where checkout_id = ?", [opened.checkoutId]);
    await fresh().nativeUpdate(Product, opened.product.id, { stockQuantity: 1, heldQuantity: 0 });
    await expect(capturePayPalOrder(context, opened.orderId)).toBeRefused("out_of_stock", {
      message: expect.stringContaining("Nothing was charged"),
    });
    await fresh().nativeUpdate(Product, opened.product.id, { stockQuantity: 10 });
    await sweepIn(2);
    await expectNothingTaken(opened);
  });
});

it("an approval whose payer is back at the checkout and presses again is theirs alone to use", async () => {
  const opened = await approved();
  const { id } = await createPayPalOrder(context, opened.checkoutId);
  expect(id).not.toBe(opened.orderId);
  // They leave PayPal without paying the second one, and are told that nothing was charged.
  await sweepIn(2);
  await tellOfApproval(opened.orderId);
  await expectNothingTaken(opened);
  expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(paid);
});

describe("a payer who approved and comes back after the hold has lapsed", () => {
  it.each([
    ["the sweeper has not looked yet", false],
    ["the sweeper has given the stock back", true],
  ])("buys the same goods at the same price when %s", async (_, swept) => {
    const opened = await approved();
    if (swept) {
      await sweepIn(33);
      expect(await fresh().findOneOrFail(Checkout, opened.checkoutId)).toMatchObject({ status: "expired" });
    }
    expect(await capturePayPalOrder(await payerIn(35), opened.orderId)).toMatchObject(paid);
    expect(await fresh().findOneOrFail(Product, opened.product.id)).toMatchObject({
      stockQuantity: 8,
      heldQuantity: 0,
    });
  });

  it("is told that the goods are gone when others have bought them", async () => {
    const opened = await approved();
    await sweepIn(33);
    await fresh().nativeUpdate(Product, opened.product.id, { stockQuantity: 1 });
    await expect(capturePayPalOrder(await payerIn(35), opened.orderId)).toBeRefused("out_of_stock", {
      message: expect.stringContaining("Nothing was charged"),
    });
    await expectNothingTaken(opened);
  });

  it("is told so in its own words when they have begun the checkout again", async () => {
    const opened = await approved();
    await sweepIn(33);
    await startFor(await payerIn(34), opened);
    const refusal = capturePayPalOrder(await payerIn(35), opened.orderId);
    await expect(refusal).toBeRefused("conflict", {
      message: expect.stringMatching(/waited too long.*Nothing was charged/),
    });
    await expectNothingTaken(opened);
  });

  it("is still looked after when PayPal cannot say what became of the capture", async () => {
    const opened = await approved();
    await sweepIn(33);
    await setCaptures("ORDER_COMPLETION_IN_PROGRESS");
    expect(await capturePayPalOrder(await payerIn(35), opened.orderId)).toMatchObject({ kind: "processing" });
    await setCaptures(null);
    await sweepIn(37);
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });
});

describe("the sweeper and the events", () => {
  it("never renew a hold", async () => {
    const opened = await approved();
    const { holdExpiresAt } = await fresh().findOneOrFail(Checkout, opened.checkoutId);
    await setCaptures("ORDER_COMPLETION_IN_PROGRESS");
    await sweepIn(2);
    await tellOfApproval(opened.orderId);
    expect(await fresh().findOneOrFail(Checkout, opened.checkoutId)).toMatchObject({ holdExpiresAt });
    await sweepIn(40);
    expect(await fresh().findOneOrFail(Product, opened.product.id)).toMatchObject({ heldQuantity: 0 });
    expect(await paymentOf(opened)).toMatchObject({ status: "cancelled" });
  }, 20_000);
});

describe("a declined capture", () => {
  it.each(["at once", "after a review"])("is no money %s: told once, never swept again", async (when) => {
    const opened = await approved(when === "at once" ? "failed" : "pending");
    const first = await capturePayPalOrder(context, opened.orderId);
    if (when === "at once") expect(first).toMatchObject({ kind: "unpaid" });
    else {
      await finishCapture((await captureIdOf(opened)) ?? "", "DECLINED");
      await sweepIn(2);
    }
    expect(await failedOrderOf(opened)).toMatchObject({ errorMessage: expect.stringContaining("DECLINED") });
    await dismiss(opened);
    for (const minutes of [4, 6, 8]) await sweepIn(minutes);
    expect(await paymentOf(opened)).toMatchObject({ failedAttempts: 1, status: "cancelled" });
    expect((await failedOrderOf(opened)).resolvedAt).not.toBeNull();
  });

  it("does not keep the next press on PayPal from paying", async () => {
    const opened = await approved("failed");
    await capturePayPalOrder(context, opened.orderId);
    expect((await pressAgain(opened)).outcome).toMatchObject(paid);
  });

  it("reported by many events counts as one attempt", async () => {
    const opened = await approved("pending");
    await capturePayPalOrder(context, opened.orderId);
    const captureId = (await captureIdOf(opened)) ?? "";
    await finishCapture(captureId, "DECLINED");
    for (const type of ["PAYMENT.CAPTURE.DENIED", "PAYMENT.CAPTURE.DECLINED"]) {
      await deliverToPayPalHook(await payingContext({ actor: { kind: "system" } }), type, { id: captureId });
    }
    expect(await paymentOf(opened)).toMatchObject({ failedAttempts: 1, status: "cancelled" });
  });
});

describe("a capture that is on its way to PayPal", () => {
  /** PayPal's client, whose captures, or the answers to them, wait until they are let go. */
  async function holdingCaptures(on: "request" | "answer" = "request") {
    const own = await payingContext();
    const paypal = requirePayPal(own);
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let reached = () => {};
    const isHeld = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const hold = () => {
      reached();
      return released;
    };
    const send: typeof paypal.client.send = async (schema, method, path, ...more) => {
      const isCapture = path.endsWith("/capture");
      if (isCapture && on === "request") await hold();
      const answer = paypal.client.send(schema, method, path, ...more);
      if (isCapture && on === "answer") await answer.catch(() => undefined).then(hold);
      return answer;
    };
    const client = Object.assign(Object.create(paypal.client), { send });
    const gateways = { ...own.gateways, paypal: { ...paypal, client } };
    return { context: { ...own, gateways }, isHeld, letGo };
  }

  it("is not denied to a payer whose cart has changed meanwhile", async () => {
    const opened = await approved();
    const { context: first, isHeld, letGo } = await holdingCaptures();
    const capturing = capturePayPalOrder(first, opened.orderId);
    await isHeld;
    await setQuantity(opened, 3);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "processing" });
    letGo();
    expect(await capturing).toMatchObject({ kind: "paid" });
    expect(await paymentOf(opened)).toMatchObject({ status: "succeeded", refusedAt: null });
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "paid" });
  });

  /** A double press: PayPal refuses the first try of both, and both answers are late. */
  async function refusedTwice() {
    const opened = await approved("refused");
    const [first, second] = [await holdingCaptures("answer"), await holdingCaptures("answer")];
    const firstOutcome = capturePayPalOrder(first.context, opened.orderId);
    await first.isHeld;
    const secondOutcome = capturePayPalOrder(second.context, opened.orderId);
    await second.isHeld;
    await recover(opened.orderId);
    const answerTo = ({ letGo }: typeof first, outcome: typeof firstOutcome) => {
      letGo();
      return outcome;
    };
    return {
      opened,
      answerFirst: () => answerTo(first, firstOutcome),
      answerSecond: () => answerTo(second, secondOutcome),
    };
  }

  it("is not tried again by a second press once the first was told that it was refused", async () => {
    const { opened, answerFirst, answerSecond } = await refusedTwice();
    expect(await answerFirst()).toMatchObject({ kind: "unpaid" });
    expect(await answerSecond()).toMatchObject({ kind: "unpaid" });
    await expectNothingTaken(opened);
  });

  it("is not called refused by the first press while a second one tries again", async () => {
    const { opened, answerFirst, answerSecond } = await refusedTwice();
    // What the second press writes down before it sends the next try.
    await fresh().nativeUpdate(
      Payment,
      { provider: "paypal", providerSessionId: opened.orderId },
      { failedAttempts: 1, captureBegunAt: new Date() },
    );
    expect(await answerFirst()).toMatchObject({ kind: "processing" });
    expect(await answerSecond()).toMatchObject({ kind: "paid" });
    expect(await paymentOf(opened)).toMatchObject({ status: "succeeded", refusedAt: null });
  });

  it("is not begun once its payer was told that nothing is charged", async () => {
    const opened = await approved();
    await setQuantity(opened, 3);
    await expect(capturePayPalOrder(context, opened.orderId)).toBeRefused("conflict");
    await setQuantity(opened, 2);
    expect(await beginCapture(context, { provider: "paypal", sessionId: opened.orderId })).toBe(false);
  });

  it("that a dead process left is waited for some minutes only", async () => {
    const opened = await approved();
    expect(await beginCapture(context, { provider: "paypal", sessionId: opened.orderId })).toBe(true);
    await setQuantity(opened, 3);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "processing" });
    await expect(capturePayPalOrder(await payerIn(4), opened.orderId)).toBeRefused("conflict");
    expect(await paymentOf(opened)).toMatchObject({ status: "cancelled", refusedAt: expect.any(Date) });
  });

  it("ends with PayPal's no: a changed cart is told as such at once", async () => {
    const opened = await approved();
    await setCaptures("INSTRUMENT_DECLINED");
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "approve" });
    await setCaptures(null);
    await approvePayPalOrder(opened.orderId, "paid");
    await setQuantity(opened, 3);
    await expect(capturePayPalOrder(context, opened.orderId)).toBeRefused("conflict");
  });
});
