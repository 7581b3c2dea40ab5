import type { Certificate } from "./certificates.ts";

/** Of a batch what papers of an order say. */
export interface BatchPassport extends Certificate {
  code: string;
  /** ISO date. */
  madeOn: string;
  feedstock: string;
  /** Of its newest analysis, in hundredths of a percent; null before the first. */
  organicCarbon: number | null;
  /** Where its label leads, on the shop's host. */
  path: string;
}

/** What whoever packs a line is shown of its batches. */
export interface BatchProposal {
  /** The open batches of its product, the oldest first. */
  choices: { code: string; gramsLeft: number }[];
  /** What would leave now. */
  proposed: (BatchPassport & { quantity: number })[];
  /** Nobody has said what a pack weighs: whoever packs it types its kilograms. */
  needsWeight: boolean;
  /** Why it cannot leave; null where it can. */
  refusal: string | null;
}

/** Where whoever holds a bag reads of its batch. */
export function batchPath(code: string): string {
  return `/batches/${code}`;
}

/** The addresses of the other forms of a batch's page. */
export function linkedDataPath(code: string): string {
  return `${batchPath(code)}/passport.jsonld`;
}

export function linksetPath(code: string): string {
  return `${batchPath(code)}/linkset.json`;
}
