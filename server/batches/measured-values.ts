import { metalNames, metals } from "./batch-values.ts";
import type { AnalysisView } from "./batch-view.ts";

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
