import { setTimeout as wait } from "node:timers/promises";
import { details } from "../money/paying.ts";
import type { Caller, CallerResponse, Sent } from "./caller.ts";

/** How long she waits for one page, including all retries. */
const PATIENCE_MS = 20_000;
const CARD = { cardNumber: "4242424242424242", cardExpiry: "12 / 40", cardCvc: "123" };

/**
 * She buys one bag by card, in a browser without JavaScript, and retries when the shop asks her to. @throws when she
 * leaves without an order
 */
export async function buyHonestly(browser: Caller, email: string): Promise<void> {
  await open(browser, "/");
  await open(browser, "/products");
  const line = { intent: "add", productId: "1", quantity: "1", returnTo: "/cart" };
  await open(browser, "/cart", { form: line });
  await open(browser, "/cart");
  await open(browser, "/checkout");
  const paying = await open(browser, "/checkout", { form: { ...details(email), intent: "pay" } });
  const page = leadsTo(paying, "/sandbox/");
  await open(browser, page);
  const paid = await open(browser, page, { form: CARD });
  const back = paid.headers.location?.includes("/checkout-success") ? paid : await open(browser, page);
  const result = leadsTo(back, "/checkout-success");
  for (const limit = Date.now() + PATIENCE_MS; Date.now() < limit; await wait(300)) {
    const { headers } = await open(browser, result);
    if (!headers.location?.includes("/order-confirmation")) continue;
    const { status } = await open(browser, "/order-confirmation");
    if (status === 200) return;
  }
  throw new Error("the payment was never confirmed");
}

function leadsTo({ status, headers: { location }, text }: CallerResponse, address: string): string {
  if (location?.includes(address)) return location.replace(/^https?:\/\/[^/]+/, "");
  const alert = text.match(/role="alert"[^>]*>(.*?)<\/(?:div|p|section)>/s)?.[1] ?? "";
  throw new Error(`no way to ${address}: ${status} ${location ?? ""} ${alert.slice(0, 200)}`);
}

/** She retries after "please try again". */
async function open(browser: Caller, path: string, sent?: Sent): Promise<CallerResponse> {
  for (const begun = performance.now(); ; ) {
    const response = await browser.send(sent ? "POST" : "GET", path, sent);
    const mayTryAgain = response.status === 0 || response.status === 429 || response.status >= 500;
    if (!mayTryAgain) return response;
    const pause = Number(response.headers["retry-after"] ?? 1) * 1000;
    if (performance.now() - begun + pause > PATIENCE_MS)
      throw new Error(`${path}: ${response.status} ${response.text.slice(0, 100)}`);
    await wait(pause);
  }
}
