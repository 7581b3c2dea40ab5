import type { BiocharUse } from "./biochar-uses.ts";

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
