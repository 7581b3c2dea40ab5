import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Browser, GaveUp } from "./browser.ts";

/** A payment for a card; without a secret when the shop says that this cart is already paid. */
export interface CardPayment {
  id: string;
  clientSecret: string | null;
}

/** "confirmed": the shopper saw an order. "unknown": the page said that it is being looked into. */
export type Ending = "confirmed" | "unpaid" | "unknown";

export const PATIENCE_MS = 180_000;
const CARD = { exp: "12 / 40", cvc: "123" };

export const details = (email: string) => ({
  firstName: "Rowan",
  lastName: "Fielding",
  email,
  phone: "01584 111 222",
  address: "12 Hedge End",
  city: "Ludlow",
  postcode: "SY8 1AA",
  country: "United Kingdom",
  sameShipping: "on",
});

const placeholders = { phone: "", shippingAddress: "", shippingCity: "", shippingPostcode: "" };

/** The checkout page: its filled-in form, and the lines of its cart. */
const shownBy = (email: string, quantities: ReadonlyMap<number, number>) => ({
  form: { ...placeholders, ...details(email), sameShipping: true, shippingCountry: "United Kingdom" },
  items: [...quantities].map(([productId, quantity]) => ({ productId, quantity })),
});

const intentSchema = z.object({
  clientSecret: z.string().optional(),
  message: z.string().optional(),
  /** Pounds. */
  expected: z.number().optional(),
  paymentIntentId: z.string().optional(),
});

/** What the page knows before it learns the total. */
const UNKNOWN_AMOUNT = 0.5;

/**
 * What the checkout page's JavaScript does once the details are complete, and then when "Pay" is pressed: the checkout
 * is prepared, then the payment of exactly what the page shows is opened. Told another total it shows that one, and the
 * shopper presses again.
 */
export async function openCardPayment(
  browser: Browser,
  email: string,
  quantities: ReadonlyMap<number, number>,
): Promise<CardPayment> {
  const limit = Date.now() + PATIENCE_MS;
  await prepareCardForm(browser, email);
  let response = { status: 0, body: "" };
  let amount = UNKNOWN_AMOUNT;
  let shown: ReturnType<typeof shownBy> | undefined = shownBy(email, quantities);
  while (Date.now() < limit) {
    const json = { amount, ...(shown ? { shown } : {}) };
    response = await browser.insist("/api/create-payment-intent", { json });
    const { clientSecret, message, expected, paymentIntentId } = intentSchema.parse(
      JSON.parse(response.body),
    );
    if (clientSecret) return { id: clientSecret.replace(/_secret_.*/, ""), clientSecret };
    if (paymentIntentId) return { id: paymentIntentId, clientSecret: null };
    if (message === "Your cart is empty.") return { id: "", clientSecret: null };
    if (expected !== undefined) amount = expected;
    else if (message?.startsWith("Your order has changed")) {
      // An earlier request arrived late and changed the cart: the page shows it as it is now.
      await prepareCardForm(browser, email);
      shown = undefined;
    }
    await wait(100);
  }
  throw new GaveUp(`No card payment: ${response.status} ${response.body.slice(0, 300)}`);
}

/** The page requests the total while the details are typed; nothing begins at the provider. */
export async function prepareCardForm(browser: Browser, email: string): Promise<void> {
  await browser.insist("/checkout.data", { form: { ...details(email), intent: "prepare" } });
}

/** "Pay" without JavaScript: the address of the hosted page, or of what became of an earlier payment. */
export async function preparePage(browser: Browser, email: string): Promise<string> {
  const limit = Date.now() + PATIENCE_MS;
  let response = { status: 0, body: "" };
  while (Date.now() < limit) {
    const checkout = await browser.insist("/checkout", { form: { ...details(email), intent: "pay" } });
    if (checkout.location) return checkout.location;
    if (checkout.body.includes("Your cart is empty")) return "";
    response = checkout;
    await wait(100);
  }
  throw new GaveUp(`No payment page: ${response.status} ${response.body.slice(-300)}`);
}

/** Presses "Pay" until the provider reports a result, like Stripe.js with an impatient person. */
export async function payByCard(browser: Browser, payment: CardPayment, number: string): Promise<void> {
  if (!payment.clientSecret) return;
  const address = `/sandbox/stripe/payment_intents/${payment.id}`;
  const client_secret = payment.clientSecret;
  const { body } = await browser.insist(`${address}/confirm`, {
    json: { client_secret, card: { number, ...CARD } },
  });
  if (/"status":\s*"requires_action"/.test(body))
    await browser.insist(`${address}/authenticate`, { json: { client_secret, outcome: "pass" } });
}

/** Pays on the hosted page; returns the return address. */
export async function payOnPage(browser: Browser, page: string, number: string): Promise<string> {
  if (!page.includes("/sandbox/")) return page;
  const form = { cardNumber: number, cardExpiry: CARD.exp, cardCvc: CARD.cvc };
  const paid = await browser.insist(page, { form });
  // The page itself redirects to the shop once it is paid; a closed one shows a link back.
  const shown = await browser.insist(paid.location ?? page);
  return shown.location ?? "/checkout";
}

/** The return to the shop, repeated while the payment is being confirmed. */
export async function returnFrom(browser: Browser, from: CardPayment | { back: string }): Promise<Ending> {
  const back = "back" in from ? from.back : `/checkout-success?payment_intent=${from.id}`;
  if (!back.includes("/checkout-success")) return "unpaid";
  const limit = Date.now() + PATIENCE_MS;
  while (Date.now() < limit) {
    const { status, location } = await browser.insist(back);
    if (location?.includes("/order-confirmation")) return "confirmed";
    if (location?.includes("/checkout")) return "unpaid";
    if (status === 404) return "unknown";
    await wait(300);
  }
  return "unknown";
}
