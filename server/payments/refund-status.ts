/**
 * requested: written down, the provider may not know it yet; pending: the provider has taken it on and not yet paid
 * it out; succeeded: the money has gone; failed: the provider refused it, or it came back.
 */
export const refundStatuses = ["requested", "pending", "succeeded", "failed"] as const;

/** Who wanted it: staff, the shop itself (a second payment, goods that were gone), or the provider's dashboard. */
export const refundSources = ["staff", "automatic", "provider"] as const;

export type RefundStatus = (typeof refundStatuses)[number];
export type RefundSource = (typeof refundSources)[number];
