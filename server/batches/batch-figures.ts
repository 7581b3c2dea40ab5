import { metalNames, metals as metalSymbols } from "./batch-values.ts";
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

const plain = (value: number, factor: number, digits: number) =>
  (value / factor).toLocaleString("en-GB", { maximumFractionDigits: digits });

/** What an analysis found, in the units of laboratories; what was not measured is left out. */
export function analysisFigures(analysis: AnalysisView): { label: string; value: string }[] {
  const { organicCarbon, hydrogenToCarbon, ash, water, ph, pah, metals } = analysis;
  const figures: [string, string | null][] = [
    ["Organic carbon", `${percentText(organicCarbon)} of the dry matter`],
    ["H/Corg", hydrogenToCarbon === null ? null : plain(hydrogenToCarbon, 1000, 3)],
    ["Ash", ash === null ? null : `${percentText(ash)} of the dry matter`],
    ["Water", water === null ? null : percentText(water)],
    ["pH", ph === null ? null : plain(ph, 100, 2)],
    ["PAH (16 EPA)", pah === null ? null : `${plain(pah, 1000, 3)} mg/kg`],
    ...metalSymbols.map((metal): [string, string | null] => {
      const micrograms = metals[metal];
      return [
        `${metalNames[metal]} (${metal})`,
        micrograms === undefined ? null : `${plain(micrograms, 1000, 3)} mg/kg`,
      ];
    }),
  ];
  return figures.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}
