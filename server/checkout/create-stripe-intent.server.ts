import type Stripe from "stripe";
import { Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { recordPayment } from "#server/payments/record-payment.server.ts";
import { askStripe, hasMovedOnAtStripe, onceAtStripe } from "#server/payments/stripe-refusal.server.ts";
import type { Pence } from "#server/pricing/money.ts";
import { countPaymentAttempt } from "./count-payment-attempt.server.ts";
import { giveUpHostedPages } from "./give-up-hosted-pages.server.ts";
import { alreadyPaid, findPayableCheckout, type PayableCheckout } from "./payable-checkout.server.ts";

export interface StripeIntent {
  clientSecret: string;
  paymentIntentId: string;
  amount: Pence;
}

/** States in which an intent can still be paid with another amount or another card. */
const reusable = new Set<Stripe.PaymentIntent.Status>([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
]);

/**
 * The one payment intent of a checkout: made once, given the new amount when the checkout is re-priced, replaced
 * only when it was cancelled. Stripe gets the checkout's id and nothing else about the shopper or the cart.
 * @throws ShopError `conflict` (paid, or being confirmed: `extra.alreadyPaid`), `rate_limited`, `unavailable`
 */
export async function createStripeIntent(context: Context, checkoutId: string): Promise<StripeIntent> {
  const checkout = await findPayableCheckout(context, checkoutId);
  await giveUpHostedPages(context, checkout);
  const known = checkout.payments.find((payment) => payment.providerSessionId === null);
  const kept = known ? await bringUpToDate(context, checkout, known.providerPaymentId) : undefined;
  const intent = kept ?? (await createIntent(context, checkout));
  await recordPayment(context.em.fork(), {
    checkoutId,
    provider: "stripe",
    providerPaymentId: intent.id,
    amount: intent.amount,
    snapshot: checkout.snapshot,
    status: "created",
  });
  return { clientSecret: secretOf(intent), paymentIntentId: intent.id, amount: intent.amount };
}

/** The intent with today's amount, or undefined when it is dead and another is needed. */
async function bringUpToDate(
  context: Context,
  checkout: PayableCheckout,
  paymentIntentId: string,
): Promise<Stripe.PaymentIntent | undefined> {
  const { client } = context.gateways.stripe;
  const intent = await askStripe(() => client.paymentIntents.retrieve(paymentIntentId));
  if (intent.status === "canceled") {
    await forgetPayment(context, paymentIntentId);
    return undefined;
  }
  if (!reusable.has(intent.status)) throw alreadyPaid(intent.id);
  if (intent.currency !== "gbp") {
    await askStripe(() => client.paymentIntents.cancel(intent.id));
    await forgetPayment(context, paymentIntentId);
    return undefined;
  }
  if (intent.amount === checkout.total) return intent;
  try {
    return await client.paymentIntents.update(
      intent.id,
      { amount: checkout.total },
      { idempotencyKey: `${checkout.id}-${checkout.version}-update` },
    );
  } catch (error) {
    // It was paid, or cancelled, between the look and the change: look once more.
    if (!hasMovedOnAtStripe(error)) return askStripe(() => Promise.reject(error));
    const moved = await askStripe(() => client.paymentIntents.retrieve(paymentIntentId));
    if (moved.status !== "canceled") throw alreadyPaid(moved.id);
    await forgetPayment(context, paymentIntentId);
    return undefined;
  }
}

async function createIntent(context: Context, checkout: PayableCheckout): Promise<Stripe.PaymentIntent> {
  await countPaymentAttempt(context, checkout.id);
  // Stripe answers a used key with the intent of then, even if that is cancelled by now: a replacement, made after
  // others of this checkout were given up, has a key of its own.
  const key = `${checkout.id}-${checkout.version}-create-${checkout.paymentsMade}`;
  return askStripe(() =>
    onceAtStripe(key, (options) =>
      context.gateways.stripe.client.paymentIntents.create(
        {
          amount: checkout.total,
          currency: "gbp",
          allowed_payment_method_types: ["card"],
          metadata: { checkout_id: checkout.id },
        },
        options,
      ),
    ),
  );
}

async function forgetPayment(context: Context, providerPaymentId: string): Promise<void> {
  await context.em
    .fork()
    .nativeUpdate(Payment, { provider: "stripe", providerPaymentId }, { status: "cancelled" });
}

function secretOf(intent: Stripe.PaymentIntent): string {
  if (!intent.client_secret) throw new ShopError("unavailable", "Failed to initialize payment");
  return intent.client_secret;
}
