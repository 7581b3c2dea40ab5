import type { AnalysisView, BatchView } from "./find-batch.server.ts";

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
const metalNames: Record<(typeof metals)[number], string> = {
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

/**
 * Whose carbon a batch's is, in one sentence; anyone who reads it, on a batch or on a statement, must not take it for
 * more.
 */
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

/** Of a batch what documents of an order say. */
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

/** What anyone who packs a line is shown of its batches. */
export interface BatchProposal {
  /** The open batches of its product, the oldest first. */
  choices: { code: string; gramsLeft: number }[];
  /** What would leave now. */
  proposed: (BatchPassport & { quantity: number })[];
  /** Nobody has said what a pack weighs: anyone who packs it types its kilograms. */
  needsWeight: boolean;
  /** Why it cannot leave; null where it can. */
  refusal: string | null;
}

/** Where anyone who holds a bag reads of its batch. */
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

/** A code as labels write it; undefined for what can be none. What copies a text may draw its hyphens longer. */
export function batchCodeOf(text: string): string | undefined {
  const code = text
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\p{Pd}/gu, "-")
    .trim()
    .toUpperCase();
  return BATCH_CODE.test(code) ? code : undefined;
}

/** As the database has it: what an application identifier (10) of GS1 takes, without what an address would escape. */
export const BATCH_CODE = /^[A-Z0-9][A-Z0-9.-]{0,19}$/;

/** "12.5 kg" */
export function kilogramsText(grams: number): string {
  return `${kilogramsOf(grams).toLocaleString("en-GB", { maximumFractionDigits: 3 })} kg`;
}

/** Kilograms as forms and scripts write them. */
export function kilogramsOf(grams: number): number {
  return grams / 1000;
}

/** Whole grams of kilograms as they were typed. */
export function gramsOfKilograms(kilograms: number): number {
  return Math.round(kilograms * 1000);
}

/** "81.25%": of hundredths of a percent. */
export function percentText(hundredths: number): string {
  return `${(hundredths / 100).toLocaleString("en-GB", { maximumFractionDigits: 2 })}%`;
}

/** "2026-03-A" for one batch; "2026-03-A (3), 2026-04-B (2)" where units of a line came from several. */
export function batchesText(batches: readonly { code: string; quantity: number }[]): string {
  if (batches.length === 1) return batches[0]?.code ?? "";
  return batches.map(({ code, quantity }) => `${code} (${quantity})`).join(", ");
}

/** What an analysis found, as people read it; what was not measured is left out. */
export function analysisFigures(analysis: AnalysisView): { label: string; value: string }[] {
  return measuredValues(analysis).map(({ label, value, unit }) => {
    const figure = value.toLocaleString("en-GB", { maximumFractionDigits: 3 });
    return { label, value: unit === "" || unit.startsWith("%") ? figure + unit : `${figure} ${unit}` };
  });
}

const OF_DRY_MATTER = "% of the dry matter";

/**
 * What a laboratory measured, in the unit of its report, which is "" for a ratio and for pH; what was not measured is
 * left out.
 */
export function measuredValues(analysis: AnalysisView) {
  const { organicCarbon, hydrogenToCarbon, ash, water, ph, pah } = analysis;
  const rows: [label: string, stored: number | null | undefined, factor: number, unit: string][] = [
    ["Organic carbon", organicCarbon, 100, OF_DRY_MATTER],
    ["H/Corg", hydrogenToCarbon, 1000, ""],
    ["Ash", ash, 100, OF_DRY_MATTER],
    ["Water", water, 100, "%"],
    ["pH", ph, 100, ""],
    ["PAH (16 EPA)", pah, 1000, "mg/kg"],
    ...metals.map((metal): [string, number | undefined, number, string] => [
      `${metalNames[metal]} (${metal})`,
      analysis.metals[metal],
      1000,
      "mg/kg",
    ]),
  ];
  return rows.flatMap(([label, stored, factor, unit]) =>
    stored === null || stored === undefined ? [] : [{ label, value: stored / factor, unit }],
  );
}

/** Where a batch stands, and what that means to anyone who holds a bag of it (docs/rules.md#passport-1). */
export function describeStatus({ status, isRecalled }: Pick<BatchView, "status" | "isRecalled">) {
  return statusDescriptions[isRecalled ? "recalled" : status];
}

const statusDescriptions: Record<BatchStatus | "recalled", { label: string; meaning: string }> = {
  recalled: {
    label: "Called back",
    meaning:
      "Please do not use it. Everybody who bought some of this batch has a mail of ours that says what to do; if you have some and no mail, please write to us.",
  },
  open: { label: "Open", meaning: "We pack orders from this batch while it lasts." },
  quarantined: {
    label: "In quarantine",
    meaning:
      "We have stopped packing this batch while we look into it. If you have some of it, please do not use it until you have asked us.",
  },
  sold_out: {
    label: "Sold out",
    meaning: "None of this batch is packed any more. What is known of it stays on this page.",
  },
};
