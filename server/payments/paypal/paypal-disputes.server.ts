import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import type { DisputeStatus } from "../payment-status.ts";
import type { ProviderDispute } from "../provider-facts.ts";
import { isPayPalId, requirePayPal, unlessMissing } from "./paypal-calls.server.ts";
import { unitsOfPayPal } from "./paypal-order.ts";

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
