import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Checkout, Order, Payment, StockHold } from "#db/entities/index.ts";
import { rateLimits } from "#server/access/limits.ts";
import { changeQuantity } from "#server/cart/change-cart.server.ts";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import { openElsewhere } from "#server/checkout/pay.server.ts";
import { findPayableCheckout } from "#server/checkout/payable-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { finalisePayment } from "#server/orders/finalise-payment.server.ts";
import {
  createHostedSession,
  createStripeIntent,
  openCheckout,
  openedBy,
  payingContext,
  pressCard,
  startFor,
} from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import {
  beginCardPayment,
  GOOD_CARD,
  listAtProviders,
  payHostedSession,
  payIntent,
  runTestSandbox,
  setFaults,
  setStripeBehaviour,
} from "#server/testing/sandbox.ts";
import { scaleRateLimits } from "#server/testing/scale-rate-limits.ts";
import { recordOnlyPayment } from "./stripe-payments.server.ts";

await runTestSandbox();

const CHALLENGED_CARD = "4000002500003155";
const DECLINED_CARD = "4000000000000002";

let context: Context;

beforeEach(async () => {
  context = await payingContext();
});
afterEach(async () => {
  await setFaults({});
  await setStripeBehaviour({});
});

const fresh = () => context.em.fork();
const stripe = () => context.gateways.stripe.client;
const statusOf = async (id: string) => (await stripe().paymentIntents.retrieve(id)).status;
const ordersOf = ({ checkoutId }: { checkoutId: string }) => fresh().find(Order, { checkout: checkoutId });

/** A cart of one £50 product in two tabs, each with its form. */
async function twoTabs() {
  const product = await makeProduct(context, { price: 5000, stockQuantity: 20 });
  const opened = await openCheckout(context, [{ product, quantity: 1 }]);
  return { ...opened, product };
}

type Tabs = Awaited<ReturnType<typeof twoTabs>>;

/** "Pay" pressed in a tab that shows so many of the product and these details. */
async function press({ cartId, form, product }: Tabs, quantity: number, changes: Partial<CheckoutForm> = {}) {
  const items = [{ productId: product.id, quantity }];
  const page = { amount: 5000 * quantity, cartId, form: { ...form, ...changes }, items };
  const { clientSecret } = openedBy(await pressCard(context, page));
  return { clientSecret, id: clientSecret.split("_secret_")[0] ?? "" };
}

async function putInCart({ cartId, product }: Tabs, quantity: number) {
  await changeQuantity(context, cartId, { productId: product.id, quantity });
}

/** Every intent of the checkout at Stripe that a card could still pay. */
async function payableIntents(checkoutId: string): Promise<string[]> {
  const intents = await Promise.all(
    listAtProviders("payment_intent").map(({ id }) => stripe().paymentIntents.retrieve(id)),
  );
  return intents
    .filter(({ metadata, status }) => metadata.checkout_id === checkoutId && status.startsWith("requires_"))
    .map(({ id }) => id)
    .reverse();
}

describe("an intent is never given another amount", () => {
  it("another version of the checkout ends it and has one of its own", async () => {
    const tabs = await twoTabs();
    await putInCart(tabs, 2);
    const second = await press(tabs, 2);
    expect(second.id).not.toBe(tabs.paymentIntentId);
    expect(await stripe().paymentIntents.retrieve(tabs.paymentIntentId)).toMatchObject({
      status: "canceled",
      amount: 5000,
    });
    expect((await payIntent(tabs.clientSecret, GOOD_CARD)).error?.code).toBe(
      "payment_intent_unexpected_state",
    );
    await payIntent(second.clientSecret, GOOD_CARD);
    await finalisePayment(context, "stripe", second.id);
    expect(await ordersOf(tabs)).toMatchObject([{ totalAmount: 10_000, transactionId: second.id }]);
  });

  it("the same version after a declined card has the same one", async () => {
    const tabs = await twoTabs();
    const first = await press(tabs, 1);
    await payIntent(first.clientSecret, DECLINED_CARD);
    expect((await press(tabs, 1)).id).toBe(first.id);
    expect(first.id).toBe(tabs.paymentIntentId);
  });

  it("a tab in 3-D Secure is charged what its button said or nothing", async () => {
    const tabs = await twoTabs();
    const challenge = await beginCardPayment(tabs.clientSecret, CHALLENGED_CARD);
    await putInCart(tabs, 3);
    const second = await press(tabs, 3);
    expect((await challenge.answer("pass")).error?.code).toBe("payment_intent_unexpected_state");
    await payIntent(second.clientSecret, GOOD_CARD);
    await finalisePayment(context, "stripe", second.id);
    expect(await finalisePayment(context, "stripe", tabs.paymentIntentId)).toMatchObject({
      kind: "unpaid",
    });
    expect(await ordersOf(tabs)).toMatchObject([{ totalAmount: 15_000 }]);
    const charged = await stripe().paymentIntents.retrieve(tabs.paymentIntentId);
    expect(charged.amount_received).toBe(0);
  });

  it("a tab in 3-D Secure whose cart was only looked at elsewhere pays what its button said", async () => {
    const tabs = await twoTabs();
    const challenge = await beginCardPayment(tabs.clientSecret, CHALLENGED_CARD);
    await putInCart(tabs, 3);
    await startFor(context, tabs);
    expect((await challenge.answer("pass")).paymentIntent?.status).toBe("succeeded");
    await finalisePayment(context, "stripe", tabs.paymentIntentId);
    expect(await ordersOf(tabs)).toMatchObject([{ totalAmount: 5000 }]);
  });

  it.each(["taken", "refused"] as const)(
    "a second card while the first waits in 3-D Secure charges once (confirm: %s)",
    async (confirmInChallenge) => {
      await setStripeBehaviour({ confirmInChallenge });
      const tabs = await twoTabs();
      await beginCardPayment(tabs.clientSecret, CHALLENGED_CARD);
      const { clientSecret, id } = await press(tabs, 1);
      expect(id).toBe(tabs.paymentIntentId);
      const { paymentIntent, error } = await payIntent(clientSecret, GOOD_CARD);
      if (confirmInChallenge === "taken") expect(paymentIntent?.status).toBe("succeeded");
      else {
        expect(error).toMatchObject({
          code: "payment_intent_unexpected_state",
          payment_intent: { status: "requires_action" },
        });
      }
    },
  );
});

describe("what the button said", () => {
  it("is compared with the server's total before anything is begun at Stripe", async () => {
    const tabs = await twoTabs();
    await putInCart(tabs, 2);
    await expect(press(tabs, 1)).toBeRefused("conflict", {
      message: "The total is now £100.00. Please check it and pay again.",
      extra: { expected: 100 },
    });
    expect(await payableIntents(tabs.checkoutId)).toEqual([tabs.paymentIntentId]);
  });

  it("is compared with what is bought, also at the same price", async () => {
    const tabs = await twoTabs();
    const twin = await makeProduct(context, { price: 5000 });
    const items = [{ productId: twin.id, quantity: 1 }];
    const page = { amount: 5000, cartId: tabs.cartId, form: tabs.form, items };
    await expect(pressCard(context, page)).toBeRefused("conflict", {
      message: "Your order has changed meanwhile. Please check it and pay again.",
    });
  });

  it("is refused for an empty cart, and for none", async () => {
    const tabs = await twoTabs();
    const empty = await makeCart(context, []);
    for (const cartId of [empty, null]) {
      const items = [{ productId: tabs.product.id, quantity: 1 }];
      await expect(
        pressCard(context, { amount: 5000, cartId, form: tabs.form, items }),
      ).rejects.toMatchObject({
        message: "Your cart is empty.",
      });
    }
  });
});

describe("the details of the tab that is paid", () => {
  const elsewhere = { address: "9 Far End", city: "Hay", postcode: "HR3 5AA", email: "other@example.com" };

  it("are another version: each has an intent of its own", async () => {
    const tabs = await twoTabs();
    const other = await press(tabs, 1, elsewhere);
    expect(other.id).not.toBe(tabs.paymentIntentId);
    expect(await payableIntents(tabs.checkoutId)).toEqual([other.id]);
    const back = await press(tabs, 1);
    expect(await payableIntents(tabs.checkoutId)).toEqual([back.id]);
  });

  it("are where the goods go, whatever another tab has said since", async () => {
    const tabs = await twoTabs();
    await payIntent(tabs.clientSecret, GOOD_CARD);
    await startFor(context, { ...tabs, form: { ...tabs.form, ...elsewhere } });
    await finalisePayment(context, "stripe", tabs.paymentIntentId);
    const [order] = await ordersOf(tabs);
    expect(order).toMatchObject({ customerEmail: tabs.form.email });
    expect(order?.shippingAddress).toMatchObject({ address: "1 Mill Lane", city: "Ludlow" });
  });

  it("are the checkout's for a payment of before they were kept with it", async () => {
    const tabs = await twoTabs();
    await fresh().nativeUpdate(Payment, { checkout: tabs.checkoutId }, { details: null });
    expect((await press(tabs, 1)).id).toBe(tabs.paymentIntentId);
    await fresh().nativeUpdate(Payment, { checkout: tabs.checkoutId }, { details: null });
    await payIntent(tabs.clientSecret, GOOD_CARD);
    await finalisePayment(context, "stripe", tabs.paymentIntentId);
    const [order] = await ordersOf(tabs);
    expect(order?.shippingAddress).toMatchObject({ address: "1 Mill Lane" });
  });
});

describe("one payment at Stripe for one checkout", () => {
  it("another is not begun while Stripe does not say that the one before is over", async () => {
    const tabs = await twoTabs();
    await putInCart(tabs, 2);
    // The first request and both of its repetitions.
    await setFaults({ outages: 3 });
    await expect(press(tabs, 2)).toBeRefused("unavailable");
    expect(await payableIntents(tabs.checkoutId)).toEqual([tabs.paymentIntentId]);
    expect(await payableIntents(tabs.checkoutId)).not.toEqual([(await press(tabs, 2)).id]);
    expect(await statusOf(tabs.paymentIntentId)).toBe("canceled");
  }, 20_000);

  it("one that Stripe will not cancel for another reason is not called paid", async () => {
    const tabs = await twoTabs();
    const { url } = await createHostedSession(context, tabs.checkoutId);
    await payHostedSession(url, DECLINED_CARD);
    const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
    const { payment_intent: intent } = await stripe().checkout.sessions.retrieve(sessionId);
    const filedAsIntent = { providerPaymentId: String(intent), providerSessionId: null };
    await fresh().nativeUpdate(Payment, { providerSessionId: sessionId }, filedAsIntent);
    await putInCart(tabs, 2);
    await expect(press(tabs, 2)).toBeRefused("unavailable");
  });

  it.each([GOOD_CARD, "4000000000002503"])(
    "none is begun beside one that is paid or being paid (%s)",
    async (card) => {
      const tabs = await twoTabs();
      await payIntent(tabs.clientSecret, card);
      await putInCart(tabs, 2);
      await expect(press(tabs, 2)).rejects.toThrow(
        `Paid before: /checkout-success?payment_intent=${tabs.paymentIntentId}`,
      );
    },
  );

  it("two tabs that press at the same moment with different addresses can never both pay", async () => {
    for (let round = 0; round < 6; round += 1) {
      const tabs = await twoTabs();
      const forms = [{ city: "Hay" }, { city: "Clun" }, { city: "Knighton" }];
      const pressed = await Promise.allSettled(
        forms.map(async (form) => {
          const { clientSecret } = await press(tabs, 1, form);
          return payIntent(clientSecret, GOOD_CARD);
        }),
      );
      const paid = pressed.filter(
        (each) => each.status === "fulfilled" && each.value.paymentIntent?.status === "succeeded",
      );
      expect(paid.length).toBeLessThanOrEqual(1);
      expect((await payableIntents(tabs.checkoutId)).length).toBeLessThanOrEqual(1);
      const rows = await fresh().find(Payment, { checkout: tabs.checkoutId, status: { $ne: "cancelled" } });
      expect(rows.length).toBeLessThanOrEqual(1);
    }
  }, 60_000);

  it("a payment that comes after the checkout has moved on is ended before anybody hears of it", async () => {
    const tabs = await twoTabs();
    const { checkoutId, version } = tabs;
    await putInCart(tabs, 2);
    await startFor(context, tabs);
    await expect(createStripeIntent(context, checkoutId, version)).toBeRefused("conflict", {
      message: "Your order has changed meanwhile. Please check it and pay again.",
    });
  });

  it("one that was ended before it was written down does not come back from its idempotency key", async () => {
    const tabs = await twoTabs();
    await stripe().paymentIntents.cancel(tabs.paymentIntentId);
    await fresh().nativeDelete(Payment, { checkout: tabs.checkoutId });
    const intent = await createStripeIntent(context, tabs.checkoutId);
    expect((await payIntent(intent.clientSecret, DECLINED_CARD)).error?.type).toBe("card_error");

    // Within one second the page ends at the same time, and its request is the same.
    const now = new Date();
    const still = await payingContext({ clock: { now: () => now } });
    const first = await createHostedSession(still, tabs.checkoutId);
    await stripe().checkout.sessions.expire(new URL(first.url).pathname.split("/").at(-1) ?? "");
    await fresh().nativeDelete(Payment, { checkout: tabs.checkoutId, providerSessionId: { $ne: null } });
    const second = await createHostedSession(still, tabs.checkoutId);
    expect((await payHostedSession(second.url, GOOD_CARD)).status).toBe(303);
  });

  it("a page without JavaScript of another version ends the page before it, by price or by address", async () => {
    const tabs = await twoTabs();
    const sessionOf = async (form: CheckoutForm) => {
      const started = await startFor(context, { ...tabs, form });
      return createHostedSession(context, started.checkoutId, started.version);
    };
    const first = await sessionOf(tabs.form);
    expect(await sessionOf(tabs.form)).toEqual(first);
    const second = await sessionOf({ ...tabs.form, city: "Hay" });
    expect((await payHostedSession(first.url, GOOD_CARD)).status).toBe(410);
    await putInCart(tabs, 2);
    const third = await sessionOf(tabs.form);
    expect((await payHostedSession(second.url, GOOD_CARD)).status).toBe(410);
    expect((await payHostedSession(third.url, GOOD_CARD)).status).toBe(303);
    expect(await statusOf(tabs.paymentIntentId)).toBe("canceled");
  });
});

describe("the page without JavaScript", () => {
  async function openPage(count: number) {
    const products = await Promise.all(
      Array.from({ length: count }, () => makeProduct(context, { price: 100 })),
    );
    const cartId = await makeCart(
      context,
      products.map((product) => ({ product, quantity: 1 })),
    );
    const started = await startFor(context, { cartId });
    const { url } = await createHostedSession(context, started.checkoutId);
    const id = new URL(url).pathname.split("/").at(-1) ?? "";
    const lines = listAtProviders("checkout_session").find((page) => page.id === id)?.body;
    return { started, session: await stripe().checkout.sessions.retrieve(id), lines };
  }

  it("is one for two presses of one form, also where each counts another second", async () => {
    const now = Date.now();
    const [one, other] = await Promise.all(
      [now, now + 1000].map((at) => payingContext({ clock: { now: () => new Date(at) } })),
    );
    for (let round = 0; round < 5; round += 1) {
      const { cartId, form } = await twoTabs();
      const pressed = { cartId, form, method: "stripe" } as const;
      const pages = await Promise.all([one, other].map((each) => each && openElsewhere(each, pressed)));
      expect(pages[1]).toEqual(pages[0]);
      expect((await payHostedSession(pages[0]?.url ?? "", GOOD_CARD)).status).toBe(303);
    }
  });

  it("charges pounds, whatever the dashboard would offer a visitor from abroad", async () => {
    const { session } = await openPage(1);
    expect(session).toMatchObject({ currency: "gbp", adaptive_pricing: { enabled: false } });
  });

  it("takes a cart of more products than Stripe shows lines", async () => {
    const { session, started, lines } = await openPage(101);
    expect(session.amount_total).toBe(started.total);
    expect(lines).toMatchObject({ lines: [{ name: "Your order of 101 products" }] });
  });
});

describe("an account whose dashboard has cards switched off", () => {
  it("opens no payment and says so; once they are on, the same cart pays", async () => {
    const product = await makeProduct(context, { price: 5000 });
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    const { checkoutId } = await startFor(context, { cartId });
    await setStripeBehaviour({ dashboardMethods: ["link"] });
    for (const open of [createStripeIntent, createHostedSession, createStripeIntent]) {
      await expect(open(context, checkoutId)).toBeRefused("unavailable", {
        message: "Failed to initialize payment",
      });
    }
    await setStripeBehaviour({});
    const { paymentIntentId } = await createStripeIntent(context, checkoutId);
    expect((await stripe().paymentIntents.retrieve(paymentIntentId)).payment_method_types).toEqual(["card"]);
  });
});

describe("a hold that was refused", () => {
  it("keeps nobody else from the stock: anyone who begins too many checkouts holds none of the last", async () => {
    const product = await makeProduct(context, { price: 5000, stockQuantity: 20 });
    const address = { ...context, clientAddress: "203.0.113.77" };
    await scaleRateLimits(3 / rateLimits.checkout.points);
    const begin = async () => {
      const cartId = await makeCart(context, [{ product, quantity: 1 }]);
      return startFor(address, { cartId });
    };
    for (let time = 0; time < 3; time += 1) await begin();
    await expect(begin()).toBeRefused("rate_limited");
    expect(await fresh().count(StockHold, { product: product.id })).toBe(3);
  });

  it("does not come from changing one's mind: one cart may be changed as often as one likes", async () => {
    const tabs = await twoTabs();
    const address = { ...context, clientAddress: "203.0.113.78" };
    await scaleRateLimits(3 / rateLimits.checkout.points);
    for (let time = 0; time < 12; time += 1) {
      await startFor(address, { ...tabs, form: { ...tabs.form, city: `Town ${time}` } });
    }
    expect((await fresh().findOneOrFail(Checkout, tabs.checkoutId)).version).toBe(13);
  });
});

it("a payment that was made for another version of the checkout is ended, and nobody gets it", async () => {
  const { checkoutId } = await openCheckout(context, [{ product: await makeProduct(context), quantity: 1 }]);
  await fresh().nativeDelete(Payment, { checkout: checkoutId });
  const checkout = await findPayableCheckout(context, { checkoutId }, "stripe");
  const made = await stripe().paymentIntents.create({ amount: checkout.total, currency: "gbp" });
  await fresh().nativeUpdate(Checkout, checkoutId, { version: checkout.version + 1 });
  const recording = recordOnlyPayment(context, checkout, { providerPaymentId: made.id });
  await expect(recording).toBeRefused("conflict");
  expect(await statusOf(made.id)).toBe("canceled");
  expect(await fresh().count(Payment, { providerPaymentId: made.id })).toBe(0);
});
