import { setTimeout as wait } from "node:timers/promises";
import { type Browser, GaveUp } from "./browser.ts";

/** A card form that is ready; `paid` when the shop says that this cart has been paid already. */
export interface CardPayment {
  id: string;
  clientSecret: string | null;
}

/** "confirmed": the shopper was shown an order. "unknown": they were told that it is being looked into. */
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

/** What the checkout page's JavaScript does once the details are complete. */
export async function prepareCardForm(browser: Browser, email: string): Promise<CardPayment> {
  const limit = Date.now() + PATIENCE_MS;
  let answer = { status: 0, body: "" };
  while (Date.now() < limit) {
    answer = await browser.insist("/checkout.data", { form: { ...details(email), intent: "prepare" } });
    const clientSecret = /pi_[A-Za-z0-9]+_secret_[A-Za-z0-9]+/.exec(answer.body)?.[0];
    if (clientSecret) return { id: clientSecret.replace(/_secret_.*/, ""), clientSecret };
    const paid = /payment_intent=(pi_[A-Za-z0-9]+)/.exec(answer.body)?.[1];
    if (paid) return { id: paid, clientSecret: null };
    if (answer.body.includes("Your cart is empty")) return { id: "", clientSecret: null };
    await wait(100);
  }
  throw new GaveUp(`No card form: ${answer.status} ${answer.body.slice(0, 300)}`);
}

/** "Pay" without JavaScript: the address of the hosted page, or of what became of an earlier payment. */
export async function preparePage(browser: Browser, email: string): Promise<string> {
  const limit = Date.now() + PATIENCE_MS;
  let answer = { status: 0, body: "" };
  while (Date.now() < limit) {
    const given = await browser.insist("/checkout", { form: { ...details(email), intent: "pay" } });
    if (given.location) return given.location;
    if (given.body.includes("Your cart is empty")) return "";
    answer = given;
    await wait(100);
  }
  throw new GaveUp(`No payment page: ${answer.status} ${answer.body.slice(-300)}`);
}

/** Presses "Pay" until the provider says what became of it, as Stripe.js and an impatient person do together. */
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

/** Pays on the hosted page; where it leads back to. */
export async function payOnPage(browser: Browser, page: string, number: string): Promise<string> {
  if (!page.includes("/sandbox/")) return page;
  const form = { cardNumber: number, cardExpiry: CARD.exp, cardCvc: CARD.cvc };
  const paid = await browser.insist(page, { form });
  // The page itself sends on to the shop once it is paid; a page that was closed shows a link back.
  const shown = await browser.insist(paid.location ?? page);
  return shown.location ?? "/checkout";
}

/** The way back to the shop, looking again while the payment is being confirmed. */
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
