import type Stripe from "stripe";
import { countPaymentAttempt } from "#server/checkout/count-payment-attempt.server.ts";
import {
  alreadyPaid,
  changedMeanwhile,
  findPayableCheckout,
  isForNow,
  type PayableCheckout,
} from "#server/checkout/payable-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { CheckoutVersion, OpenedAmount } from "../provider.ts";
import { cancelOtherPayments, recordOnlyPayment } from "./one-stripe-payment.server.ts";
import { callStripe, isReplayed, onceAtStripe, unlessMissing } from "./stripe-calls.server.ts";

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
export async function openIntent(
  context: Context,
  { checkoutId, version }: CheckoutVersion,
): Promise<StripeIntent> {
  const checkout = await findPayableCheckout(context, checkoutId, "stripe");
  if (version !== undefined && checkout.version !== version) throw changedMeanwhile();
  const open = await findOpenIntent(context, checkout);
  await cancelOtherPayments(context, checkout, open?.id);
  const intent = open ?? (await createIntent(context, checkout));
  await recordOnlyPayment(context, checkout, { providerPaymentId: intent.id });
  return described(intent);
}

/** The intent of a checkout that is only an amount so far. @throws ShopError `unavailable` */
export async function openIntentOfAmount(
  context: Context,
  { id: checkoutId, total: amount, currency }: PayableCheckout,
): Promise<OpenedAmount<StripeIntent>> {
  const intent = await callStripe(() =>
    context.gateways.stripe.client.paymentIntents.create(
      {
        amount,
        currency,
        allowed_payment_method_types: ["card"],
        metadata: { checkout_id: checkoutId },
      },
      { idempotencyKey: `${checkoutId}-1-create` },
    ),
  );
  return { opened: described(intent), filed: { providerPaymentId: intent.id } };
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
  const intent = await callStripe(() =>
    unlessMissing(client.paymentIntents.retrieve(known.providerPaymentId)),
  );
  if (!intent || intent.status === "canceled") return undefined;
  if (!payable.has(intent.status)) throw alreadyPaid(intent.id);
  // Another amount can only have been set by hand, in Stripe's dashboard.
  return intent.amount === checkout.total && intent.currency === checkout.currency ? intent : undefined;
}

async function createIntent(context: Context, checkout: PayableCheckout): Promise<Stripe.PaymentIntent> {
  await countPaymentAttempt(context, checkout.id);
  const { client } = context.gateways.stripe;
  const params: Stripe.PaymentIntentCreateParams = {
    amount: checkout.total,
    currency: checkout.currency,
    allowed_payment_method_types: ["card"],
    metadata: { checkout_id: checkout.id },
  };
  return callStripe(() =>
    onceAtStripe(`${checkout.id}-${checkout.version}-create-${checkout.paymentsMade}`, async (options) => {
      const made = await client.paymentIntents.create(params, options);
      // Stripe answers a used key with the intent as it was then; it may have been given up since.
      const now = isReplayed(made) ? await client.paymentIntents.retrieve(made.id) : made;
      return now.status === "canceled" ? undefined : now;
    }),
  );
}

function described({ id, amount, client_secret: clientSecret }: Stripe.PaymentIntent): StripeIntent {
  if (!clientSecret) throw new ShopError("unavailable", "Failed to initialize payment");
  return { clientSecret, paymentIntentId: id, amount };
}
