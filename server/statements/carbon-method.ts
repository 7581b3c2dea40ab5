import type { MeasuredLine, StatementLine } from "./statement-credential.ts";

/** How figures are calculated; a change of a constant or of the formula is a new version. */
export const CARBON_METHOD = {
  name: "Carbon of biochar that stays for 100 years (IPCC 2019)",
  version: "1",
  formula:
    "kilograms × (1 − water) × organic carbon × share after 100 years × 44/12 − stated transport, rounded down to grams of CO2",
  sources: [
    "IPCC 2019 Refinement, volume 4, chapter 2, appendix 4, table 4AP.2: share of biochar carbon that stays for 100 years, by temperature",
    "European Biochar Certificate: biochar has a molar H/Corg of at most 0.7",
  ],
} as const;

/** As it is kept with a statement. */
export const METHOD_ID = `${CARBON_METHOD.name}, version ${CARBON_METHOD.version}`;

/**
 * The percentage of a biochar's carbon that stays in soil for 100 years, by the highest temperature in the kiln in
 * degrees Celsius (IPCC 2019 Refinement, volume 4, table 4AP.2: 0.65 ± 15% from 350 to 450, 0.80 ± 11% up to 600,
 * 0.89 ± 13% above). A temperature on a border has the lower share. The table has nothing below 350.
 */
const PERMANENCE: readonly { above: number; percent: number }[] = [
  { above: 600, percent: 89 },
  { above: 450, percent: 80 },
  { above: 349, percent: 65 },
];

/** The molar ratio H/Corg of biochar at most, in thousandths (European Biochar Certificate; Verra VM0044). */
const MOST_HYDROGEN = 700;

/** Molar masses of CO2 and carbon, in grams: as the IPCC rounds them. */
const CO2_MASS = 44n;
const CARBON_MASS = 12n;

/** Hundredths of a percent of a whole. */
const WHOLE = 10_000n;
const PERCENT = 100n;
const GRAMS_PER_KILOGRAM = 1000;

/** What is known of a batch, in the units of `db/entities/batch.ts`. */
export interface KnownBatch {
  /** Degrees Celsius. */
  kilnCelsius: number;
  /** Stated; grams of CO2 per kilogram of the product. */
  transportGramsPerKilogram: number | null;
  /** The newest analysis; null where there is none. */
  analysis: {
    /** Of the dry matter, in hundredths of a percent. */
    organicCarbon: number;
    /** Of the product as it is sold, in hundredths of a percent. */
    water: number | null;
    /** Molar, in thousandths. */
    hydrogenToCarbon: number | null;
  } | null;
}

export const NO_BATCH = "No batch is known of it.";
export const NOT_SENT = "It has not left yet.";

/** What so many grams of a batch store, or in a sentence why nobody can say. */
export function carbonOf(grams: number, batch: KnownBatch) {
  const { analysis, kilnCelsius, transportGramsPerKilogram } = batch;
  if (!analysis) return { notMeasured: "No laboratory has measured its batch yet." };
  if (analysis.water === null) {
    return { notMeasured: "The analysis of its batch does not say how much water is in it." };
  }
  if ((analysis.hydrogenToCarbon ?? 0) > MOST_HYDROGEN) {
    return { notMeasured: "Its H/Corg is above 0.7: the method is about biochar." };
  }
  const permanence = PERMANENCE.find(({ above }) => kilnCelsius > above);
  if (!permanence) return { notMeasured: "Its kiln was below 350 °C: the method has no share for it." };
  const ofCo2 =
    BigInt(grams) *
    (WHOLE - BigInt(analysis.water)) *
    BigInt(analysis.organicCarbon) *
    BigInt(permanence.percent) *
    CO2_MASS;
  const gramsBound = Number(ofCo2 / (WHOLE * WHOLE * PERCENT * CARBON_MASS));
  const gramsOfTransport = Math.ceil((grams * (transportGramsPerKilogram ?? 0)) / GRAMS_PER_KILOGRAM);
  return {
    permanencePercent: permanence.percent,
    /** What the carbon that stays would be as CO2, transport not counted. */
    gramsBound,
    /** What transport emits, as the producer states it; 0 where nothing is stated. */
    gramsOfTransport,
    /** Below 0 where transport emits more. */
    gramsStored: gramsBound - gramsOfTransport,
  };
}

/** What a statement is, and is not. */
export const OWNERSHIP =
  "This statement says what was measured and reckoned. It is no carbon credit, cannot be traded, and offsets nothing by itself.";

/** "12.34 kg"; below 0 where transport emits more than is stored. */
export function co2Text(grams: number): string {
  return `${(grams / 1000).toLocaleString("en-GB", { maximumFractionDigits: 3 })} kg`;
}

export function isMeasured(line: StatementLine): line is MeasuredLine {
  return "gramsStored" in line;
}
