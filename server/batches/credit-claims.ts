import type { CreditStatus } from "./batch-values.ts";

/** Whose carbon a batch's is, in one sentence; whoever reads it, on a batch or on a statement, must not take it for more. */
export function claimSentence(claim: { creditStatus: CreditStatus; creditsIssuedTo: string }): string {
  switch (claim.creditStatus) {
    case "issued":
      return `Credits for this batch were issued to ${claim.creditsIssuedTo}: the removal is theirs to claim, and not the buyer's.`;
    case "not_issued":
      return "No credits were issued for this batch: nobody else has been given its removal to claim.";
    case "not_assessed":
      return "Nobody has assessed whether credits are issued for this batch: its removal must not be claimed.";
  }
}

/** The same in a few words. */
export const creditLabels: Record<CreditStatus, string> = {
  issued: "Credits were issued",
  not_issued: "No credits are issued",
  not_assessed: "Nobody has assessed it",
};
