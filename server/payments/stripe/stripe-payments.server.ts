import Stripe from "stripe";
import { z } from "zod";
import { prepared } from "#db/connections.ts";
import {
  alreadyPaid,
  checkoutChanged,
  type PayableCheckout,
  recordPayment,
} from "#server/checkout/payable-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import { markCancelled } from "../call-provider.server.ts";
import type { FiledPayment } from "../provider.ts";
import type { ClosedPayment, OpenPaymentState, ReceivedPayment } from "../provider-facts.ts";
import { callStripe, isMissingAtStripe, unlessMissing } from "./stripe-calls.server.ts";

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
  const { client } = context.gateways.stripe;
  return unlessMissing(client.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] }));
}

/** What a hosted page was paid with, and whether the page is closed by that; undefined when Stripe knows none of this id. */
export async function findPaidPage(
  context: Context,
  sessionId: string,
): Promise<{ paymentId: string | undefined; isComplete: boolean } | undefined> {
  if (!sessionIdSchema.safeParse(sessionId).success) return undefined;
  const { client } = context.gateways.stripe;
  const session = await unlessMissing(client.checkout.sessions.retrieve(sessionId));
  if (!session) return undefined;
  const { payment_intent: intent, status } = session;
  return { paymentId: typeof intent === "string" ? intent : intent?.id, isComplete: status === "complete" };
}

/** States in which the money has come or is on its way. */
const isTaken = new Set<Stripe.PaymentIntent.Status>(["succeeded", "processing", "requires_capture"]);

/** How far an intent or a hosted page of this shop has come. One of another account is over: nobody can pay it here. */
export async function lookAtStripe(context: Context, payment: FiledPayment): Promise<OpenPaymentState> {
  const { providerSessionId: sessionId } = payment;
  if (sessionId) {
    const { client } = context.gateways.stripe;
    const session = await unlessMissing(client.checkout.sessions.retrieve(sessionId));
    if (session?.status === "complete") return { kind: "session", sessionId, state: "ended" };
    return { kind: !session || session.status === "expired" ? "over" : "open" };
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
    refundedPart: refunded === 0 ? "none" : refunded === intent.amount_received ? "all" : "some",
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

/*
 * A checkout has one payment at Stripe that can be paid: a card form's intent or a hosted page, of the version that
 * was last about to be paid. An intent is never given another amount. Another version first ends the payment before it,
 * and a browser hears of a payment only after it was written down under the checkout's lock, so that two tabs never
 * hold two payments.
 */

/**
 * Ends every payment of the checkout at Stripe but the one to keep.
 * @throws ShopError `conflict` (one of them is paid or being paid: `extra.alreadyPaid`), `unavailable` (Stripe does not
 * say that one is over: then no other may be begun)
 */
export async function cancelOtherPayments(
  context: Context,
  checkout: PayableCheckout,
  currentId?: string,
): Promise<void> {
  const { client } = context.gateways.stripe;
  for (const payment of checkout.payments) {
    if (payment.providerPaymentId === currentId) continue;
    const end = await callStripe(() => closeStripePayment(client, payment));
    if (end.kind === "taken") throw alreadyPaid(end.paymentId);
    await markCancelled(context, { id: payment.id });
  }
}

const lockSql = prepared(
  "lock-checkout-version",
  "select from checkout where id = $1 and version = $2 and status = 'paying' for update",
);

const othersSql = prepared(
  "find-other-stripe-payment",
  `select from payment
    where checkout_id = $1 and provider = 'stripe' and status not in ('cancelled', 'refunded') and provider_payment_id <> $2
    limit 1`,
);

interface MadePayment {
  providerPaymentId: string;
  providerSessionId?: string;
}

/**
 * Writes down the payment that was made, or found again, for this version of the checkout. When another tab has changed
 * the checkout meanwhile, or has begun another payment, this one is ended again.
 * @throws ShopError `conflict`
 */
export async function recordOnlyPayment(
  context: Context,
  checkout: PayableCheckout,
  made: MadePayment,
): Promise<void> {
  const { id: checkoutId, version, total: amount, currency, snapshot, details } = checkout;
  const isRecorded = await inTransaction(context.em, async (em) => {
    const locked = await preparedRows(em, z.object({}), lockSql, [checkoutId, version]);
    if (locked.length === 0) return false;
    const others = await preparedRows(em, z.object({}), othersSql, [checkoutId, made.providerPaymentId]);
    if (others.length > 0) return false;
    const row = { checkoutId, provider: "stripe", ...made, amount, currency, snapshot, details } as const;
    await recordPayment(em, { ...row, status: "created" });
    return true;
  });
  if (isRecorded) return;
  await closeStripePayment(context.gateways.stripe.client, made).catch((error: unknown) =>
    // Nobody was given the means to pay it.
    log("warn", "a payment that came too late could not be ended", { ...made, error }),
  );
  throw checkoutChanged();
}

/**
 * Ends a payment at Stripe, so that nobody can pay it any more. Stripe refuses that to one that has moved on: what
 * became of it is then looked up. The intent of a hosted page can only be ended with the page
 * (docs.stripe.com/api/payment_intents/cancel).
 * @throws Stripe's errors, also when it neither ends the payment nor says that it is over
 */
export async function closeStripePayment(client: Stripe, payment: FiledPayment): Promise<ClosedPayment> {
  try {
    return await (payment.providerSessionId
      ? expirePage(client, payment.providerSessionId)
      : cancelIntent(client, payment.providerPaymentId));
  } catch (error) {
    // Of another account, such as the sandbox's before there were keys: nobody can pay it here.
    if (isMissingAtStripe(error)) return { kind: "closed" };
    throw error;
  }
}

async function cancelIntent(client: Stripe, id: string): Promise<ClosedPayment> {
  try {
    await client.paymentIntents.cancel(id);
    return { kind: "closed" };
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const { status } = await client.paymentIntents.retrieve(id);
    if (status === "canceled") return { kind: "closed" };
    if (isTaken.has(status)) return { kind: "taken", paymentId: id };
    throw error;
  }
}

async function expirePage(client: Stripe, id: string): Promise<ClosedPayment> {
  try {
    await client.checkout.sessions.expire(id);
    return { kind: "closed" };
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const { status, payment_intent: intent } = await client.checkout.sessions.retrieve(id);
    if (status === "expired") return { kind: "closed" };
    if (status === "complete") {
      return { kind: "taken", paymentId: typeof intent === "string" ? intent : intent?.id };
    }
    throw error;
  }
}

function isInvalidRequest(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
