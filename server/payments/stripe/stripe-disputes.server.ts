import type Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import { type DisputeStatus, isDisputeOver } from "../payment-status.ts";
import type { ProviderDispute, ProviderWarning } from "../provider-facts.ts";
import { unlessMissing } from "./stripe-calls.server.ts";

/** A dispute as Stripe has it now; undefined when it knows none of this id. @throws Stripe's errors */
export async function findStripeDispute(
  context: Context,
  disputeId: string,
): Promise<ProviderDispute | undefined> {
  const dispute = await unlessMissing(context.gateways.stripe.client.disputes.retrieve(disputeId));
  return dispute && described(dispute);
}

/** The disputes of a payment. @throws Stripe's errors */
export async function listStripeDisputes(context: Context, paymentId: string): Promise<ProviderDispute[]> {
  const { client } = context.gateways.stripe;
  const disputes: ProviderDispute[] = [];
  for await (const dispute of client.disputes.list({ payment_intent: paymentId, limit: 100 })) {
    disputes.push(described(dispute));
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

function described(dispute: Stripe.Dispute): ProviderDispute {
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
