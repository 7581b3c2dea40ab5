import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, request as requests } from "playwright/test";
import { DEMO_PASSWORD } from "#server/accounts/demo-sign-ins.ts";
import { details } from "../money/paying.ts";
import { subscribe, turnOnTwoFactor } from "./accounts.ts";
import { formsIn } from "./browser-forms.ts";
import { cards } from "./shop.ts";
import { ordersOf, sendCommand } from "./staff.ts";

/** Addresses that only the person involved knows, or that show something only to them. */
export type Found = Record<string, string>;

/**
 * The viewers of pages, and how a browser or a script becomes one: by plain requests, which are fast. A `shopper` has
 * something in the cart and is at the payment pages, a `buyer` has paid and got a partial refund, `halfway` is a
 * sign-in that waits for its code.
 */
export const viewers = {
  visitor: async () => ({}),
  shopper: becomeShopper,
  buyer: becomeBuyer,
  halfway: stopHalfway,
  customer: becomeCustomer,
  administrator: becomeAdministrator,
  manager: (request) => signInAsStaff(request, "manager@example.com"),
  packer: (request) => signInAsStaff(request, "packer@example.com"),
} satisfies Record<string, (request: APIRequestContext) => Promise<Found>>;

export type Viewer = keyof typeof viewers;

const WITHDRAWAL = /\/orders\/[^/"]+\/withdraw(?=[?"])[^"]*/;

const BIOCHAR_USE = /\/orders\/[^/"]+\/use(?=[?"])[^"]*/;

let people = 0;

/** An address that nobody else has. */
function someEmail(): string {
  people += 1;
  return `page-reader-${process.pid}-${Date.now().toString(36)}-${people}@example.com`;
}

/** Posts a form like a browser without JavaScript; returns the redirect, if there is one. */
async function send(request: APIRequestContext, path: string, form: Record<string, string>): Promise<string> {
  const response = await request.post(path, { form, maxRedirects: 0 });
  expect(response.status(), `${path} refuses a form`).toBeLessThan(400);
  return response.headers().location ?? "";
}

async function textOf(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path)).text();
}

/** The first match of a pattern, or its first group. */
function find(text: string, pattern: RegExp): string {
  const match = pattern.exec(text);
  if (!match) throw new Error(`There is no ${pattern} on the page.`);
  return (match[1] ?? match[0]).replaceAll("&amp;", "&");
}

function fillCart(request: APIRequestContext, productId = "1", quantity = "1"): Promise<string> {
  return send(request, "/cart", { intent: "add", productId, quantity });
}

/** The payment page of the current cart. */
function goToPay(
  request: APIRequestContext,
  email: string,
  more: Record<string, string> = {},
): Promise<string> {
  return send(request, "/checkout", { ...details(email), ...more, intent: "pay" });
}

function typeCard(request: APIRequestContext, page: string, cardNumber: string): Promise<string> {
  return send(request, page, { cardNumber, cardExpiry: "12 / 34", cardCvc: "123" });
}

async function becomeShopper(request: APIRequestContext): Promise<Found> {
  await fillCart(request);
  const email = someEmail();
  const payPal = { ...details(email), paymentMethod: "paypal", intent: "pay-paypal" };
  const approval = await send(request, "/checkout", payPal);
  const payment = await goToPay(request, email);
  const challenge = await typeCard(request, payment, cards.threeDSecure);
  return { approval, payment, challenge, cart: "/cart", checkout: "/checkout", basket: "/contact?basket" };
}

/**
 * Buys by card, without a browser and with `more` details of the checkout; returns the address of anyone who bought,
 * and that of the payment.
 */
export async function buyByCard(
  request: APIRequestContext,
  productId?: string,
  quantity?: string,
  more?: Record<string, string>,
): Promise<{ email: string; payment: string }> {
  await fillCart(request, productId, quantity);
  const email = someEmail();
  const payment = await goToPay(request, email, more);
  // The page itself returns to the shop once it is paid.
  await textOf(request, await typeCard(request, payment, cards.good));
  return { email, payment };
}

async function becomeBuyer(request: APIRequestContext): Promise<Found> {
  const { email, payment } = await buyByCard(request);
  const office = await requests.newContext({ baseURL: new URL(payment).origin });
  await signInAsStaff(office, "admin@example.com");
  const [order] = await ordersOf(office, email);
  const refunded = await office.post(`/api/admin/orders/${order?.id}/refunds`, {
    data: { amount: 5, reason: "One bag was torn" },
    headers: { "Idempotency-Key": randomUUID() },
  });
  expect(refunded.status(), await refunded.text()).toBe(201);
  await office.dispose();
  const confirmation = await textOf(request, "/order-confirmation");
  return {
    confirmation: "/order-confirmation",
    invoice: find(confirmation, /\/orders\/[^/"]+\/invoice(?=[?"])[^"]*/),
    creditNote: find(confirmation, /\/orders\/[^/"]+\/notes\/[^/"]+(?=")/),
    withdrawal: find(confirmation, WITHDRAWAL),
    biocharUse: find(confirmation, BIOCHAR_USE),
  };
}

/** The hidden fields of the form of this name: ids and versions. */
function hiddenFields(html: string, name: string): Record<string, string> {
  const form = formsIn(html).find((each) => each.name === name);
  if (!form) throw new Error(`There is no form ${name} on the page.`);
  return Object.fromEntries(form.fields.filter(([field]) => form.kinds.get(field) === "hidden"));
}

async function stopHalfway(request: APIRequestContext): Promise<Found> {
  const email = someEmail();
  const username = email.split("@", 1)[0] ?? "";
  const signUp = { email, name: "Twila Factor", username, password: DEMO_PASSWORD };
  expect((await request.post("/api/auth/register", { data: signUp })).ok()).toBe(true);
  const signIn = { username, password: DEMO_PASSWORD };
  await send(request, "/login", signIn);
  await turnOnTwoFactor(request, "/account/settings?tab=security", DEMO_PASSWORD);
  await send(request, "/logout", {});
  await send(request, "/login", signIn);
  return { code: "/login/code" };
}

async function becomeCustomer(request: APIRequestContext): Promise<Found> {
  await send(request, "/login", { username: "customer", password: DEMO_PASSWORD });
  const orders = await textOf(request, "/account/settings?tab=orders");
  const order = find(orders, /[?&](?:amp;)?order=(\d+)/);
  const shown = await textOf(request, `/account/settings?tab=orders&order=${order}`);
  return {
    order: `/account/settings?tab=orders&order=${order}`,
    login: "/login",
    register: "/register",
    invoice: find(shown, /\/orders\/[^/"]+\/invoice(?=[?"])[^"]*/),
    withdrawal: find(shown, WITHDRAWAL),
  };
}

async function becomeAdministrator(request: APIRequestContext): Promise<Found> {
  await signInAsStaff(request, "admin@example.com");
  // A new shop has written no mail yet; this request writes one soon.
  await send(request, "/forgot-password", { email: "customer@example.com" });
  const written = /\/dev\/mail\/(\d+)/;
  await expect.poll(() => textOf(request, "/dev/mail")).toMatch(written);
  await writeIssue(request, "A draft of page readers");
  await sendIssue(request);
  return {};
}

/** Saves a draft of a newsletter; returns its id. */
async function writeIssue(request: APIRequestContext, subject: string): Promise<number> {
  const issue = { subject, body: "## Warm kilns\n\nRead [all](/products)." };
  const { id } = await sendCommand<{ id: number }>(request, "newsletter.saveIssue", issue);
  return id;
}

/** Sends a newsletter to an address that is confirmed for it, and to anyone else who is. */
async function sendIssue(request: APIRequestContext): Promise<void> {
  const email = someEmail();
  await subscribe(request, email);
  const sentIssue = await writeIssue(request, `An issue of page readers, for ${email}`);
  const desk = `/admin/content?tab=newsletter&issue=${sentIssue}`;
  // Anyone who confirms an address meanwhile changes the number that is agreed to.
  await expect(async () => {
    await sendCommand(request, "newsletter.sendIssue", hiddenFields(await textOf(request, desk), "Send"));
  }).toPass({ timeout: 20_000 });
}

async function signInAsStaff(request: APIRequestContext, email: string): Promise<Found> {
  await send(request, "/admin/login", { email, password: DEMO_PASSWORD });
  return {};
}
