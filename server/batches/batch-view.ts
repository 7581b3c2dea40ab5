import type { ProductDocument } from "#server/catalogue/product-media.ts";
import type { Certificate } from "./batch-papers.ts";
import type { BatchStatus, CreditStatus, MetalContents } from "./batch-values.ts";

/** What a laboratory measured, in the units of `db/entities/batch.ts`; what is null was not measured. */
export interface AnalysisView {
  id: number;
  laboratory: string;
  /** ISO date. */
  analysedOn: string;
  /** Organic carbon of the dry matter, in hundredths of a percent. */
  organicCarbon: number;
  /** Molar H/Corg, in thousandths. */
  hydrogenToCarbon: number | null;
  /** In hundredths of a percent: of the dry matter, and of the product as it is sold. */
  ash: number | null;
  water: number | null;
  /** In hundredths. */
  ph: number | null;
  /** Micrograms per kilogram of dry matter. */
  pah: number | null;
  metals: MetalContents;
  /** The address of the laboratory's report; null where none was kept. */
  documentUrl: string | null;
}

/** A batch as whoever scans its label may see it: nothing of who bought it, nor of what is left. */
export interface BatchView extends Certificate {
  id: number;
  code: string;
  product: {
    id: number;
    name: string;
    slug: string;
    gtin: string | null;
    /** It has a page no more. */
    isArchived: boolean;
    documents: ProductDocument[];
  };
  /** ISO date. */
  madeOn: string;
  feedstock: string;
  /** "" where nobody has said. */
  feedstockOrigin: string;
  /** Degrees Celsius. */
  kilnCelsius: number;
  gramsMade: number;
  status: BatchStatus;
  /** In quarantine, and its buyers were told. */
  isRecalled: boolean;
  creditStatus: CreditStatus;
  /** Whose credits they are; "" unless issued. */
  creditsIssuedTo: string;
  /** Stated; grams of CO2 per kilogram of the product. */
  transportGramsPerKilogram: number | null;
  /** The one that counts: the first of `analyses`. */
  newestAnalysis: AnalysisView | null;
  /** The newest first. */
  analyses: AnalysisView[];
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
