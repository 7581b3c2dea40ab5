import { providerIds } from "./provider-list.ts";

/** How an order may have been paid: by a shopper, or taken by staff. */
export const orderPaymentMethods = [...providerIds, "cash", "card", "bank_transfer", "account"] as const;

/**
 * created: made at the provider, nothing received; processing: the provider is still deciding;
 * succeeded: money received; failed: the last attempt was refused (a retry may follow);
 * cancelled: can no longer be paid; refunded: money was given back in full.
 */
export const paymentStatuses = [
  "created",
  "processing",
  "succeeded",
  "failed",
  "cancelled",
  "refunded",
] as const;

/**
 * Of a payment whose money has not come. Only such a one can be given up: while the provider was asked about it, the
 * money may have come.
 */
export const unpaidStatuses = ["created", "processing", "failed"] as const;

export type OrderPaymentMethod = (typeof orderPaymentMethods)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * requested: written down, the provider may not know it yet; pending: the provider has taken it on and not yet paid
 * it out; succeeded: the money has gone; failed: the provider refused it, or it came back.
 */
export const refundStatuses = ["requested", "pending", "succeeded", "failed"] as const;

/** Who wanted it: staff, the shop itself (a second payment, goods that were gone), or the provider's dashboard. */
export const refundSources = ["staff", "automatic", "provider"] as const;

export type RefundStatus = (typeof refundStatuses)[number];

/**
 * needs_response: the provider waits for evidence; under_review: it decides; won: the money stays; lost: it went back to
 * the customer; closed: ended without a decision (withdrawn, or an inquiry that came to nothing).
 */
export const disputeStatuses = ["needs_response", "under_review", "won", "lost", "closed"] as const;

export type DisputeStatus = (typeof disputeStatuses)[number];

export function isDisputeOver(status: DisputeStatus): boolean {
  return status === "won" || status === "lost" || status === "closed";
}
