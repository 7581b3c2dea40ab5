import type Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import {
  askStripe,
  isKept,
  isMissingAtStripe,
  onceAtStripe,
} from "#server/payments/stripe-refusal.server.ts";
import type { Pence } from "#server/pricing/money.ts";
import { countPaymentAttempt } from "./count-payment-attempt.server.ts";
import { giveUpOthers, keepOnly } from "./one-stripe-payment.server.ts";
import {
  alreadyPaid,
  changedMeanwhile,
  findPayableCheckout,
  isForNow,
  type PayableCheckout,
} from "./payable-checkout.server.ts";

export interface StripeIntent {
  clientSecret: string;
  paymentIntentId: string;
  amount: Pence;
}

/** States in which an intent accepts a card, or waits for its 3-D Secure. */
const payable = new Set<Stripe.PaymentIntent.Status>([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
]);

/**
 * The payment intent of one version of a checkout, by default the current one: created when the shopper presses "Pay",
 * found again after a declined card, never changed. An intent of another version is cancelled first. Stripe gets the
 * checkout's id and nothing else about the shopper or the cart.
 * @throws ShopError `conflict` (changed meanwhile; or paid, or being confirmed: `extra.alreadyPaid`), `rate_limited`,
 * `unavailable`
 */
export async function createStripeIntent(
  context: Context,
  checkoutId: string,
  version?: number,
): Promise<StripeIntent> {
  const checkout = await findPayableCheckout(context, checkoutId);
  if (version !== undefined && checkout.version !== version) throw changedMeanwhile();
  const open = await findOpenIntent(context, checkout);
  await giveUpOthers(context, checkout, open?.id);
  const intent = open ?? (await createIntent(context, checkout));
  await keepOnly(context, checkout, { providerPaymentId: intent.id });
  return { clientSecret: secretOf(intent), paymentIntentId: intent.id, amount: intent.amount };
}

/** The intent that this version already has, unless it is over. */
async function findOpenIntent(
  context: Context,
  checkout: PayableCheckout,
): Promise<Stripe.PaymentIntent | undefined> {
  const known = checkout.payments.find(
    (payment) => !payment.providerSessionId && isForNow(payment, checkout),
  );
  if (!known) return undefined;
  const { client } = context.gateways.stripe;
  const intent = await askStripe(() =>
    client.paymentIntents.retrieve(known.providerPaymentId).catch((error: unknown) => {
      if (isMissingAtStripe(error)) return undefined;
      throw error;
    }),
  );
  if (!intent || intent.status === "canceled") return undefined;
  if (!payable.has(intent.status)) throw alreadyPaid(intent.id);
  // Another amount can only have been set by hand, in Stripe's dashboard.
  return intent.amount === checkout.total && intent.currency === "gbp" ? intent : undefined;
}

async function createIntent(context: Context, checkout: PayableCheckout): Promise<Stripe.PaymentIntent> {
  await countPaymentAttempt(context, checkout.id);
  const { client } = context.gateways.stripe;
  const params: Stripe.PaymentIntentCreateParams = {
    amount: checkout.total,
    currency: "gbp",
    allowed_payment_method_types: ["card"],
    metadata: { checkout_id: checkout.id },
  };
  return askStripe(() =>
    onceAtStripe(`${checkout.id}-${checkout.version}-create-${checkout.paymentsMade}`, async (options) => {
      const made = await client.paymentIntents.create(params, options);
      // Stripe answers a used key with the intent as it was then; it may have been given up since.
      const now = isKept(made) ? await client.paymentIntents.retrieve(made.id) : made;
      return now.status === "canceled" ? undefined : now;
    }),
  );
}

function secretOf(intent: Stripe.PaymentIntent): string {
  if (!intent.client_secret) throw new ShopError("unavailable", "Failed to initialize payment");
  return intent.client_secret;
}
