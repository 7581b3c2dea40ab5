import { isDeepStrictEqual } from "node:util";
import type Stripe from "stripe";
import { Checkout, Payment, StockHold } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { recordPayment } from "#server/payments/record-payment.server.ts";
import { askStripe, onceAtStripe } from "#server/payments/stripe-refusal.server.ts";
import { countPaymentAttempt } from "./count-payment-attempt.server.ts";
import { giveUpHostedPages } from "./give-up-hosted-pages.server.ts";
import { alreadyPaid, findPayableCheckout, type PayableCheckout } from "./payable-checkout.server.ts";
import type { PricedSnapshot } from "./priced-snapshot.ts";

/** Stripe refuses a page that ends in less than half an hour; the extra minute is for slow calls and clocks. */
const LEAST_PAGE_MILLISECONDS = 31 * 60 * 1000;

/**
 * Stripe's own payment page for a checkout, for shoppers without JavaScript. It is open exactly as long as the stock
 * is held. Asking again for the same checkout gives the same page while it is open.
 * @throws ShopError `conflict` (paid, or being confirmed: `extra.alreadyPaid`), `rate_limited`, `unavailable`
 */
export async function createHostedSession(context: Context, checkoutId: string): Promise<{ url: string }> {
  const checkout = await findPayableCheckout(context, checkoutId);
  const { snapshot } = checkout;
  if (!snapshot) throw new ShopError("conflict", "This checkout has no lines to pay for.");
  const open = await findOpenPage(context, checkout, snapshot);
  if (open) return { url: open };
  await giveUpHostedPages(context, checkout);
  await giveUpIntents(context, checkout);

  await countPaymentAttempt(context, checkout.id);
  const session = await createSession(context, checkout, snapshot, await holdLongEnough(context, checkout));
  if (!session.url) throw new ShopError("unavailable", "Failed to initialize payment");
  await recordPayment(context.em.fork(), {
    checkoutId,
    provider: "stripe",
    // Stripe makes the intent only when the shopper pays; until then the session's id stands in for it.
    providerPaymentId: session.id,
    providerSessionId: session.id,
    amount: checkout.total,
    snapshot,
    status: "created",
  });
  return { url: session.url };
}

async function findOpenPage(
  context: Context,
  checkout: PayableCheckout,
  snapshot: PricedSnapshot,
): Promise<string | undefined> {
  const known = checkout.payments.find(
    (payment) => payment.providerSessionId && isDeepStrictEqual(payment.snapshot, snapshot),
  );
  if (!known?.providerSessionId) return undefined;
  const sessionId = known.providerSessionId;
  const session = await askStripe(() => context.gateways.stripe.client.checkout.sessions.retrieve(sessionId));
  const sameBuyer = session.customer_email === (checkout.details?.customerEmail ?? null);
  return session.status === "open" && sameBuyer ? (session.url ?? undefined) : undefined;
}

function createSession(
  context: Context,
  checkout: PayableCheckout,
  snapshot: PricedSnapshot,
  expiresAt: Date,
): Promise<Stripe.Checkout.Session> {
  const { publicUrl, gateways } = context;
  const expires = Math.floor(expiresAt.getTime() / 1000);
  const metadata = { checkout_id: checkout.id };
  return askStripe(() =>
    onceAtStripe(`${checkout.id}-${checkout.version}-page-${expires}`, (options) =>
      gateways.stripe.client.checkout.sessions.create(
        {
          mode: "payment",
          allowed_payment_method_types: ["card"],
          line_items: lineItemsOf(snapshot),
          client_reference_id: checkout.id,
          metadata,
          payment_intent_data: { metadata },
          customer_email: checkout.details?.customerEmail,
          expires_at: expires,
          locale: "en-GB",
          success_url: `${publicUrl}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${publicUrl}/checkout`,
        },
        options,
      ),
    ),
  );
}

function lineItemsOf(snapshot: PricedSnapshot): Stripe.Checkout.SessionCreateParams.LineItem[] {
  const goods = snapshot.lines.map((line) => lineItem(line.productName, line.unitPrice, line.quantity));
  return snapshot.shipping > 0 ? [...goods, lineItem("Delivery", snapshot.shipping, 1)] : goods;
}

function lineItem(
  name: string,
  unitAmount: number,
  quantity: number,
): Stripe.Checkout.SessionCreateParams.LineItem {
  return { quantity, price_data: { currency: "gbp", unit_amount: unitAmount, product_data: { name } } };
}

/** A card form that was opened for the same checkout is closed: it would be a second way to pay. */
async function giveUpIntents(context: Context, checkout: PayableCheckout): Promise<void> {
  const { client } = context.gateways.stripe;
  for (const { providerPaymentId, providerSessionId } of checkout.payments) {
    if (providerSessionId) continue;
    const intent = await client.paymentIntents
      .cancel(providerPaymentId)
      .catch(() => askStripe(() => client.paymentIntents.retrieve(providerPaymentId)));
    if (intent.status !== "canceled") throw alreadyPaid(intent.id);
    await context.em.fork().nativeUpdate(Payment, { providerPaymentId }, { status: "cancelled" });
  }
}

async function holdLongEnough(context: Context, checkout: PayableCheckout): Promise<Date> {
  const least = new Date(context.clock.now().getTime() + LEAST_PAGE_MILLISECONDS);
  if (checkout.holdExpiresAt >= least) return checkout.holdExpiresAt;
  const em = context.em.fork();
  await em.nativeUpdate(Checkout, { id: checkout.id, status: "paying" }, { holdExpiresAt: least });
  await em.nativeUpdate(StockHold, { checkout: checkout.id }, { expiresAt: least });
  return least;
}
