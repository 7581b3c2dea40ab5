import type { AnalysisView } from "./batch-view.ts";
import { measuredValues } from "./measured-values.ts";

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
