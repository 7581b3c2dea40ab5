import { setTimeout as wait } from "node:timers/promises";
import { details } from "../money/paying.ts";
import type { Caller, CallerResponse, Sent } from "./caller.ts";

/** How long she waits for one page, including all retries. */
const PATIENCE_MS = 20_000;
const CARD = { cardNumber: "4242424242424242", cardExpiry: "12 / 40", cardCvc: "123" };

export interface Purchase {
  /** Why she left without an order; undefined when she has one. */
  failure?: string;
  /** Her longest wait: from her click to the page. */
  longestMs: number;
  longestAt: string;
}

/** She buys one unit by card, in a browser without JavaScript, and retries when the shop asks her to. */
export async function buyHonestly(browser: Caller, email: string, productId: number): Promise<Purchase> {
  const shopper = new HonestShopper(browser);
  try {
    await shopper.buy(email, productId);
  } catch (error) {
    shopper.purchase.failure = error instanceof Error ? error.message : String(error);
  }
  return shopper.purchase;
}

class HonestShopper {
  readonly purchase: Purchase = { longestMs: 0, longestAt: "" };
  readonly #browser: Caller;

  constructor(browser: Caller) {
    this.#browser = browser;
  }

  async buy(email: string, productId: number): Promise<void> {
    await this.#open("/");
    await this.#open("/products");
    const line = { intent: "add", productId: String(productId), quantity: "1", returnTo: "/cart" };
    await this.#open("/cart", { form: line });
    await this.#open("/cart");
    await this.#open("/checkout");
    const paying = await this.#open("/checkout", { form: { ...details(email), intent: "pay" } });
    const page = this.#leadsTo(paying, "/sandbox/", "to the payment page");
    await this.#open(page);
    const paid = await this.#open(page, { form: CARD });
    const back = paid.headers.location?.includes("/checkout-success") ? paid : await this.#open(page);
    const result = this.#leadsTo(back, "/checkout-success", "back to the shop");
    for (const limit = Date.now() + PATIENCE_MS; Date.now() < limit; await wait(300)) {
      const { status, headers } = await this.#open(result);
      if (headers.location?.includes("/order-confirmation")) {
        const confirmation = await this.#open("/order-confirmation");
        if (confirmation.status !== 200) throw new Error(`the confirmation is ${confirmation.status}`);
        return;
      }
      if (status !== 200) throw new Error(`after paying: ${status} ${headers.location ?? ""}`);
    }
    throw new Error("the payment was never confirmed");
  }

  #leadsTo({ status, headers, text }: CallerResponse, address: string, what: string): string {
    const { location } = headers;
    if (location?.includes(address)) return location.replace(/^https?:\/\/[^/]+/, "");
    const alertText = text.match(/role="alert"[^>]*>(.*?)<\/(?:div|p|section)>/s)?.[1] ?? "";
    throw new Error(
      `no way ${what}: ${status} ${location ?? ""} ${alertText
        .replaceAll(/<[^>]*>/g, " ")
        .trim()
        .slice(0, 200)}`,
    );
  }

  /** She retries after "please try again". */
  async #open(path: string, sent?: Sent): Promise<CallerResponse> {
    const begun = performance.now();
    for (;;) {
      const response = await this.#browser.send(sent ? "POST" : "GET", path, sent);
      const waited = performance.now() - begun;
      if (waited > this.purchase.longestMs) {
        this.purchase.longestMs = waited;
        this.purchase.longestAt = path;
      }
      const mayTryAgain = response.status === 0 || response.status === 429 || response.status >= 500;
      if (!mayTryAgain) return response;
      const after = Number(response.headers["retry-after"] ?? 1);
      if (waited + after * 1000 > PATIENCE_MS)
        throw new Error(`${path}: ${response.status} ${response.text.slice(0, 100)}`);
      await wait(after * 1000);
    }
  }
}
