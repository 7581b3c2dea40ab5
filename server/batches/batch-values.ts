/** Where a batch stands: only an open one is packed. */
export const batchStatuses = ["open", "quarantined", "sold_out"] as const;

export type BatchStatus = (typeof batchStatuses)[number];

/** Who may claim the carbon of a batch: a registry's credits, nobody else than the buyer, or nobody has looked. */
export const creditStatuses = ["issued", "not_issued", "not_assessed"] as const;

export type CreditStatus = (typeof creditStatuses)[number];

/**
 * The application classes of the European Biochar Certificate. A batch has one, since what is sold to an end user is
 * labelled with no more than one (European Biochar Certificate, version 10.2, chapter 3).
 */
export const certificationClasses = [
  "none",
  "feed_plus",
  "feed",
  "agro_organic",
  "agro",
  "urban",
  "consumer_materials",
  "basic_materials",
] as const;

export type CertificationClass = (typeof certificationClasses)[number];

/** What analyses measure of the European Biochar Certificate's heavy metals. */
export const metals = ["Pb", "Cd", "Cu", "Ni", "Hg", "Zn", "Cr", "As"] as const;

/** What people call them. */
export const metalNames: Record<(typeof metals)[number], string> = {
  Pb: "Lead",
  Cd: "Cadmium",
  Cu: "Copper",
  Ni: "Nickel",
  Hg: "Mercury",
  Zn: "Zinc",
  Cr: "Chromium",
  As: "Arsenic",
};

/** Micrograms per kilogram of dry matter. */
export type MetalContents = Partial<Record<(typeof metals)[number], number>>;

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
