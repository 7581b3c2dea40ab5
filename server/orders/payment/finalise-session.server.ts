import type Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import { isMissingAtStripe } from "#server/payments/stripe-refusal.server.ts";
import { type FinaliseOutcome, finalisePayment } from "./finalise-payment.server.ts";

const SESSION_ID = /^cs_[A-Za-z0-9_]{1,190}$/;

/**
 * Finalises what was paid on Stripe's hosted page. Like `finalisePayment` it may be called any number of times and
 * at once, from the return page, the webhook and the sweeper.
 */
export async function finaliseSession(context: Context, sessionId: string): Promise<FinaliseOutcome> {
  const session = await retrieveSession(context, sessionId);
  const paymentId = session ? intentOf(session) : undefined;
  if (!session) return { kind: "unmatched" };
  if (!paymentId) return { kind: "unpaid", message: "Payment was not completed successfully" };
  // Until the shopper paid, the session's id stood in for the intent's. The webhook may have been here before. After a
  // refused card the page is still open, and its payment can only be ended as a page.
  if (session.status === "complete") await fileUnderIntent(context, session.id, paymentId);
  return finalisePayment(context, "stripe", paymentId);
}

async function fileUnderIntent(context: Context, sessionId: string, paymentId: string): Promise<void> {
  await context.em.fork().execute(
    `update payment set provider_payment_id = ? where provider = 'stripe' and provider_payment_id = ?
        and not exists (select 1 from payment where provider = 'stripe' and provider_payment_id = ?)`,
    [paymentId, sessionId, paymentId],
  );
}

async function retrieveSession(
  context: Context,
  sessionId: string,
): Promise<Stripe.Checkout.Session | undefined> {
  if (!SESSION_ID.test(sessionId)) return undefined;
  try {
    return await context.gateways.stripe.client.checkout.sessions.retrieve(sessionId);
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

function intentOf(session: Stripe.Checkout.Session): string | undefined {
  const { payment_intent: intent } = session;
  return typeof intent === "string" ? intent : intent?.id;
}
