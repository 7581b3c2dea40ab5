import { type Browser, GaveUp, noticeIn } from "./browser.ts";
import {
  approve,
  buyByScript,
  captureByRest,
  type Ending,
  openCardPayment,
  openPayPalOrder,
  pageOfOrder,
  payByCard,
  payOnPage,
  postOrder,
  prepare,
  preparePage,
  priceByCard,
  priceByPayPal,
  returnTo,
} from "./paying.ts";

/** What an observer knows of one shopper's visit. */
export interface Visit {
  email: string;
  kind: BuyerKind;
  /** Units by product that were put into the cart; null where a slow shop may still change it late. */
  quantities: ReadonlyMap<number, number> | null;
  /**
   * What the shopper saw: an order was confirmed, or not. "approved": they approved at PayPal and never came back, so
   * that the shop may take the money or leave it.
   */
  ending: Ending | "vanished" | "approved" | "left" | "gave up";
  /** Why the shopper gave up. */
  reason?: string;
  /** The last requests and their answers. */
  trail: readonly string[];
}

interface Shopping {
  browser: Browser;
  email: string;
  quantities: ReadonlyMap<number, number>;
}

const MOST_TRIES = 3;

const methods = {
  "pays by card form": async ({ browser, email }) => {
    const payment = await openCardPayment(browser, email);
    await payByCard(browser, payment, "good");
    return returnTo(browser, payment);
  },
  "pays on the hosted page": async ({ browser, email }) =>
    returnTo(browser, await payOnPage(browser, await preparePage(browser, email, "stripe"))),
  "pays on PayPal's page": ({ browser, email }) =>
    untilCharged(async () => {
      const page = await preparePage(browser, email, "paypal");
      return returnTo(browser, await approve(browser, page));
    }),
  "pays by PayPal's button": ({ browser, email }) =>
    untilCharged(async () => {
      await prepare(browser, email, "paypal");
      const orderId = await openPayPalOrder(browser);
      await approve(browser, pageOfOrder(orderId));
      return (await captureByRest(browser, orderId)).ending;
    }),
  "pays by card and by PayPal": async ({ browser, email }) => {
    const [formTab, payPalTab] = [browser.tab(), browser.tab()];
    const [payment, page] = await Promise.all([
      openCardPayment(formTab, email),
      preparePage(payPalTab, email, "paypal"),
    ]);
    // Approved first: the shop then captures while the card is charged, and usually both are paid.
    const back = await approve(payPalTab, page);
    const endings = await Promise.all([
      payByCard(formTab, payment, "good").then(() => returnTo(formTab, payment)),
      returnTo(payPalTab, back),
    ]);
    return endings.find((ending) => ending === "confirmed") ?? endings[0];
  },
  "pays in two tabs": async ({ browser, email }) => {
    const tabs = [browser.tab(), browser.tab()] as const;
    const endings = await Promise.all(
      tabs.map(async (tab) => {
        const payment = await openCardPayment(tab, email);
        await payByCard(tab, payment, "good");
        return returnTo(tab, payment);
      }),
    );
    return endings.find((ending) => ending === "confirmed") ?? endings[0] ?? "unknown";
  },
  "is declined, passes 3-D Secure, and pays slowly": async ({ browser, email }) => {
    await payByCard(browser, await openCardPayment(browser, email), "declined");
    await payByCard(browser, await openCardPayment(browser, email), "threeDSecure");
    const payment = await openCardPayment(browser, email);
    await payByCard(browser, payment, "slow");
    return returnTo(browser, payment);
  },
  "is declined at PayPal, then pays": ({ browser, email }) =>
    untilCharged(async () => {
      const page = await preparePage(browser, email, "paypal");
      return returnTo(browser, await approve(browser, page, "declined"));
    }),
  "posts the order by REST": async ({ browser, email, quantities }) => {
    const payment = await openCardPayment(browser, email);
    await payByCard(browser, payment, "good");
    return postOrder(browser, email, ["stripe", payment.id], quantities);
  },
  "pays without a cart by REST": async ({ browser, email, quantities }) =>
    buyByScript(browser.stranger(), email, await priceByCard(browser), quantities),
  "pays by PayPal without a cart by REST": async ({ browser, email, quantities }) => {
    const amount = await priceByPayPal(browser);
    const script = browser.stranger();
    const orderId = await openPayPalOrder(script, amount);
    await approve(script, pageOfOrder(orderId));
    const { captureId, ending } = await captureByRest(script, orderId);
    return captureId ? postOrder(script, email, ["paypal", captureId], quantities) : ending;
  },
  "vanishes after the card form": async ({ browser, email }) => {
    await payByCard(browser, await openCardPayment(browser, email), "good");
    return "vanished";
  },
  "vanishes after the hosted page": async ({ browser, email }) => {
    await payOnPage(browser, await preparePage(browser, email, "stripe"));
    return "vanished";
  },
  "vanishes from PayPal": async ({ browser, email }) => {
    await approve(browser, await preparePage(browser, email, "paypal"));
    return "approved";
  },
  "leaves without paying": async ({ browser, email }) => {
    await preparePage(browser, email, "stripe");
    return "left";
  },
} satisfies Record<string, (shopping: Shopping) => Promise<Visit["ending"]>>;

export type BuyerKind = keyof typeof methods;

export const buyerKinds = Object.keys(methods) as [BuyerKind, ...BuyerKind[]];

/** One shopper's whole visit, with a person's retries. */
export async function visit(kind: BuyerKind, shopping: Shopping): Promise<Visit> {
  const { browser, email, quantities } = shopping;
  const end = (ending: Visit["ending"], reason = ""): Visit => ({
    ...{ email, kind, ending, reason, trail: [...browser.trail] },
    quantities: browser.mayStillDo("/cart") ? null : quantities,
  });
  try {
    for (const [productId, quantity] of quantities) await putInCart(browser, productId, quantity);
    return end(await methods[kind](shopping));
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    return end("gave up", error.message);
  }
}

/**
 * A slow shop may carry out a late request and restart a checkout while its payer is away: they see that nothing was
 * charged, and press again.
 */
async function untilCharged(pay: () => Promise<Ending>): Promise<Ending> {
  for (let tries = 1; ; tries += 1) {
    const ending = await pay();
    if (ending !== "unpaid" || tries === MOST_TRIES) return ending;
  }
}

/** Adding is not idempotent, setting the quantity is: together they survive a lost response. */
export async function putInCart(browser: Browser, productId: number, quantity: number): Promise<void> {
  const form = { productId: String(productId), returnTo: "/cart" };
  await browser.insist("/cart", { form: { ...form, intent: "add", quantity: "1" } });
  const change = { ...form, intent: "change", quantity: String(quantity) };
  const changed = await browser.insist("/cart", { form: change });
  if (noticeIn(changed).includes("Your cart was not changed"))
    throw new GaveUp("The cart could not be changed.");
}
