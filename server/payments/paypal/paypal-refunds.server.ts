import { z } from "zod";
import type { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { DisputeStatus } from "../payment-status.ts";
import type { RefundedPayment } from "../provider.ts";
import {
  isSameRefundKey,
  type ProviderDispute,
  type ProviderRefund,
  type RefundRefusal,
  sentKeyOf,
} from "../provider-facts.ts";
import {
  findPayPalOrder,
  isPayPalId,
  refundAtPayPal,
  requirePayPal,
  unlessMissing,
} from "./paypal-calls.server.ts";
import { PayPalError } from "./paypal-client.server.ts";
import { type PayPalRefund, payPalAmountOf, paypalRefundSchema, unitsOfPayPal } from "./paypal-order.ts";

/** All refunds of a captured order, made here or in PayPal's dashboard. @throws PayPalError */
export async function listPayPalRefunds(
  context: Context,
  payment: RefundedPayment,
): Promise<ProviderRefund[]> {
  const order = await findPayPalOrder(requirePayPal(context), payment.providerSessionId ?? "");
  return (order?.purchase_units?.[0]?.payments?.refunds ?? []).map(described);
}

/** The refund as PayPal has it now; undefined when it knows none of this id. @throws PayPalError */
export async function findPayPalRefund(
  context: Context,
  refundId: string,
): Promise<ProviderRefund | undefined> {
  if (!isPayPalId(refundId)) return undefined;
  const path = `/v2/payments/refunds/${refundId}`;
  const refund = await unlessMissing(requirePayPal(context).client.send(paypalRefundSchema, "GET", path));
  return refund && described(refund);
}

/** What PayPal means when an event is all it shows of a refund; an event's amount may have a minus. */
const statusByEvent: Record<string, string> = {
  "PAYMENT.CAPTURE.REFUNDED": "COMPLETED",
  "PAYMENT.CAPTURE.REVERSED": "COMPLETED",
  "PAYMENT.REFUND.PENDING": "PENDING",
  "PAYMENT.REFUND.FAILED": "FAILED",
};

/** The refund that a verified event carries; undefined when it does not say how much. */
export function refundInEvent(resource: unknown, eventType: string): ProviderRefund | undefined {
  const read = paypalRefundSchema.partial({ status: true }).safeParse(resource).data;
  if (!read) return undefined;
  const status = read.status ?? statusByEvent[eventType] ?? "PENDING";
  const found = described({ ...read, status });
  return found.amount === 0 ? undefined : { ...found, amount: Math.abs(found.amount) };
}

/**
 * Gives the money of a refund row back, once; its key is PayPal's for the request and stays on the refund.
 * @throws PayPalError
 */
export async function makePayPalRefund(
  context: Context,
  payment: RefundedPayment,
  refund: Pick<Refund, "key" | "amount">,
): Promise<ProviderRefund> {
  const key = sentKeyOf(refund);
  const known = (await listPayPalRefunds(context, payment)).find((listed) =>
    isSameRefundKey(refund.key, listed.key),
  );
  if (known) return known;
  const body = { amount: payPalAmountOf(refund.amount, payment.currency), custom_id: key };
  const paypal = requirePayPal(context);
  return described(await refundAtPayPal(paypal, payment.providerPaymentId, body, `refund-${key}`));
}

/** What PayPal refused, by its issue; undefined when it gave no answer. */
export function payPalRefusalOf(error: unknown): RefundRefusal | undefined {
  if (!(error instanceof PayPalError) || ![400, 404, 422].includes(error.status)) return undefined;
  const isShort = error.issue === "REFUND_FAILED_INSUFFICIENT_FUNDS";
  const message = isShort ? "Insufficient funds in the PayPal account" : `${error.message} (${error.issue})`;
  return { kind: isShort ? "balance" : "other", message };
}

function described(refund: PayPalRefund): ProviderRefund {
  return {
    id: refund.id,
    key: refund.custom_id ?? null,
    amount: unitsOfPayPal(refund.amount) ?? 0,
    status: refund.status === "COMPLETED" ? "succeeded" : refund.status === "PENDING" ? "pending" : "failed",
    failure: refund.status_details?.reason ?? null,
  };
}

const amountSchema = z.looseObject({ currency_code: z.string(), value: z.string() });

/** A dispute, as far as this shop reads it (developer.paypal.com, Customer disputes v1). */
const paypalDisputeSchema = z.looseObject({
  dispute_id: z.string(),
  create_time: z.coerce.date().optional(),
  disputed_transactions: z.array(z.looseObject({ seller_transaction_id: z.string().optional() })).optional(),
  reason: z.string().optional(),
  status: z.string().optional(),
  dispute_amount: amountSchema.optional(),
  dispute_outcome: z
    .looseObject({ outcome_code: z.string().optional(), amount_refunded: amountSchema.optional() })
    .optional(),
  seller_response_due_date: z.coerce.date().optional(),
});

/** The dispute as PayPal has it now; undefined when it knows none of this id. @throws PayPalError */
export async function findPayPalDispute(
  context: Context,
  disputeId: string,
): Promise<ProviderDispute | undefined> {
  if (!isPayPalId(disputeId)) return undefined;
  const path = `/v1/customer/disputes/${disputeId}`;
  const dispute = await unlessMissing(requirePayPal(context).client.send(paypalDisputeSchema, "GET", path));
  if (!dispute) return undefined;
  const status = statusOf(dispute);
  const amount = penceOf(dispute.dispute_amount);
  const refunded = dispute.dispute_outcome?.amount_refunded;
  return {
    provider: "paypal",
    id: dispute.dispute_id,
    paymentId: dispute.disputed_transactions?.[0]?.seller_transaction_id ?? "",
    amount,
    amountLost: status === "lost" ? (refunded ? penceOf(refunded) : amount) : 0,
    reason: (dispute.reason ?? "other").toLowerCase(),
    status,
    evidenceDueAt: dispute.seller_response_due_date ?? null,
    openedAt: dispute.create_time ?? context.clock.now(),
  };
}

/** In whose favour it was resolved. Any other outcome cost the seller nothing. */
const outcomes: Record<string, DisputeStatus> = {
  RESOLVED_BUYER_FAVOUR: "lost",
  RESOLVED_BUYER_FAVOR: "lost",
  ACCEPTED: "lost",
  RESOLVED_SELLER_FAVOUR: "won",
  RESOLVED_SELLER_FAVOR: "won",
  DENIED: "won",
};

function statusOf({ status, dispute_outcome }: z.infer<typeof paypalDisputeSchema>): DisputeStatus {
  if (status === "RESOLVED") return outcomes[dispute_outcome?.outcome_code ?? ""] ?? "closed";
  return status === "UNDER_REVIEW" ? "under_review" : "needs_response";
}

function penceOf(amount: z.infer<typeof amountSchema> | undefined): number {
  return (amount && unitsOfPayPal(amount)) ?? 0;
}
