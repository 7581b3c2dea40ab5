import type { BiocharUse } from "./biochar-use.ts";

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

/** How good the evidence of what became of some biochar is, the weakest first. */
export const evidenceGrades = ["sale", "statement", "place", "weighbridge"] as const;

export type EvidenceGrade = (typeof evidenceGrades)[number];

export const gradeNames: Record<EvidenceGrade, string> = {
  sale: "Sale only",
  statement: "Stated use",
  place: "Stated use, place and day",
  weighbridge: "Weighbridge",
};

/** What is known of what became of an order's biochar. */
export interface KnownUse {
  use: BiocharUse | null;
  /** The first half of a postcode and a day were named. */
  hasPlace: boolean;
  /** Staff entered the tickets of a weighbridge. */
  isWeighed: boolean;
}

/** The grade of what is known; a place of which nobody says what was done there is worth no more than the sale. */
export function gradeOf({ use, hasPlace, isWeighed }: KnownUse): EvidenceGrade {
  if (!use) return "sale";
  if (!hasPlace) return "statement";
  return isWeighed ? "weighbridge" : "place";
}
