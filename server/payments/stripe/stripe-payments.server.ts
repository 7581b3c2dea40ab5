import Stripe from "stripe";
import { z } from "zod";
import type { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { type DisputeStatus, isDisputeOver } from "../payment-status.ts";
import type { FiledPayment, RefundedPayment } from "../provider.ts";
import {
  isSameRefundKey,
  type OpenPaymentState,
  type ProviderDispute,
  type ProviderRefund,
  type ProviderWarning,
  type ReceivedPayment,
  type RefundRefusal,
  sentKeyOf,
} from "../provider-facts.ts";
import { isMissingAtStripe, onceAtStripe, unlessMissing } from "./stripe-calls.server.ts";

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

/** All refunds of a payment at Stripe, made here or elsewhere. */
export async function listStripeRefunds(
  context: Context,
  payment: RefundedPayment,
): Promise<ProviderRefund[]> {
  const { client } = context.gateways.stripe;
  const refunds: ProviderRefund[] = [];
  for await (const refund of client.refunds.list({ payment_intent: payment.providerPaymentId, limit: 100 })) {
    refunds.push(described(refund));
  }
  return refunds;
}

/** Gives the money of a refund row back, once. @throws Stripe's errors */
export async function makeStripeRefund(
  context: Context,
  payment: RefundedPayment,
  refund: Pick<Refund, "key" | "amount">,
): Promise<ProviderRefund> {
  const { client } = context.gateways.stripe;
  return onceAtStripe(`refund-${sentKeyOf(refund)}`, async (options) => {
    const known = (await listStripeRefunds(context, payment)).find(({ key }) =>
      isSameRefundKey(refund.key, key),
    );
    if (known) return known;
    const made = await client.refunds.create(
      {
        payment_intent: payment.providerPaymentId,
        amount: refund.amount,
        reason: refund.key.startsWith("duplicate") ? "duplicate" : "requested_by_customer",
        metadata: { refund_key: sentKeyOf(refund) },
      },
      options,
    );
    return described(made);
  });
}

/** Stripe's words for an account that is short of money, where it gives no code of its own. */
const shortOfMoney = /insufficient (funds|balance)/i;
const shortOfMoneyCodes = new Set(["balance_insufficient", "insufficient_funds"]);

/** What Stripe refused; undefined when it gave no answer. */
export function stripeRefusalOf(error: unknown): RefundRefusal | undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined;
  const isShort = shortOfMoneyCodes.has(error.code ?? "") || shortOfMoney.test(error.message);
  return { kind: isShort ? "balance" : "other", message: error.message };
}

function described(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    key: refund.metadata?.refund_key ?? null,
    amount: refund.amount,
    status: statusOf(refund.status),
    failure: refund.failure_reason ?? null,
  };
}

/** Stripe's states (docs.stripe.com/api/refunds/object): pending, requires_action, succeeded, failed, canceled. */
function statusOf(status: string | null): ProviderRefund["status"] {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

/** A dispute as Stripe has it now; undefined when it knows none of this id. @throws Stripe's errors */
export async function findStripeDispute(
  context: Context,
  disputeId: string,
): Promise<ProviderDispute | undefined> {
  const dispute = await unlessMissing(context.gateways.stripe.client.disputes.retrieve(disputeId));
  return dispute && describedDispute(dispute);
}

/** The disputes of a payment. @throws Stripe's errors */
export async function listStripeDisputes(context: Context, paymentId: string): Promise<ProviderDispute[]> {
  const { client } = context.gateways.stripe;
  const disputes: ProviderDispute[] = [];
  for await (const dispute of client.disputes.list({ payment_intent: paymentId, limit: 100 })) {
    disputes.push(describedDispute(dispute));
  }
  return disputes;
}

/** Stripe's states (docs.stripe.com/api/disputes/object). One that is not known is still being looked at. */
const statuses: Record<string, DisputeStatus> = {
  needs_response: "needs_response",
  warning_needs_response: "needs_response",
  appeal_needs_response: "needs_response",
  under_review: "under_review",
  warning_under_review: "under_review",
  appeal_under_review: "under_review",
  won: "won",
  lost: "lost",
  warning_closed: "closed",
  prevented: "closed",
};

function describedDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { payment_intent: intent, evidence_details: evidence } = dispute;
  const status = statuses[dispute.status] ?? "under_review";
  return {
    provider: "stripe",
    id: dispute.id,
    paymentId: (typeof intent === "string" ? intent : intent?.id) ?? "",
    amount: dispute.amount,
    amountLost: amountLost(dispute, status),
    reason: dispute.reason.toLowerCase(),
    status,
    evidenceDueAt: evidence.due_by ? new Date(evidence.due_by * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}

/** One that ended without a decision may have cost money all the same: what was withdrawn and not given back. */
function amountLost(dispute: Stripe.Dispute, status: DisputeStatus): number {
  if (status === "lost") return dispute.amount;
  if (status === "won" || !isDisputeOver(status)) return 0;
  const balance = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, -balance);
}

/** A review as Stripe has it now; undefined when it knows none of this id. @throws Stripe's errors */
export async function findReview(context: Context, id: string): Promise<ProviderWarning | undefined> {
  const review = await unlessMissing(context.gateways.stripe.client.reviews.retrieve(id));
  if (!review) return undefined;
  const { open, opened_reason, closed_reason, created } = review;
  return {
    kind: "review",
    id,
    paymentId: idOf(review.payment_intent) ?? (await paymentOfCharge(context, idOf(review.charge))),
    reason: open ? opened_reason : (closed_reason ?? "closed"),
    isOpen: open,
    openedAt: new Date(created * 1000),
  };
}

/** The intent that a charge belongs to; empty when there is none. @throws Stripe's errors */
export async function paymentOfCharge(context: Context, chargeId: string | undefined): Promise<string> {
  if (!chargeId) return "";
  const charge = await unlessMissing(context.gateways.stripe.client.charges.retrieve(chargeId));
  return idOf(charge?.payment_intent) ?? "";
}

function idOf(object: string | Stripe.PaymentIntent | Stripe.Charge | null | undefined): string | undefined {
  return typeof object === "string" ? object : object?.id;
}
