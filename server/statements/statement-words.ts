import type { CreditStatus } from "#server/batches/batch-values.ts";
import type { MeasuredLine, StatementLine } from "./statement-subject.ts";

/** Whose carbon a batch's is, in one sentence; whoever reads a statement must not take it for more. */
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

/** The same as a heading of a few words. */
export const claimWords: Record<CreditStatus, string> = {
  issued: "Credits issued to others",
  not_issued: "No credits issued",
  not_assessed: "Not assessed",
};

/** What a statement is, and is not. */
export const OWNERSHIP =
  "This statement says what was measured and reckoned. It is no carbon credit, cannot be traded, and offsets nothing by itself.";

/** "12.34 kg"; below 0 where transport emits more than is stored. */
export function co2Text(grams: number): string {
  return `${(grams / 1000).toLocaleString("en-GB", { maximumFractionDigits: 3 })} kg`;
}

export function isMeasured(line: StatementLine): line is MeasuredLine {
  return "gramsStored" in line;
}
