import type { CertificationClass } from "./batch-values.ts";

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

/** In which class a batch is certified, and the number under which its certifier lists it. */
export interface Certificate {
  certificationClass: CertificationClass;
  /** "" where nobody has said, and without a class. */
  certificateNumber: string;
}

/** As the European Biochar Certificate calls its classes. */
export const certificationLabels: Record<CertificationClass, string> = {
  none: "Not certified",
  feed_plus: "EBC-FeedPlus",
  feed: "EBC-Feed",
  agro_organic: "EBC-AgroOrganic",
  agro: "EBC-Agro",
  urban: "EBC-Urban",
  consumer_materials: "EBC-ConsumerMaterials",
  basic_materials: "EBC-BasicMaterials",
};

/** "EBC-Agro, number DE-123"; null for what has no certificate. */
export function certificateText({ certificationClass, certificateNumber }: Certificate): string | null {
  if (certificationClass === "none") return null;
  const label = certificationLabels[certificationClass];
  return certificateNumber === "" ? label : `${label}, number ${certificateNumber}`;
}

/** What is wrong with a certificate, in a sentence to stand beside its number; undefined for one that can be. */
export function certificateMistake({
  certificationClass,
  certificateNumber,
}: Certificate): string | undefined {
  if (certificationClass !== "none" || certificateNumber === "") return undefined;
  return "A number needs a class: choose the one that the certificate names";
}
