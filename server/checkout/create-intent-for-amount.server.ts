import { randomUUID } from "node:crypto";
import { Checkout } from "#db/entities/index.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { countAgainstLimit } from "#server/http/rate-limit.server.ts";
import { recordPayment } from "#server/payments/record-payment.server.ts";
import { askStripe } from "#server/payments/stripe-refusal.server.ts";
import { type Pence, penceToPounds } from "#server/pricing/money.ts";
import { SCRIPT_CHECKOUT_MILLISECONDS } from "./checkout-limits.ts";
import { createStripeIntent } from "./create-stripe-intent.server.ts";
import { refuseUnchargeable } from "./payable-checkout.server.ts";
import { pricingRulesOf, quoteCheckout } from "./quote-checkout.ts";
import { requireMayBuy, startCheckout } from "./start-checkout.server.ts";

/**
 * `POST /api/create-payment-intent` (resolution B10). For a browser with a cart the amount must be what the server
 * charges for it. A script without a cart gets an intent for the amount it names, which can only ever buy an order
 * whose server total is that amount.
 * @throws ShopError `conflict` with `extra.expected` in pounds, `out_of_stock`, `validation_failed`, `rate_limited`,
 * `unavailable`
 */
export async function createIntentForAmount(
  context: Context,
  amount: Pence,
  cartId: string | null = null,
): Promise<{ clientSecret: string }> {
  requireMayBuy(context);
  refuseUnchargeable(amount);
  const found = cartId ? await findCheckoutOfCart(context, cartId, amount) : nothingFound;
  if (found.checkoutId) {
    const { clientSecret } = await createStripeIntent(context, found.checkoutId);
    return { clientSecret };
  }
  await countAgainstLimit(context, "payment-intent");
  return { clientSecret: await createUnboundIntent(context, amount, found.cartId) };
}

interface Found {
  checkoutId?: string;
  /** The cart that the amount is for; the order will be taken out of it. */
  cartId?: string;
}

const nothingFound: Found = {};

/**
 * The checkout in progress of a cart, brought up to date with what is in the cart now; or the cart alone when no
 * details were given yet; nothing of an empty cart.
 */
async function findCheckoutOfCart(context: Context, cartId: string, amount: Pence): Promise<Found> {
  const { lines } = await readCart(context, cartId);
  if (lines.length === 0) return nothingFound;
  const now = context.clock.now();
  const checkout = await context.em
    .fork()
    .findOne(
      Checkout,
      { cart: cartId, status: "paying", snapshot: { $ne: null }, holdExpiresAt: { $gt: now } },
      { orderBy: { createdAt: "desc" } },
    );
  const rules = pricingRulesOf(context.settings);
  if (checkout?.details) {
    const { details } = checkout;
    const expected = quoteCheckout(lines, details.shippingAddress.country, rules).total;
    if (amount !== expected) throw amountChanged(expected);
    const { checkoutId } = await startCheckout(context, { cartId, details, paymentMethod: "stripe" });
    return { checkoutId };
  }
  // Where the goods go is not known yet: either of the two delivery charges may be meant.
  const atHome = quoteCheckout(lines, "United Kingdom", rules).total;
  if (amount !== atHome && amount !== quoteCheckout(lines, "elsewhere", rules).total)
    throw amountChanged(atHome);
  return { cartId };
}

async function createUnboundIntent(
  context: Context,
  amount: Pence,
  cartId: string | undefined,
): Promise<string> {
  const em = context.em.fork();
  const now = context.clock.now();
  const checkout = em.create(Checkout, {
    id: randomUUID(),
    status: "open",
    ...(cartId ? { cart: cartId } : {}),
    totalAmount: amount,
    holdExpiresAt: new Date(now.getTime() + SCRIPT_CHECKOUT_MILLISECONDS),
    createdAt: now,
  });
  await em.flush();
  const intent = await askStripe(() =>
    context.gateways.stripe.client.paymentIntents.create(
      {
        amount,
        currency: "gbp",
        allowed_payment_method_types: ["card"],
        metadata: { checkout_id: checkout.id },
      },
      { idempotencyKey: `${checkout.id}:1:create` },
    ),
  );
  await recordPayment(context.em.fork(), {
    checkoutId: checkout.id,
    provider: "stripe",
    providerPaymentId: intent.id,
    amount,
    snapshot: null,
    status: "created",
  });
  if (!intent.client_secret) throw new ShopError("unavailable", "Failed to initialize payment");
  return intent.client_secret;
}

function amountChanged(expected: Pence): ShopError {
  return new ShopError("conflict", "The total of your cart has changed.", {
    extra: { expected: penceToPounds(expected) },
  });
}
