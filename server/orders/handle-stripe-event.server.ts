import Stripe from "stripe";
import { Payment } from "#db/entities/index.ts";
import { closeCheckout } from "#server/checkout/release-holds.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { findProviderDispute } from "#server/payments/provider-disputes.server.ts";
import { actOnEvent } from "./act-on-event.server.ts";
import { type FinaliseOutcome, finaliseIntent, retrieveIntent } from "./finalise-payment.server.ts";
import { finaliseSession } from "./finalise-session.server.ts";
import { importRefunds } from "./import-refunds.server.ts";
import { checkoutIdOf } from "./received-payment.ts";
import { recordDispute } from "./record-dispute.server.ts";
import { recordFailedPayment } from "./record-failed-payment.server.ts";

/**
 * An event from Stripe. It is verified, kept, acted on, and only then answered: Stripe sends it again for days when
 * we fail. The events only wake us; what is done follows the object as Stripe has it now, since events come late, in
 * any order and more than once.
 * @throws ShopError `bad_request` when the signature is not Stripe's for exactly these bytes, or too old
 */
export async function handleStripeEvent(context: Context, body: Buffer, signature: string): Promise<void> {
  const event = verify(context, body, signature);
  const { id } = event;
  const kept = {
    provider: "stripe",
    id,
    type: event.type.slice(0, 100),
    payload: withoutSecrets(event),
  } as const;
  await actOnEvent(context, kept, () => act(context, event));
}

function verify(context: Context, body: Buffer, signature: string): Stripe.Event {
  const { client, webhookSecrets, publishableKey, isSandbox } = context.gateways.stripe;
  for (const secret of webhookSecrets) {
    try {
      const event = client.webhooks.constructEvent(body, signature, secret);
      const live = !isSandbox && publishableKey.startsWith("pk_live_");
      if (event.livemode !== live)
        throw new ShopError("bad_request", "This event is of the other mode, live or test.");
      return event;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  throw new ShopError("bad_request", "The signature of this event is not valid.");
}

/** An intent's client secret lets a browser pay and read it: it is never stored. */
function withoutSecrets(event: Stripe.Event): string {
  return JSON.stringify(event, (key, value: unknown) => (key === "client_secret" ? undefined : value));
}

async function act(context: Context, event: Stripe.Event): Promise<string> {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.processing":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return followIntent(context, event.data.object.id, event.type);
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      return outcomeOf(await finaliseSession(context, event.data.object.id));
    case "checkout.session.expired":
      return closePage(context, event.data.object);
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return followRefund(context, event.data.object.payment_intent);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return followDispute(context, event.data.object.id);
    default:
      return "ignored";
  }
}

async function followIntent(
  context: Context,
  paymentId: string,
  type: Stripe.Event["type"],
): Promise<string> {
  const intent = await retrieveIntent(context, paymentId);
  if (!intent) return unmatched(paymentId);
  if (!checkoutIdOf(intent)) return outcomeOf(await finaliseIntent(context, intent), paymentId);
  if (intent.status === "canceled") {
    await context.em.fork().nativeUpdate(
      Payment,
      {
        provider: "stripe",
        providerPaymentId: intent.id,
        status: { $in: ["created", "processing", "failed"] },
      },
      { status: "cancelled" },
    );
    return "cancelled";
  }
  if (type === "payment_intent.payment_failed" && intent.status === "requires_payment_method") {
    await recordFailedPayment(context, intent);
    return "failed";
  }
  return outcomeOf(await finaliseIntent(context, intent), paymentId);
}

async function followRefund(context: Context, intent: string | Stripe.PaymentIntent | null): Promise<string> {
  const paymentId = typeof intent === "string" ? intent : intent?.id;
  if (!paymentId || !(await importRefunds(context, paymentId))) return unmatched(paymentId);
  return "refunded";
}

async function followDispute(context: Context, disputeId: string): Promise<string> {
  const dispute = await findProviderDispute(context, "stripe", disputeId);
  if (!dispute || !(await recordDispute(context, dispute))) return unmatched(disputeId);
  return "disputed";
}

/** The page was left unpaid: its stock can be sold again, unless the shopper has begun anew. */
async function closePage(context: Context, session: Stripe.Checkout.Session): Promise<string> {
  const em = context.em.fork();
  const payment = await em.findOne(Payment, { provider: "stripe", providerSessionId: session.id });
  if (!payment) return unmatched(session.id);
  await em.nativeUpdate(
    Payment,
    { id: payment.id, status: { $in: ["created", "failed"] } },
    { status: "cancelled" },
  );
  await closeCheckout(context, payment.checkout.id, "expired");
  return "expired";
}

function outcomeOf(outcome: FinaliseOutcome, paymentId?: string): string {
  return outcome.kind === "unmatched" ? unmatched(paymentId) : outcome.kind;
}

/** Waits in the list of events for a person: repeating it would change nothing. */
function unmatched(paymentId: string | undefined): string {
  log("warn", "a Stripe event matches no checkout", { paymentId });
  return "unmatched";
}
