import { openAsShown, openForAmount, type PressedButton } from "#server/checkout/pay.server.ts";
import type { Context } from "#server/core/context.ts";
import { finalisePage } from "#server/orders/finalise-payment.server.ts";
import { takeApproved } from "#server/orders/take-approved.server.ts";
import { handleEvent } from "#server/orders/webhook.server.ts";
import { openPayPalOrder } from "#server/payments/paypal/paypal-payments.server.ts";
import { payPalProvider } from "#server/payments/paypal/paypal-provider.server.ts";
import { openIntent, openPage } from "#server/payments/stripe/open-payment.server.ts";
import { stripeProvider } from "#server/payments/stripe/stripe-provider.server.ts";

/* What the shop does with each provider's payments, under the names that tests know it by. */

export const createStripeIntent = (context: Context, checkoutId: string, version?: number) =>
  openIntent(context, { checkoutId, version });

export const createHostedSession = (context: Context, checkoutId: string, version?: number) =>
  openPage(context, { checkoutId, version });

export const createPayPalOrder = (context: Context, checkoutId: string, version?: number) =>
  openPayPalOrder(context, { checkoutId, version });

/** As POST /api/create-payment-intent does. */
export const createIntentForAmount = (context: Context, amount: number, cartId: string | null = null) =>
  openForAmount(context, stripeProvider, amount, cartId);

/** As POST /paypal/order does. */
export const createPayPalOrderForAmount = (context: Context, amount: number, cartId: string | null) =>
  openForAmount(context, payPalProvider, amount, cartId);

/** What a page shows whose button is pressed; in pounds, unless it says otherwise. */
export type Press = Omit<PressedButton, "shown"> & { amount: number };

/** As the page does when "Pay" is pressed beside the card form. */
export const pressCard = (context: Context, { amount, ...page }: Press) =>
  openAsShown(context, stripeProvider, { ...page, shown: { amount, currency: "gbp" } });

/** The same with PayPal's button. */
export const pressPayPal = (context: Context, { amount, ...page }: Press) =>
  openAsShown(context, payPalProvider, { ...page, shown: { amount, currency: "gbp" } });

/** The payment that a press opened. @throws Error where it led elsewhere */
export function openedBy<Opened>(
  next: { kind: "opened"; opened: Opened } | { kind: "elsewhere"; url: string },
): Opened {
  if (next.kind === "opened") return next.opened;
  throw new Error(`Paid before: ${next.url}`);
}

/** As the payer's browser has it done. */
export const capturePayPalOrder = (context: Context, sessionId: string) =>
  takeApproved(context, { provider: "paypal", sessionId });

/** As the return from Stripe's page does. */
export const finaliseSession = (context: Context, sessionId: string) =>
  finalisePage(context, "stripe", sessionId);

export const handleStripeEvent = (context: Context, body: Buffer, signature: string) =>
  handleEvent(context, "stripe", { body, headers: new Headers({ "Stripe-Signature": signature }) });

export const handlePayPalEvent = (context: Context, body: string, headers: Headers) =>
  handleEvent(context, "paypal", { body: Buffer.from(body), headers });
