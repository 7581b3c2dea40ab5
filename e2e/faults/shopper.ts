import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Browser, GaveUp } from "./browser.ts";
import {
  type Ending,
  openCardPayment,
  payByCard,
  payOnPage,
  prepareCardForm,
  preparePage,
  returnFrom,
} from "./paying.ts";
import {
  approve,
  captureByRest,
  openOrder,
  openPayPalOrder,
  pageOfOrder,
  preparePayPalPage,
  priceOf as priceByPayPal,
  returnFromPayPal,
} from "./paying-by-paypal.ts";
import type { Random } from "./random.ts";

/** How often each kind comes along. */
const kinds = {
  "pays by card form": 4,
  "posts the order by REST": 3,
  "pays without a cart by REST": 2,
  "pays on the hosted page": 3,
  "vanishes after the card form": 3,
  "vanishes after the hosted page": 2,
  "is declined, then pays": 2,
  "passes 3-D Secure": 2,
  "pays slowly": 1,
  "pays in two tabs": 3,
  "pays on two pages": 3,
  "changes the cart, then pays": 2,
  "adds to the cart while paying": 2,
  "pays on PayPal's page": 3,
  "pays by PayPal's button": 3,
  "is declined at PayPal, then pays": 2,
  "vanishes from PayPal": 2,
  "pays by PayPal without a cart by REST": 2,
  "pays by card and by PayPal": 3,
  "leaves without paying": 2,
} as const;

export type ShopperKind = keyof typeof kinds;

export const shopperKinds = Object.keys(kinds) as [ShopperKind, ...ShopperKind[]];

/** All kinds in these proportions, each once before any comes twice. */
export function lineUp(random: Random, count: number): ShopperKind[] {
  const round = shopperKinds.flatMap((kind) => Array<ShopperKind>(kinds[kind]).fill(kind));
  const rounds = Array.from({ length: Math.ceil(count / round.length) }, () => random.shuffle(round));
  return [...random.shuffle(shopperKinds), ...rounds.flat()].slice(0, count);
}

/** What an observer knows of one shopper's visit. */
export interface Visit {
  email: string;
  kind: ShopperKind;
  /**
   * The cart's content when it was last filled: units by product; undefined for a script without a cart, and for a
   * shopper whose lost request a slow shop may have carried out late.
   */
  quantities: Map<number, number> | null;
  /**
   * What the shopper saw: an order was confirmed, or not. "approved": they approved at PayPal and never came back, so
   * that the shop may take the money or leave it.
   */
  ending: Ending | "vanished" | "approved" | "left" | "gave up";
  /** Why the shopper gave up. */
  reason?: string;
  /** The last requests and their answers. */
  trail?: readonly string[];
}

export interface Product {
  id: number;
  name: string;
}

interface Shopping {
  browser: Browser;
  random: Random;
  products: readonly [Product, ...Product[]];
  email: string;
}

/** One shopper's whole visit, with a person's retries. */
export async function visit(kind: ShopperKind, shopping: Shopping): Promise<Visit> {
  const quantities = new Map<number, number>();
  const result: Visit = { email: shopping.email, kind, quantities, ending: "gave up" };
  try {
    await fillCart(shopping, quantities);
    result.ending = await ways[kind](shopping, quantities);
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    result.reason = error.message;
  }
  result.trail = [...shopping.browser.trail];
  if (kind.includes("without a cart") || shopping.browser.mayStillDo("/cart")) result.quantities = null;
  return result;
}

type OpenPayment = (browser: Browser, email: string) => Promise<unknown>;
type Way = (shopping: Shopping, quantities: Map<number, number>) => Promise<Visit["ending"]>;

const GOOD = "4242424242424242";
const DECLINED = "4000000000000002";
const CHALLENGED = "4000002500003155";
/** The sandbox settles it after some seconds. */
const SLOW = "4000000000002503";
const MOST_TRIES = 3;

const ways: Record<ShopperKind, Way> = {
  "pays by card form": async ({ browser, email }, quantities) => {
    const payment = await openCardPayment(browser, email, quantities);
    await payByCard(browser, payment, GOOD);
    return returnFrom(browser, payment);
  },
  "posts the order by REST": async ({ browser, email }, quantities) => {
    const payment = await openCardPayment(browser, email, quantities);
    await payByCard(browser, payment, GOOD);
    return postOrder(browser, email, { stripe: payment.id }, quantities);
  },
  "pays without a cart by REST": async (shopping, quantities) => {
    const { browser, email } = shopping;
    const amount = await priceOf(browser);
    const script = browser.stranger();
    const { body } = await script.insist("/api/create-payment-intent", { json: { amount } });
    const { clientSecret } = z.object({ clientSecret: z.string() }).parse(JSON.parse(body));
    const payment = { id: clientSecret.replace(/_secret_.*/, ""), clientSecret };
    await payByCard(script, payment, GOOD);
    return postOrder(script, email, { stripe: payment.id }, quantities);
  },
  "pays on the hosted page": async ({ browser, email }) => {
    const page = await preparePage(browser, email);
    return returnFrom(browser, { back: await payOnPage(browser, page, GOOD) });
  },
  "vanishes after the card form": async ({ browser, email }, quantities) => {
    await payByCard(browser, await openCardPayment(browser, email, quantities), GOOD);
    return "vanished";
  },
  "vanishes after the hosted page": async ({ browser, email }) => {
    await payOnPage(browser, await preparePage(browser, email), GOOD);
    return "vanished";
  },
  "is declined, then pays": async ({ browser, email, random }, quantities) => {
    await payByCard(browser, await openCardPayment(browser, email, quantities), DECLINED);
    await wait(random.between(0, 300));
    const payment = await openCardPayment(browser, email, quantities);
    await payByCard(browser, payment, GOOD);
    return returnFrom(browser, payment);
  },
  "passes 3-D Secure": async ({ browser, email }, quantities) => {
    const payment = await openCardPayment(browser, email, quantities);
    await payByCard(browser, payment, CHALLENGED);
    return returnFrom(browser, payment);
  },
  "pays slowly": async ({ browser, email }, quantities) => {
    const payment = await openCardPayment(browser, email, quantities);
    await payByCard(browser, payment, SLOW);
    return returnFrom(browser, payment);
  },
  "pays in two tabs": async ({ browser, email }, quantities) => {
    const tabs = [browser.tab(), browser.tab()] as const;
    const endings = await Promise.all(
      tabs.map(async (tab) => {
        const payment = await openCardPayment(tab, email, quantities);
        await payByCard(tab, payment, GOOD);
        return returnFrom(tab, payment);
      }),
    );
    return endings.find((ending) => ending === "confirmed") ?? endings[0] ?? "unknown";
  },
  "pays on two pages": async ({ browser, email }, quantities) => {
    const [formTab, pageTab] = [browser.tab(), browser.tab()];
    const [payment, page] = await Promise.all([
      openCardPayment(formTab, email, quantities),
      preparePage(pageTab, email),
    ]);
    const endings = await Promise.all([
      payByCard(formTab, payment, GOOD).then(() => returnFrom(formTab, payment)),
      payOnPage(pageTab, page, GOOD).then((back) => returnFrom(pageTab, { back })),
    ]);
    if (endings.some((ending) => ending !== "unpaid")) {
      return endings.find((ending) => ending !== "unpaid") ?? "unpaid";
    }
    // Each payment has closed the other: nothing was charged, and the shopper presses again.
    const again = await openCardPayment(formTab, email, quantities);
    await payByCard(formTab, again, GOOD);
    return returnFrom(formTab, again);
  },
  "changes the cart, then pays": async (shopping, quantities) => {
    const { browser, email, random } = shopping;
    await prepareCardForm(browser, email);
    await putInCart(shopping, quantities, random.pick(shopping.products).id);
    const payment = await openCardPayment(browser, email, quantities);
    await payByCard(browser, payment, GOOD);
    return returnFrom(browser, payment);
  },
  "adds to the cart while paying": async (shopping, quantities) => {
    const { browser, email, products } = shopping;
    const payment = await openCardPayment(browser, email, quantities);
    const other = products.find(({ id }) => !quantities.has(id)) ?? products[0];
    await Promise.all([
      payByCard(browser, payment, GOOD),
      putInCart({ ...shopping, browser: browser.tab() }, quantities, other.id),
    ]);
    return returnFrom(browser, payment);
  },
  "pays on PayPal's page": ({ browser, email }) =>
    untilCharged(browser, async () => {
      const page = await preparePayPalPage(browser, email);
      return returnFromPayPal(browser, await approve(browser, page));
    }),
  "pays by PayPal's button": ({ browser, email }) =>
    untilCharged(browser, async () => {
      const orderId = await openPayPalOrder(browser, email);
      await approve(browser, pageOfOrder(orderId));
      return (await captureByRest(browser, orderId)).ending;
    }),
  "is declined at PayPal, then pays": ({ browser, email }) =>
    untilCharged(browser, async () => {
      const page = await preparePayPalPage(browser, email);
      return returnFromPayPal(browser, await approve(browser, page, "declined"));
    }),
  "vanishes from PayPal": async ({ browser, email }) => {
    await approve(browser, await preparePayPalPage(browser, email));
    return "approved";
  },
  "pays by PayPal without a cart by REST": async ({ browser, email }, quantities) => {
    const amount = await priceByPayPal(browser);
    const script = browser.stranger();
    const orderId = await openOrder(script, amount);
    await approve(script, pageOfOrder(orderId));
    const { captureId, ending } = await captureByRest(script, orderId);
    return captureId ? postOrder(script, email, { paypal: captureId }, quantities) : ending;
  },
  "pays by card and by PayPal": async ({ browser, email }, quantities) => {
    const [formTab, payPalTab] = [browser.tab(), browser.tab()];
    const [payment, page] = await Promise.all([
      openCardPayment(formTab, email, quantities),
      preparePayPalPage(payPalTab, email),
    ]);
    // Approved first: the shop then captures while the card is charged, and usually both are paid.
    const back = await approve(payPalTab, page);
    const endings = await Promise.all([
      payByCard(formTab, payment, GOOD).then(() => returnFrom(formTab, payment)),
      returnFromPayPal(payPalTab, back),
    ]);
    return endings.find((ending) => ending === "confirmed") ?? endings[0];
  },
  "leaves without paying": async ({ browser, email, random }) => {
    const checkouts: [OpenPayment, ...OpenPayment[]] = [prepareCardForm, preparePage, preparePayPalPage];
    await random.pick(checkouts)(browser, email);
    return "left";
  },
};

/**
 * A slow shop may carry out a late request and restart a checkout while its payer is away: they see that nothing was
 * charged, and press again. The report names what they saw.
 */
async function untilCharged(browser: Browser, pay: () => Promise<Ending>): Promise<Ending> {
  for (let tries = 1; ; tries += 1) {
    const ending = await pay();
    if (ending !== "unpaid" || tries === MOST_TRIES) return ending;
    browser.triesAnew();
  }
}

async function fillCart(shopping: Shopping, quantities: Map<number, number>): Promise<void> {
  const { random, products } = shopping;
  const count = random.between(1, 3);
  for (const { id } of random.shuffle(products).slice(0, count)) await putInCart(shopping, quantities, id);
}

const NOT_CHANGED = "Your cart was not changed";

/**
 * Adding is not idempotent, setting the quantity is: together they survive a lost response.
 */
async function putInCart(
  { browser, random }: Shopping,
  quantities: Map<number, number>,
  productId: number,
): Promise<void> {
  const quantity = random.between(1, 4);
  const form = { productId: String(productId), returnTo: "/cart" };
  const isNew = !quantities.has(productId);
  quantities.set(productId, quantity);
  if (isNew) await browser.insist("/cart", { form: { ...form, intent: "add", quantity: "1" } });
  const change = { ...form, intent: "change", quantity: String(quantity) };
  const { notice } = await browser.insist("/cart", { form: change });
  if (notice.includes(NOT_CHANGED)) throw new GaveUp("The cart could not be changed.");
}

/** A script pays too little and learns what the cart costs, in pounds. */
async function priceOf(browser: Browser): Promise<number> {
  const { body } = await browser.insist("/api/create-payment-intent", { json: { amount: 0.5 } });
  return z.object({ expected: z.number() }).parse(JSON.parse(body)).expected;
}

async function postOrder(
  browser: Browser,
  email: string,
  paid: { stripe: string } | { paypal: string },
  quantities: Map<number, number>,
): Promise<Ending> {
  const [paymentMethod, transactionId] = "stripe" in paid ? ["stripe", paid.stripe] : ["paypal", paid.paypal];
  const order = {
    customerName: "Rowan Fielding",
    customerEmail: email,
    customerAddress: "12 Hedge End, Ludlow, SY8 1AA, United Kingdom",
    shippingCountry: "United Kingdom",
    paymentMethod,
    transactionId,
    items: [...quantities].map(([productId, quantity]) => ({ productId, quantity })),
  };
  const { status } = await browser.insist("/api/orders", { json: order });
  return status === 200 || status === 201 ? "confirmed" : "unknown";
}
