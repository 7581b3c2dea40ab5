import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { recordPayment } from "#server/payments/record-payment.server.ts";
import { askStripe } from "#server/payments/stripe-refusal.server.ts";
import type { Pence } from "#server/pricing/money.ts";
import { countPaymentAttempt } from "./count-payment-attempt.server.ts";
import { createStripeIntent } from "./create-stripe-intent.server.ts";
import { findCheckoutOfCart, openScriptCheckout } from "./find-checkout-of-cart.server.ts";
import { openWhileHeld } from "./open-while-held.server.ts";
import { refuseUnchargeable } from "./payable-checkout.server.ts";
import { requireMayBuy, type StartedCheckout } from "./start-checkout.server.ts";
import { type ShownOrder, startShownCheckout } from "./start-shown-checkout.server.ts";

/**
 * `POST /api/create-payment-intent` (docs/payments.md). The checkout page names the amount of its button, the details
 * and the items that it shows: it gets the intent of exactly that, or is told what it has become. For a browser with a
 * cart the amount must be what the server charges for it. A script without a cart gets an intent for the amount it
 * names, which can only ever buy an order whose server total is that amount.
 * @throws ShopError `conflict` with `extra.expected` in pounds, `out_of_stock`, `validation_failed`, `rate_limited`,
 * `unavailable`
 */
export async function createIntentForAmount(
  context: Context,
  amount: Pence,
  cartId: string | null = null,
  shown?: ShownOrder,
): Promise<{ clientSecret: string }> {
  requireMayBuy(context);
  refuseUnchargeable(amount);
  if (shown) {
    const pressed = { amount, cartId, shown, paymentMethod: "stripe" } as const;
    return openIntent(context, await startShownCheckout(context, pressed));
  }
  const found = cartId ? await findCheckoutOfCart(context, cartId, amount, "stripe") : {};
  if (found.started) return openIntent(context, found.started);
  await countPaymentAttempt(context);
  return { clientSecret: await createUnboundIntent(context, amount, found.cartId) };
}

async function openIntent(context: Context, started: StartedCheckout): Promise<{ clientSecret: string }> {
  const { checkoutId, version } = started;
  const { clientSecret } = await openWhileHeld(context, started, () =>
    createStripeIntent(context, checkoutId, version),
  );
  return { clientSecret };
}

async function createUnboundIntent(
  context: Context,
  amount: Pence,
  cartId: string | undefined,
): Promise<string> {
  const checkout = await openScriptCheckout(context, amount, "stripe", cartId);
  const intent = await askStripe(() =>
    context.gateways.stripe.client.paymentIntents.create(
      {
        amount,
        currency: "gbp",
        allowed_payment_method_types: ["card"],
        metadata: { checkout_id: checkout.id },
      },
      { idempotencyKey: `${checkout.id}-1-create` },
    ),
  );
  await recordPayment(context.em.fork(), {
    checkoutId: checkout.id,
    provider: "stripe",
    providerPaymentId: intent.id,
    amount,
    snapshot: null,
    details: null,
    status: "created",
  });
  if (!intent.client_secret) throw new ShopError("unavailable", "Failed to initialize payment");
  return intent.client_secret;
}
