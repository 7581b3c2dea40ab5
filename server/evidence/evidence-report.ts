import type { BiocharUse } from "./biochar-uses.ts";
import type { EvidenceGrade } from "./evidence-grades.ts";

/** What became of one batch, in grams: what was sold is the sum of its parts. */
export interface BatchEvidence {
  code: string;
  productName: string;
  /** An ISO date. */
  madeOn: string;
  gramsMade: number;
  gramsLeft: number;
  gramsWrittenOff: number;
  gramsSold: number;
  sold: { use: BiocharUse | null; grade: EvidenceGrade; grams: number }[];
}

/** The batches that were made in a year, the newest first. */
export interface EvidenceReport {
  year: number;
  /** Years in which batches were made, the newest first. */
  years: number[];
  batches: BatchEvidence[];
  /** There are more than are shown. */
  isCut: boolean;
}

/** What the address asks for: `?year=2026`; the newest year unless said. */
export function evidenceYearIn(search: URLSearchParams): { year?: number } {
  const year = Number(search.get("year"));
  return Number.isInteger(year) && year >= 2000 && year <= 2999 ? { year } : {};
}

/** The grams of one use or grade in these batches. */
export function gramsBy(
  batches: readonly Pick<BatchEvidence, "sold">[],
  is: (part: BatchEvidence["sold"][number]) => boolean,
): number {
  return batches.flatMap(({ sold }) => sold).reduce((sum, part) => sum + (is(part) ? part.grams : 0), 0);
}
