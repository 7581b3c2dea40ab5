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

const preparedSchema = z.object({
  /** Pence. */
  amount: z.number(),
  items: z.array(z.object({ productId: z.number(), quantity: z.number() })),
});

/** What the checkout's action says to the page's JavaScript. */
const checkoutAnswer = z.object({
  data: z.object({
    payment: preparedSchema.nullable(),
    opened: z.object({ clientSecret: z.string() }).nullable(),
    refusal: z.object({ message: z.string() }).nullable(),
  }),
});

/** A form that the page's JavaScript sends, and its answer; null for a redirect. */
async function sendCheckout(
  browser: Browser,
  form: Record<string, string>,
): Promise<{ text: string; answer: z.output<typeof checkoutAnswer>["data"] | null }> {
  const { text } = await browser.insist("/checkout.data", { form });
  return { text, answer: checkoutAnswer.safeParse(unflattened(text)).data?.data ?? null };
}

/** Remix answers scripts with a flat list, whose values name each other by their places (turbo-stream). */
function unflattened(text: string): unknown {
  const flat = z.array(z.unknown()).parse(JSON.parse(text.split("\n", 1)[0] ?? "[]"));
  const read = (place: unknown): unknown => {
    if (typeof place !== "number" || place < 0) return null;
    const value = flat[place];
    if (Array.isArray(value)) return value.map(read);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, of]) => [flat[Number(key.slice(1))], read(of)]),
    );
  };
  return read(0);
}

/** The page asks for the total while the details are typed; nothing begins at the provider. */
export async function prepare(
  browser: Browser,
  email: string,
  method: "stripe" | "paypal",
): Promise<z.output<typeof checkoutAnswer>["data"] | null> {
  const form = { ...details(email), paymentMethod: method, intent: "prepare" };
  return (await sendCheckout(browser, form)).answer;
}

/**
 * What the checkout page's JavaScript does once the details are complete, and then when "Pay" is pressed: the payment of
 * exactly what the page shows is opened. Told another total it shows that one, and the shopper presses again.
 */
export function openCardPayment(browser: Browser, email: string): Promise<CardPayment> {
  return until(browser, "No card payment", async () => {
    const prepared = await prepare(browser, email, "stripe");
    if (isEmptied(prepared)) return { id: "", clientSecret: null };
    const { text, answer } = await sendCheckout(browser, {
      ...{ ...details(email), paymentMethod: "stripe", intent: "open" },
      shownTotal: String(prepared?.payment?.amount ?? 0),
      shownItems: (prepared?.payment?.items ?? [])
        .map(({ productId, quantity }) => `${productId}:${quantity}`)
        .join(),
    });
    if (answer?.opened) {
      const { clientSecret } = answer.opened;
      return { id: intentOf(clientSecret), clientSecret };
    }
    const paidBefore = /payment_intent=(pi_\w+)/.exec(text)?.[1];
    if (paidBefore) return { id: paidBefore, clientSecret: null };
    return isEmptied(answer) ? { id: "", clientSecret: null } : undefined;
  });
}

/** What was in the cart is bought. */
function isEmptied(answer: z.output<typeof checkoutAnswer>["data"] | null): boolean {
  return answer?.refusal?.message === "Your cart is empty.";
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

const openedSchema = z.object({
  /** PayPal's order. */
  id: z.string().optional(),
  /** Of a card payment. */
  clientSecret: z.string().optional(),
  /** Pounds. */
  expected: z.number().optional(),
});

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
  return openedSchema.parse(JSON.parse(text)).expected ?? UNKNOWN_AMOUNT;
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
  const { clientSecret } = openedSchema.parse(JSON.parse(text));
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
