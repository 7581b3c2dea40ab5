import type { BatchEvidence } from "./evidence.server.ts";

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

/**
 * The grade of what is known; a place of which nobody says what was done there is worth no more than the sale. What was
 * weighed stays so when its buyer is erased and takes the place with them.
 */
export function gradeOf({ use, hasPlace, isWeighed }: KnownUse): EvidenceGrade {
  if (!use) return "sale";
  if (isWeighed) return "weighbridge";
  return hasPlace ? "place" : "statement";
}

/** What a buyer says becomes of the biochar. Whatever they choose, it is not burnt. */
export const biocharUses = ["soil", "compost", "feed", "digester", "other"] as const;

export type BiocharUse = (typeof biocharUses)[number];

interface UseLabels {
  /** What a buyer chooses. */
  choice: string;
  /** What registries call what it is mixed into. */
  matrix: string;
  /** The class of such matrices at Carbon Standards International; none where it depends on what it is. */
  matrixClass: "Biological Matrix" | null;
}

const BIOLOGICAL = "Biological Matrix";

export const useLabels: Record<BiocharUse, UseLabels> = {
  soil: { choice: "Soil: garden, field, trees or potting mixes", matrix: "Soil", matrixClass: BIOLOGICAL },
  compost: { choice: "Compost or manure", matrix: "Compost", matrixClass: BIOLOGICAL },
  feed: { choice: "Animal feed or bedding", matrix: "Feed and bedding", matrixClass: BIOLOGICAL },
  digester: { choice: "A biogas digester", matrix: "Anaerobic digestion", matrixClass: BIOLOGICAL },
  other: { choice: "Something else", matrix: "Other", matrixClass: null },
};

/** What the question promises, in the words that a registry looks for. */
export const NOT_BURNT = "It is not to be burnt.";

/** Where the question about an order's biochar is answered, with the key of the signed link that opened the order. */
export function pathOfUse(invoiceNumber: string, token: string | null): string {
  const search = token ? `?${new URLSearchParams({ t: token })}` : "";
  return `/orders/${encodeURIComponent(invoiceNumber)}/use${search}`;
}
