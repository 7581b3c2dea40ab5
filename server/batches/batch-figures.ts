import { metalNames, metals } from "./batch-values.ts";
import type { AnalysisView } from "./batch-view.ts";

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

/** What a laboratory measured, in the unit of its report. */
export interface MeasuredValue {
  label: string;
  value: number;
  /** "" for a ratio and for pH. */
  unit: string;
}

const OF_DRY_MATTER = "% of the dry matter";

/** What an analysis found; what was not measured is left out. */
export function measuredValues(analysis: AnalysisView): MeasuredValue[] {
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
