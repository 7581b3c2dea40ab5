import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import type { FiledPayment } from "../provider.ts";
import type { OpenPaymentState, ReceivedPayment } from "../provider-facts.ts";
import { isMissingAtStripe } from "./stripe-calls.server.ts";

const checkoutReference = z.uuid();
const paymentIntentId = z.string().regex(/^pi_[A-Za-z0-9_]{1,90}$/);
const sessionIdSchema = z.string().regex(/^cs_[A-Za-z0-9_]{1,190}$/);

export function isIntentId(text: string): boolean {
  return paymentIntentId.safeParse(text).success;
}

/** The intent as Stripe has it now; undefined when it is not one of this shop's account. */
export async function retrieveIntentPayment(
  context: Context,
  paymentId: string,
): Promise<ReceivedPayment | undefined> {
  const intent = await retrieveIntent(context, paymentId);
  return intent && receivedThroughStripe(intent);
}

async function retrieveIntent(
  context: Context,
  paymentId: string,
): Promise<Stripe.PaymentIntent | undefined> {
  if (!isIntentId(paymentId)) return undefined;
  try {
    return await context.gateways.stripe.client.paymentIntents.retrieve(paymentId, {
      expand: ["latest_charge"],
    });
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

/** What a hosted page was paid with, and whether the page is closed by that; undefined when Stripe knows none of this id. */
export async function findPaidPage(
  context: Context,
  sessionId: string,
): Promise<{ paymentId: string | undefined; isComplete: boolean } | undefined> {
  const session = await retrieveSession(context, sessionId);
  if (!session) return undefined;
  const { payment_intent: intent, status } = session;
  return { paymentId: typeof intent === "string" ? intent : intent?.id, isComplete: status === "complete" };
}

async function retrieveSession(
  context: Context,
  sessionId: string,
): Promise<Stripe.Checkout.Session | undefined> {
  if (!sessionIdSchema.safeParse(sessionId).success) return undefined;
  try {
    return await context.gateways.stripe.client.checkout.sessions.retrieve(sessionId);
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

/** States in which the money has come or is on its way. */
const isTaken = new Set<Stripe.PaymentIntent.Status>(["succeeded", "processing", "requires_capture"]);

/** How far an intent or a hosted page of this shop has come. */
export async function lookAtStripe(context: Context, payment: FiledPayment): Promise<OpenPaymentState> {
  const { providerSessionId: sessionId } = payment;
  if (sessionId) {
    const { status } = await context.gateways.stripe.client.checkout.sessions.retrieve(sessionId);
    if (status === "complete") return { kind: "session", sessionId, state: "ended" };
    return { kind: status === "expired" ? "over" : "open" };
  }
  const intent = await retrieveIntent(context, payment.providerPaymentId);
  if (intent && isTaken.has(intent.status)) return { kind: "taken", payment: receivedThroughStripe(intent) };
  return { kind: !intent || intent.status === "canceled" ? "over" : "open" };
}

type ReadCharge = Pick<Stripe.Charge, "created" | "amount_refunded" | "disputed" | "review">;
type ReadIntent = Pick<
  Stripe.PaymentIntent,
  "id" | "status" | "amount" | "amount_received" | "currency" | "metadata" | "last_payment_error"
> & { latest_charge: string | ReadCharge | null };

/**
 * An intent as it is at Stripe, read with its `latest_charge`: the charge alone says when the money came and what has
 * gone back since. Money that Stripe only holds has not come yet.
 */
export function receivedThroughStripe(intent: ReadIntent): ReceivedPayment {
  const waiting = intent.status === "processing" || intent.status === "requires_capture";
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  const refunded = charge?.amount_refunded;
  return {
    provider: "stripe",
    id: intent.id,
    sessionId: null,
    checkoutId: checkoutReference.safeParse(intent.metadata.checkout_id).data,
    state: waiting ? "processing" : intent.status === "succeeded" ? "succeeded" : "unpaid",
    isCancelled: intent.status === "canceled",
    message: intent.last_payment_error?.message,
    failure: intent.status === "requires_payment_method" ? failureOf(intent) : null,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    paidAt: charge ? new Date(charge.created * 1000) : undefined,
    givenBack: refunded === 0 ? "none" : refunded === intent.amount_received ? "all" : "some",
    hasDispute: charge?.disputed ?? false,
    reviewId: typeof charge?.review === "string" ? charge.review : (charge?.review?.id ?? null),
  };
}

/** For staff, who may see the issuer's real reason: the code stands beside the message. */
function failureOf({ last_payment_error: error }: Pick<ReadIntent, "last_payment_error">): string {
  const code = error?.decline_code ?? error?.code;
  const message = error?.message ?? "The payment failed.";
  return (code ? `${message} (${code})` : message).slice(0, 500);
}
