import fc from "fast-check";
import { readCart } from "#server/cart/read-cart.server.ts";
import type { PreparedPayment } from "#server/checkout/checkout.ts";
import { type CheckoutForm, detailsOf } from "#server/checkout/checkout-details.ts";
import { emptyCheckoutForm } from "#server/checkout/checkout-form.ts";
import { preparePayment } from "#server/checkout/pay.server.ts";
import type { Context } from "#server/core/context.ts";
import { processReturn } from "#server/orders/take-approved.server.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { type Fault, NONE } from "./action.ts";
import type { Model } from "./model.ts";
import type { World } from "./world.ts";

/* A shopper of the model: what their pages of the shop show, and what those do in the browser between its answers. */

/** A payment that somebody can make now, with what its page shows. */
export interface Payable {
  way: "3-D Secure" | "Stripe's page" | "PayPal's button" | "PayPal's page";
  payment: string;
  /** The client secret, or the page's address. */
  at: string;
  amount: number;
  lines: string;
  address: string;
  /** At PayPal, until the shop has it approved again. */
  isApproved: boolean;
}

/** A page of the shop in a shopper's browser. */
export interface Tab {
  form: CheckoutForm;
  /** The cart as this page shows it. */
  cart: string;
  /** The response to what the page's form and cart contained then. */
  prepared: { answer: PreparedPayment; form: CheckoutForm; cart: string } | null;
  /** How many requests it has made: only the last response counts. */
  asked: number;
  payable: Payable | null;
  /** The return address of the last payment. */
  back: { payment_intent?: string; session_id?: string; token?: string } | null;
}

export interface Shopper {
  cartId: string | null;
  tabs: [Tab, Tab];
}

/** Which of two shoppers, and which of their two tabs: mostly the first of each, so that their steps meet. */
export const someone = { shopper: fc.constantFrom(0, 0, 0, 1), tab: fc.constantFrom(0, 0, 0, 1) };

export interface Someone {
  shopper: number;
  tab: number;
}

export function shopperOf(model: Model, { shopper }: Pick<Someone, "shopper">): Shopper {
  return model.shoppers[shopper === 0 ? 0 : 1];
}

export function tabOf(model: Model, who: Someone): Tab {
  return shopperOf(model, who).tabs[who.tab === 0 ? 0 : 1];
}

/** "Ada, tab 1": for the log. */
export function nameOf({ shopper, tab }: Someone): string {
  return `${shopper === 0 ? "Ada" : "Bob"}, tab ${tab + 1},`;
}

export function tabWith(form: CheckoutForm): Tab {
  return { form, cart: "", prepared: null, asked: 0, payable: null, back: null };
}

export function formOf(name: string): CheckoutForm {
  return {
    ...emptyCheckoutForm,
    firstName: name,
    lastName: "Shopper",
    email: `${name.toLowerCase()}@example.com`,
    address: "1 Mill Lane",
    city: "Ludlow",
    postcode: "SY8 1AA",
  };
}

/** The delivery address, in the order's format. */
export function addressOf(form: CheckoutForm): string {
  const { customerAddress, customerEmail } = detailsOf(form);
  return `${customerAddress} (${customerEmail})`;
}

/** The bought items as a text, for comparison. */
export function linesText(
  lines: readonly { productId: number; quantity: number; unitPrice: number }[],
): string {
  return lines
    .map(({ productId, quantity, unitPrice }) => `${quantity}×${productId} at ${unitPrice}`)
    .sort()
    .join(", ");
}

/** Whether any of their pages shows something to pay for. */
export function hasCart({ cartId, tabs }: Shopper): boolean {
  return cartId !== null && tabs.some(({ cart }) => cart !== "");
}

/** Whether a page lets its visitor press Pay: what was prepared, and for this way to pay, is what it shows. */
function isPrepared({ prepared, form, cart }: Tab, method: ProviderId): boolean {
  return prepared?.form === form && prepared.cart === cart && prepared.answer.method === method;
}

/** What the page prepared to be paid this way, prepared now where it was not. */
export async function preparedFor(
  world: World,
  model: Model,
  { shopper, tab }: Someone,
  method: ProviderId,
): Promise<Tab["prepared"]> {
  const page = tabOf(model, { shopper, tab });
  if (!isPrepared(page, method)) await prepare(world, model, { shopper, tab, method });
  return isPrepared(page, method) ? page.prepared : null;
}

/** The page requests a prepared payment, as it does by itself after a change; only its last response counts. */
export async function prepare(
  world: World,
  model: Model,
  input: Someone & { method: ProviderId; fault?: Fault },
): Promise<void> {
  const { method, fault = NONE } = input;
  const { cartId } = shopperOf(model, input);
  const tab = tabOf(model, input);
  tab.asked += 1;
  await world.act(`${nameOf(input)} prepares ${method}`, { fault }, async (context) => {
    if (tab.cart === "") await seeCart(context, tab, cartId);
    const { form, cart, asked } = tab;
    try {
      const answer = await preparePayment(context, { cartId, form, method });
      if (asked !== tab.asked) return "out of date";
      tab.prepared = { answer, form, cart };
      await seeCart(context, tab, cartId);
      return `to pay ${answer.amount}`;
    } catch (error) {
      if (asked === tab.asked) tab.prepared = null;
      await seeCart(context, tab, cartId);
      throw error;
    }
  });
}

/** The return address of a payment that the shop found made before. */
export function paidBefore({ publicUrl }: Pick<Context, "publicUrl">, address: string): Tab["back"] {
  const intent = new URL(address, publicUrl).searchParams.get("payment_intent");
  return intent ? { payment_intent: intent } : null;
}

/** The page shows the cart as it is now. */
export async function seeCart(context: Context, tab: Tab, cartId: string | null): Promise<void> {
  const { lines } = await readCart(context, cartId);
  tab.cart = linesText(lines);
}

/** /checkout-success: what a returning shopper sees. */
export async function comeBack(context: Context, model: Model, tab: Tab): Promise<string> {
  const { token } = tab.back ?? {};
  const query = new URLSearchParams(tab.back ?? {});
  const outcome = (await processReturn(context, query)) ?? { kind: "unmatched" };
  const knowsOutcome = outcome.kind === "unpaid" || outcome.kind === "approve";
  if (token && knowsOutcome) model.isToldNothingCharged(token);
  if (outcome.kind === "approve" && tab.payable) tab.payable.isApproved = false;
  return outcome.kind;
}
