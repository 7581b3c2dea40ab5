import type { CertificationClass } from "./batch-values.ts";

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
