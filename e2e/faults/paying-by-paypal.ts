import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Browser, GaveUp } from "./browser.ts";
import { details, type Ending, PATIENCE_MS } from "./paying.ts";

/** What a payer chooses on PayPal's page. */
type Choice = "paid" | "declined";

const APPROVAL = "/sandbox/paypal/approve";

/** "Pay with PayPal" without JavaScript: the address of PayPal's page; empty when the cart has been bought meanwhile. */
export async function preparePayPalPage(browser: Browser, email: string): Promise<string> {
  const limit = Date.now() + PATIENCE_MS;
  let response = { status: 0, body: "" };
  while (Date.now() < limit) {
    const form = { ...details(email), paymentMethod: "paypal", intent: "pay-paypal" };
    const checkout = await browser.insist("/checkout", { form });
    if (checkout.location) return checkout.location;
    if (checkout.body.includes("Your cart is empty") || checkout.body.includes("Your Cart is Empty"))
      return "";
    response = checkout;
    await wait(100);
  }
  throw new GaveUp(`No page of PayPal: ${response.status} ${response.body.slice(-300)}`);
}

/** What PayPal's button does: opens an order for the cart's total. */
export async function openPayPalOrder(browser: Browser, email: string): Promise<string> {
  const form = { ...details(email), paymentMethod: "paypal", intent: "prepare" };
  await browser.insist("/checkout.data", { form });
  return openOrder(browser, await priceOf(browser));
}

/** A script without a cart opens a payment for a known amount, in pounds. */
export async function openOrder(browser: Browser, amount: number): Promise<string> {
  const json = { amount, currency: "GBP", intent: "CAPTURE" };
  const { status, body } = await browser.insist("/paypal/order", { json });
  if (status !== 200) throw new GaveUp(`No PayPal order: ${status} ${body.slice(0, 300)}`);
  return z.object({ id: z.string() }).parse(JSON.parse(body)).id;
}

/** Pays too little; the response says what the cart costs, in pounds. */
export async function priceOf(browser: Browser): Promise<number> {
  const json = { amount: 0.5, currency: "GBP", intent: "CAPTURE" };
  const { body } = await browser.insist("/paypal/order", { json });
  return z.object({ expected: z.number() }).parse(JSON.parse(body)).expected;
}

export function pageOfOrder(orderId: string): string {
  return `${APPROVAL}?token=${orderId}`;
}

/** Approves on PayPal's page; returns the return address. */
export async function approve(browser: Browser, page: string, choice: Choice = "paid"): Promise<string> {
  if (!page.includes(APPROVAL)) return page;
  const { location } = await browser.insist(page, { form: { response: choice } });
  return location ?? "/checkout";
}

/** The return to the shop, which captures; if it redirects to PayPal again, the payer approves again. */
export async function returnFromPayPal(browser: Browser, back: string): Promise<Ending> {
  const limit = Date.now() + PATIENCE_MS;
  let address = back;
  while (Date.now() < limit) {
    if (address.includes(APPROVAL)) address = await approve(browser, address);
    if (!address.includes("/checkout-success")) return "unpaid";
    const { status, location } = await browser.insist(address);
    if (location?.includes("/order-confirmation")) return "confirmed";
    if (location?.includes(APPROVAL)) address = location;
    else if (location?.includes("/checkout")) return "unpaid";
    if (status === 404) return "unknown";
    await wait(300);
  }
  return "unknown";
}

const capturedSchema = z.object({ orderId: z.number().optional(), captureId: z.string().optional() });

/** What the page's JavaScript or a script does between approval and capture; returns the capture's id. */
export async function captureByRest(
  browser: Browser,
  orderId: string,
): Promise<{ ending: Ending; captureId?: string | undefined }> {
  const limit = Date.now() + PATIENCE_MS;
  while (Date.now() < limit) {
    const { status, body } = await browser.insist(`/paypal/order/${orderId}/capture`, { json: {} });
    if (status === 200) {
      const { orderId: made, captureId } = capturedSchema.parse(JSON.parse(body));
      return { ending: made === undefined ? "unknown" : "confirmed", captureId };
    }
    if (status !== 202) return { ending: "unpaid" };
    await wait(300);
  }
  return { ending: "unknown" };
}
