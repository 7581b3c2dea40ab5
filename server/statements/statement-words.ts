import type { MeasuredLine, StatementLine } from "./statement-subject.ts";

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
