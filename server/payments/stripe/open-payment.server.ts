import type Stripe from "stripe";
import type { PricedSnapshot } from "#server/checkout/checkout.ts";
import { extendHold } from "#server/checkout/holds.server.ts";
import {
  alreadyPaid,
  type CheckoutVersion,
  countPaymentAttempt,
  findPayableCheckout,
  isForNow,
  type PayableCheckout,
} from "#server/checkout/payable-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { currencyOf, type Pence } from "#server/pricing/money.ts";
import type { OpenedAmount } from "../provider.ts";
import { callStripe, isReplayed, onceAtStripe, unlessMissing } from "./stripe-calls.server.ts";
import { cancelOtherPayments, recordOnlyPayment } from "./stripe-payments.server.ts";

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
export async function openIntent(context: Context, begun: CheckoutVersion): Promise<StripeIntent> {
  const checkout = await findPayableCheckout(context, begun, "stripe");
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

/** Stripe refuses a session that expires in less than half an hour; the extra minute is for slow calls and clocks. */
const LEAST_PAGE_MILLISECONDS = 31 * 60 * 1000;

/**
 * Stripe's own payment page for a checkout, for shoppers without JavaScript. It is open exactly as long as the checkout
 * may be paid. A second call for the same version of the checkout returns the same page while it is open; another
 * version expires the previous page.
 * @throws ShopError `conflict` (changed meanwhile; or paid, or being confirmed: `extra.alreadyPaid`), `rate_limited`,
 * `unavailable`
 */
export function openPage(context: Context, begun: CheckoutVersion): Promise<{ url: string }> {
  return openOnlyPage(context, begun).catch((error: unknown) => {
    // Of two presses at the same moment each makes a page, of which one is ended: its press finds the other's.
    if (error instanceof ShopError && error.code === "conflict") return openOnlyPage(context, begun);
    throw error;
  });
}

async function openOnlyPage(context: Context, begun: CheckoutVersion): Promise<{ url: string }> {
  const checkout = await findPayableCheckout(context, begun, "stripe");
  const { snapshot } = checkout;
  if (!snapshot) throw new ShopError("conflict", "This checkout has no lines to pay for.");
  const open = await findOpenPage(context, checkout);
  await cancelOtherPayments(context, checkout, open?.id);
  const session = open ?? (await beginPage(context, checkout, snapshot));
  // Stripe makes the intent only when the shopper pays; until then the session's id stands in for it.
  await recordOnlyPayment(context, checkout, {
    providerPaymentId: session.id,
    providerSessionId: session.id,
  });
  if (!session.url) throw new ShopError("unavailable", "Failed to initialize payment");
  return { url: session.url };
}

async function findOpenPage(
  context: Context,
  checkout: PayableCheckout,
): Promise<Stripe.Checkout.Session | undefined> {
  const known = checkout.payments.find((payment) => payment.providerSessionId && isForNow(payment, checkout));
  const sessionId = known?.providerSessionId;
  if (!sessionId) return undefined;
  const { client } = context.gateways.stripe;
  const session = await callStripe(() => unlessMissing(client.checkout.sessions.retrieve(sessionId)));
  return session?.status === "open" ? session : undefined;
}

async function beginPage(context: Context, checkout: PayableCheckout, snapshot: PricedSnapshot) {
  await countPaymentAttempt(context, checkout.id);
  return createSession(context, checkout, snapshot, await holdLongEnough(context, checkout));
}

function createSession(
  context: Context,
  checkout: PayableCheckout,
  snapshot: PricedSnapshot,
  expiresAt: Date,
): Promise<Stripe.Checkout.Session> {
  const { publicUrl, gateways } = context;
  const { client } = gateways.stripe;
  const expires = Math.floor(expiresAt.getTime() / 1000);
  const metadata = { checkout_id: checkout.id };
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    // The shop promises its own currency; Stripe would offer a visitor from abroad to pay in their own money.
    adaptive_pricing: { enabled: false },
    line_items: lineItemsOf(snapshot),
    client_reference_id: checkout.id,
    metadata,
    payment_intent_data: { metadata },
    expires_at: expires,
    locale: "en-GB",
    success_url: `${publicUrl}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${publicUrl}/checkout`,
    ...(checkout.details ? { customer_email: checkout.details.customerEmail } : {}),
  };
  return callStripe(() =>
    onceAtStripe(`${checkout.id}-${checkout.version}-page-${expires}`, async (options) => {
      const made = await client.checkout.sessions.create(params, options);
      // As with an intent: a repeated response shows the page as it was then.
      const now = isReplayed(made) ? await client.checkout.sessions.retrieve(made.id) : made;
      return now.status === "expired" ? undefined : now;
    }),
  );
}

/** The maximum number of lines on a page (docs.stripe.com/api/checkout/sessions/create, line_items). */
const MOST_LINE_ITEMS = 100;

/** The goods, line by line; more than a page takes become one line, since the order shows all of them afterwards. */
function lineItemsOf(snapshot: PricedSnapshot): Stripe.Checkout.SessionCreateParams.LineItem[] {
  const currency = currencyOf(snapshot);
  const lineItem = (name: string, unitAmount: number, quantity: number) => ({
    quantity,
    price_data: { currency, unit_amount: unitAmount, product_data: { name } },
  });
  const goods = snapshot.lines.map((line) => lineItem(line.productName, line.unitPrice, line.quantity));
  const items = snapshot.shipping > 0 ? [...goods, lineItem("Delivery", snapshot.shipping, 1)] : goods;
  if (items.length <= MOST_LINE_ITEMS) return items;
  return [lineItem(`Your order of ${goods.length} products`, snapshot.total, 1)];
}

async function holdLongEnough(context: Context, checkout: PayableCheckout): Promise<Date> {
  const least = new Date(context.clock.now().getTime() + LEAST_PAGE_MILLISECONDS);
  if (checkout.holdExpiresAt >= least) return checkout.holdExpiresAt;
  await extendHold(context, checkout.id, least);
  return least;
}
