import type Stripe from "stripe";
import { countPaymentAttempt } from "#server/checkout/count-payment-attempt.server.ts";
import {
  changedMeanwhile,
  findPayableCheckout,
  isForNow,
  type PayableCheckout,
} from "#server/checkout/payable-checkout.server.ts";
import type { PricedSnapshot } from "#server/checkout/priced-snapshot.ts";
import { extendHold } from "#server/checkout/release-holds.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { currencyOf } from "#server/pricing/money.ts";
import type { CheckoutVersion } from "../provider.ts";
import { cancelOtherPayments, recordOnlyPayment } from "./one-stripe-payment.server.ts";
import { callStripe, isReplayed, onceAtStripe } from "./stripe-calls.server.ts";

/** Stripe refuses a session that expires in less than half an hour; the extra minute is for slow calls and clocks. */
const LEAST_PAGE_MILLISECONDS = 31 * 60 * 1000;

/**
 * Stripe's own payment page for a checkout, for shoppers without JavaScript. It is open exactly as long as the checkout
 * may be paid. A second call for the same version of the checkout returns the same page while it is open; another
 * version expires the previous page.
 * @throws ShopError `conflict` (changed meanwhile; or paid, or being confirmed: `extra.alreadyPaid`), `rate_limited`,
 * `unavailable`
 */
export async function openPage(
  context: Context,
  { checkoutId, version }: CheckoutVersion,
): Promise<{ url: string }> {
  const checkout = await findPayableCheckout(context, checkoutId, "stripe");
  if (version !== undefined && checkout.version !== version) throw changedMeanwhile();
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
  const session = await callStripe(() =>
    context.gateways.stripe.client.checkout.sessions.retrieve(sessionId),
  );
  return session.status === "open" ? session : undefined;
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
