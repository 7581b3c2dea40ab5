import Stripe from "stripe";
import { z } from "zod";
import { Payment } from "#db/entities/index.ts";
import { closeCheckout } from "#server/checkout/release-holds.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import {
  findProviderDispute,
  findReview,
  paymentOfCharge,
} from "#server/payments/provider-disputes.server.ts";
import type { ProviderWarning } from "#server/payments/provider-facts.ts";
import { recordDispute } from "../disputes/record-dispute.server.ts";
import { recordWarning } from "../disputes/record-warning.server.ts";
import { recordFailedPayment } from "../failed/record-failed-payment.server.ts";
import { syncRefunds } from "../refunds/sync-refunds.server.ts";
import { type FinaliseOutcome, finaliseIntent, retrieveIntent } from "./finalise-payment.server.ts";
import { finaliseSession } from "./finalise-session.server.ts";
import { type EventOutcome, processWebhookOnce, unmatched } from "./process-webhook-once.server.ts";
import { checkoutIdOf } from "./received-payment.ts";
import { takeInPayment } from "./take-in-payment.server.ts";

const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

/** An event, as far as this shop reads it: what it is about and which payment that names. */
const eventSchema = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().default(""),
      payment_intent: named,
      charge: named,
      fraud_type: z.string().optional(),
      created: z.number().optional(),
    }),
  }),
});

type StripeObject = z.infer<typeof eventSchema>["data"]["object"];

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
  await processWebhookOnce(context, kept, () => followStripeEvent(context, event));
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

/** Acts on an event that has been verified: on its arrival, or as it was kept. */
export async function followStripeEvent(context: Context, event: unknown): Promise<EventOutcome> {
  const { type, data } = eventSchema.parse(event);
  const { id, payment_intent: paymentId } = data.object;
  switch (type) {
    case "payment_intent.succeeded":
    case "payment_intent.processing":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return followIntent(context, id, type);
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      return outcomeOf(await finaliseSession(context, id), id);
    case "checkout.session.expired":
      return closePage(context, id);
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return followRefund(context, paymentId ?? "");
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return followDispute(context, id, paymentId ?? "");
    case "review.opened":
    case "review.closed":
      return followReview(context, id, paymentId ?? "");
    case "radar.early_fraud_warning.created":
      return followFraudWarning(context, data.object);
    default:
      return "ignored";
  }
}

async function followIntent(context: Context, paymentId: string, type: string): Promise<EventOutcome> {
  const intent = await retrieveIntent(context, paymentId);
  if (!intent) return unmatched("stripe", paymentId);
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

async function followRefund(context: Context, paymentId: string): Promise<EventOutcome> {
  if (!(await takeInPayment(context, "stripe", paymentId))) return unmatched("stripe", paymentId, paymentId);
  await syncRefunds(context, paymentId);
  return "refunded";
}

async function followDispute(context: Context, disputeId: string, paymentId: string): Promise<EventOutcome> {
  const dispute = await findProviderDispute(context, "stripe", disputeId);
  if (!dispute || !(await takeInPayment(context, "stripe", dispute.paymentId))) {
    return unmatched("stripe", disputeId, dispute?.paymentId || paymentId);
  }
  await recordDispute(context, dispute);
  return "disputed";
}

async function followReview(context: Context, reviewId: string, named: string): Promise<EventOutcome> {
  const review = await findReview(context, reviewId);
  return followWarning(context, review, reviewId, review?.paymentId || named);
}

/** It never changes and need not be asked for: Stripe names no permission with which a restricted key could. */
async function followFraudWarning(context: Context, told: StripeObject): Promise<EventOutcome> {
  const { id, charge, created, fraud_type: reason = "misc" } = told;
  const paymentId = told.payment_intent ?? (await paymentOfCharge(context, charge ?? undefined));
  const openedAt = created ? new Date(created * 1000) : context.clock.now();
  return followWarning(
    context,
    { kind: "fraud", id, paymentId, reason, isOpen: true, openedAt },
    id,
    paymentId,
  );
}

async function followWarning(
  context: Context,
  warning: ProviderWarning | undefined,
  id: string,
  paymentId: string,
): Promise<EventOutcome> {
  const payment = warning && (await takeInPayment(context, "stripe", paymentId));
  if (!payment) return unmatched("stripe", id, paymentId);
  await recordWarning(context, payment.id, warning);
  return "warned";
}

/** The page was left unpaid: its stock can be sold again, unless the shopper has begun anew. */
async function closePage(context: Context, sessionId: string): Promise<EventOutcome> {
  const em = context.em.fork();
  const payment = await em.findOne(Payment, { provider: "stripe", providerSessionId: sessionId });
  if (!payment) return unmatched("stripe", sessionId);
  await em.nativeUpdate(
    Payment,
    { id: payment.id, status: { $in: ["created", "failed"] } },
    { status: "cancelled" },
  );
  await closeCheckout(context, payment.checkout.id, "expired");
  return "expired";
}

function outcomeOf(outcome: FinaliseOutcome, id: string): EventOutcome {
  return outcome.kind === "unmatched" ? unmatched("stripe", id) : outcome.kind;
}
