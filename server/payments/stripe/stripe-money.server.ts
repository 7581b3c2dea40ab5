import Stripe from "stripe";
import type { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { type DisputeStatus, isDisputeOver } from "../payment-status.ts";
import type { RefundedPayment } from "../provider.ts";
import type {
  Period,
  ProviderDispute,
  ProviderMoney,
  ProviderRefund,
  ProviderWarning,
  RefundRefusal,
} from "../provider-facts.ts";
import { onceAtStripe, unlessMissing } from "./stripe-calls.server.ts";

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
  return onceAtStripe(`refund-${refund.key}`, async (options) => {
    const known = (await listStripeRefunds(context, payment)).find(({ key }) => key === refund.key);
    if (known) return known;
    const made = await client.refunds.create(
      {
        payment_intent: payment.providerPaymentId,
        amount: refund.amount,
        reason: refund.key.startsWith("duplicate") ? "duplicate" : "requested_by_customer",
        metadata: { refund_key: refund.key },
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
export function readStripeRefusal(error: unknown): RefundRefusal | undefined {
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
    paymentId: idOf(intent) ?? "",
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

function idOf(object: string | { id: string } | null | undefined): string | undefined {
  return typeof object === "string" ? object : object?.id;
}

/** The largest page that Stripe gives. */
const PAGE = 100;

/**
 * Every payment received and every refund made at Stripe in a period, wherever it was made: from Stripe's own lists,
 * page by page. @throws Stripe's errors
 */
export async function* listStripeMoney(
  context: Context,
  { from, to }: Period,
): AsyncGenerator<ProviderMoney> {
  const { client } = context.gateways.stripe;
  const created = { gte: secondsOf(from), lt: secondsOf(to) };
  for await (const charge of client.charges.list({ created, limit: PAGE })) {
    if (charge.status === "succeeded" && charge.captured) yield received(charge);
  }
  for await (const refund of client.refunds.list({ created, limit: PAGE })) yield moneyOfRefund(refund);
}

/** One refund as Stripe has it now; undefined when Stripe knows none of this id. @throws Stripe's errors */
export async function findStripeRefundMoney(
  context: Context,
  id: string,
): Promise<ProviderMoney | undefined> {
  const refund = await unlessMissing(context.gateways.stripe.client.refunds.retrieve(id));
  return refund && moneyOfRefund(refund);
}

function received(charge: Stripe.Charge): ProviderMoney {
  // A charge that was made without an intent can only be named by its own id.
  const id = idOf(charge.payment_intent) ?? charge.id;
  return {
    provider: "stripe",
    kind: "payment",
    id,
    paymentId: id,
    key: null,
    amount: charge.amount_captured,
    currency: charge.currency,
    state: "moved",
    at: new Date(charge.created * 1000),
  };
}

function moneyOfRefund(refund: Stripe.Refund): ProviderMoney {
  const over = refund.status === "failed" || refund.status === "canceled";
  return {
    provider: "stripe",
    kind: "refund",
    id: refund.id,
    paymentId: idOf(refund.payment_intent) ?? idOf(refund.charge) ?? "",
    key: refund.metadata?.refund_key ?? null,
    amount: refund.amount,
    currency: refund.currency,
    state: refund.status === "succeeded" ? "moved" : over ? "none" : "pending",
    at: new Date(refund.created * 1000),
  };
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
