import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import {
  cards,
  confirmCard,
  endChallenge,
  intentOf,
  payHostedPage,
  statusAfter,
  wayBack,
} from "#server/testing/payer.ts";
import { type Browser, GaveUp } from "./browser.ts";

/* How a shopper pays, or a script, by the shop's own pages and calls; what they do at the providers is in
 * server/testing/payer.ts. */

/** "confirmed": the shopper saw an order. "unknown": the page said that it is being looked into. */
export type Ending = "confirmed" | "unpaid" | "unknown";

/** A payment for a card; without a secret when the shop says that this cart is already paid. */
export interface CardPayment {
  id: string;
  clientSecret: string | null;
}

const PAUSE_MS = 200;
const APPROVAL = "/sandbox/paypal/approve";
/** What a page or a script knows before it learns the total, in pounds. */
const UNKNOWN_AMOUNT = 0.5;

/** The details of a shopper, as the checkout's form has them. */
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

/** Tries until there is an outcome. @throws GaveUp */
async function until<Outcome>(
  { patience }: Browser,
  what: string,
  attempt: () => Promise<Outcome | undefined>,
): Promise<Outcome> {
  const limit = Date.now() + patience.outcomeMs;
  while (Date.now() < limit) {
    const outcome = await attempt();
    if (outcome !== undefined) return outcome;
    await wait(PAUSE_MS);
  }
  throw new GaveUp(what);
}

/** The page asks for the total while the details are typed; nothing begins at the provider. */
export async function prepare(browser: Browser, email: string, method: "stripe" | "paypal"): Promise<void> {
  const form = { ...details(email), paymentMethod: method, intent: "prepare" };
  await browser.insist("/checkout.data", { form });
}

const intentSchema = z.object({
  clientSecret: z.string().optional(),
  message: z.string().optional(),
  /** Pounds. */
  expected: z.number().optional(),
  paymentIntentId: z.string().optional(),
});

/**
 * What the checkout page's JavaScript does once the details are complete, and then when "Pay" is pressed: the payment of
 * exactly what the page shows is opened. Told another total it shows that one, and the shopper presses again.
 */
export async function openCardPayment(
  browser: Browser,
  email: string,
  quantities: ReadonlyMap<number, number>,
): Promise<CardPayment> {
  await prepare(browser, email, "stripe");
  let amount = UNKNOWN_AMOUNT;
  const form = {
    ...{ ...details(email), sameShipping: true, shippingAddress: "", shippingCity: "" },
    ...{ shippingPostcode: "", shippingCountry: "United Kingdom" },
  };
  const items = [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
  let shown: object | undefined = { form, items };
  return until(browser, "No card payment", async () => {
    const { text } = await browser.insist("/api/create-payment-intent", { json: { amount, shown } });
    const { clientSecret, message, expected, paymentIntentId } = intentSchema.parse(JSON.parse(text));
    if (clientSecret) return { id: intentOf(clientSecret), clientSecret };
    if (paymentIntentId) return { id: paymentIntentId, clientSecret: null };
    if (message === "Your cart is empty.") return { id: "", clientSecret: null };
    if (expected !== undefined) amount = expected;
    else if (message?.startsWith("Your order has changed")) {
      // An earlier request arrived late and changed the cart: the page shows it as it is now.
      await prepare(browser, email, "stripe");
      shown = undefined;
    }
    return undefined;
  });
}

/** Pays with the card form, 3-D Secure included; a cart that is paid already needs nothing. */
export async function payByCard(
  browser: Browser,
  { clientSecret }: CardPayment,
  card: keyof typeof cards,
): Promise<void> {
  if (!clientSecret) return;
  const send = browser.insist.bind(browser);
  const status = statusAfter(await confirmCard(send, clientSecret, cards[card]));
  if (status === "requires_action") await endChallenge(send, clientSecret, "pass");
}

/** "Pay" without JavaScript: the address of the provider's page, or of what became of an earlier payment. */
export function preparePage(browser: Browser, email: string, method: "stripe" | "paypal"): Promise<string> {
  const intent = method === "stripe" ? "pay" : "pay-paypal";
  const form = { ...details(email), paymentMethod: method, intent };
  return until(browser, "No payment page", async () => {
    const { location, text } = await browser.insist("/checkout", { form });
    return location ?? (/Your cart is empty/i.test(text) ? "" : undefined);
  });
}

/** Pays on the hosted page; returns the return address. */
export async function payOnPage(browser: Browser, page: string): Promise<string> {
  if (!page.includes("/sandbox/")) return page;
  const send = browser.insist.bind(browser);
  const back = wayBack(await payHostedPage(send, page, cards.good));
  // A page that is closed shows the way back.
  return back ?? (await browser.insist(page)).location ?? "/checkout";
}

/** Approves on PayPal's page, or declines; returns the return address. */
export async function approve(
  browser: Browser,
  page: string,
  answer: "paid" | "declined" = "paid",
): Promise<string> {
  if (!page.includes(APPROVAL)) return page;
  return (await browser.insist(page, { form: { answer } })).location ?? "/checkout";
}

export function pageOfOrder(orderId: string): string {
  return `${APPROVAL}?token=${orderId}`;
}

/**
 * The return to the shop, repeated while the payment is being confirmed; if it redirects to PayPal again, the payer
 * approves again.
 */
export function returnTo(browser: Browser, from: string | CardPayment): Promise<Ending> {
  let address = typeof from === "string" ? from : `/checkout-success?payment_intent=${from.id}`;
  return until<Ending>(browser, "No end of the return", async () => {
    if (address.includes(APPROVAL)) address = await approve(browser, address);
    if (!address.includes("/checkout-success")) return "unpaid";
    const { status, location } = await browser.insist(address);
    if (location?.includes("/order-confirmation")) return "confirmed";
    if (location?.includes(APPROVAL)) address = location;
    else if (location?.includes("/checkout")) return "unpaid";
    return status === 404 ? "unknown" : undefined;
  });
}

const openedSchema = z.object({ id: z.string().optional(), expected: z.number().optional() });

/** Opens a PayPal order as the button does, or a script; without an amount, of what the cart costs. */
export async function openPayPalOrder(browser: Browser, amount?: number): Promise<string> {
  const wanted = amount ?? (await priceByPayPal(browser));
  const json = { amount: wanted, currency: "GBP", intent: "CAPTURE" };
  const { status, text } = await browser.insist("/paypal/order", { json });
  const { id } = openedSchema.parse(JSON.parse(text));
  if (!id) throw new GaveUp(`No PayPal order: ${status} ${text.slice(0, 300)}`);
  return id;
}

/** Pays too little; the response says what the cart costs, in pounds. */
export async function priceByPayPal(browser: Browser): Promise<number> {
  const json = { amount: UNKNOWN_AMOUNT, currency: "GBP", intent: "CAPTURE" };
  const { text } = await browser.insist("/paypal/order", { json });
  return openedSchema.parse(JSON.parse(text)).expected ?? UNKNOWN_AMOUNT;
}

/** The same of a payment by card. */
export async function priceByCard(browser: Browser): Promise<number> {
  const { text } = await browser.insist("/api/create-payment-intent", { json: { amount: UNKNOWN_AMOUNT } });
  return intentSchema.parse(JSON.parse(text)).expected ?? UNKNOWN_AMOUNT;
}

const capturedSchema = z.object({ orderId: z.number().optional(), captureId: z.string().optional() });

/** What the page's JavaScript or a script does between approval and capture; returns the capture's id. */
export function captureByRest(
  browser: Browser,
  orderId: string,
): Promise<{ ending: Ending; captureId?: string | undefined }> {
  return until(browser, "No capture", async () => {
    const { status, text } = await browser.insist(`/paypal/order/${orderId}/capture`, { json: {} });
    if (status === 202) return undefined;
    if (status !== 200) return { ending: "unpaid" };
    const { orderId: made, captureId } = capturedSchema.parse(JSON.parse(text));
    return { ending: made === undefined ? "unknown" : "confirmed", captureId };
  });
}

/** The whole order of a script without a cart, which pays so many pounds and says what for. */
export async function buyByScript(
  script: Browser,
  email: string,
  amount: number,
  quantities: ReadonlyMap<number, number>,
): Promise<Ending> {
  const { text } = await script.insist("/api/create-payment-intent", { json: { amount } });
  const { clientSecret } = intentSchema.parse(JSON.parse(text));
  if (!clientSecret) throw new GaveUp(`No payment: ${text.slice(0, 300)}`);
  await payByCard(script, { id: intentOf(clientSecret), clientSecret }, "good");
  return postOrder(script, email, ["stripe", intentOf(clientSecret)], quantities);
}

/** A script says what it has paid for. */
export async function postOrder(
  browser: Browser,
  email: string,
  [paymentMethod, transactionId]: ["stripe" | "paypal", string],
  quantities: ReadonlyMap<number, number>,
): Promise<Ending> {
  const order = {
    customerName: "Rowan Fielding",
    customerEmail: email,
    customerAddress: "12 Hedge End, Ludlow, SY8 1AA, United Kingdom",
    shippingCountry: "United Kingdom",
    ...{ paymentMethod, transactionId },
    items: [...quantities].map(([productId, quantity]) => ({ productId, quantity })),
  };
  const { status } = await browser.insist("/api/orders", { json: order });
  return status === 200 || status === 201 ? "confirmed" : "unknown";
}
