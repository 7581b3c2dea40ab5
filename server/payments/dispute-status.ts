/**
 * needs_response: the provider waits for evidence; under_review: it decides; won: the money stays; lost: it went back to
 * the customer; closed: ended without a decision (withdrawn, or an inquiry that came to nothing).
 */
export const disputeStatuses = ["needs_response", "under_review", "won", "lost", "closed"] as const;

export type DisputeStatus = (typeof disputeStatuses)[number];

export function isDisputeOver(status: DisputeStatus): boolean {
  return status === "won" || status === "lost" || status === "closed";
}
