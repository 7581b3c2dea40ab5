import type { CsvCell } from "#server/core/csv-cells.ts";
import { gradeNames, useWords } from "./evidence.ts";
import type { RegistryEntry } from "./export-evidence.server.ts";

const GRAMS_PER_KILOGRAM = 1000;
const GRAMS_PER_TONNE = 1_000_000;

/** Dry matter, in grams; null where no analysis says how much water there is. */
function dryGramsOf({ grams, water }: Pick<RegistryEntry, "grams" | "water">): number | null {
  return water === null ? null : Math.round((grams * (10_000 - water)) / 10_000);
}

/** A file that a registry takes. */
interface RegistryFile {
  name: string;
  columns: readonly string[];
  row: (entry: RegistryEntry) => CsvCell[];
}

/**
 * The files of two registries. Neither publishes a form that is open to everybody: the columns are what their rules ask
 * to be shown (docs/decisions/084-evidence.md).
 */
export const registryFiles = {
  csi: {
    name: "csi-diffuse-sinks.csv",
    columns: [
      "reference",
      "batch",
      "produced_on",
      "product",
      "sold_on",
      "kilograms",
      "dry_kilograms",
      "organic_carbon_percent",
      "h_corg",
      "matrix",
      "matrix_category",
      "diffuse_sink",
      "country",
      "postcode_area",
      "applied_on",
      "evidence",
    ],
    row: (entry) => {
      const words = entry.use && useWords[entry.use];
      return [
        entry.reference,
        entry.batchCode,
        entry.madeOn,
        entry.productName,
        entry.soldOn,
        entry.grams / GRAMS_PER_KILOGRAM,
        inUnits(dryGramsOf(entry), GRAMS_PER_KILOGRAM),
        inUnits(entry.organicCarbon, 100),
        inUnits(entry.hydrogenToCarbon, 1000),
        words ? words.matrix : "",
        words ? (words.matrixClass ?? "") : "",
        words?.matrixClass ? "yes" : "no",
        entry.countryCode,
        entry.outwardCode ?? "",
        entry.appliedOn ?? "",
        gradeNames[entry.grade],
      ];
    },
  },
  puro: {
    name: "puro-end-uses.csv",
    columns: [
      "delivery_reference",
      "production_batch",
      "production_date",
      "delivery_date",
      "tonnes_as_delivered",
      "tonnes_dry",
      "organic_carbon_percent",
      "h_corg",
      "end_use",
      "end_use_country",
      "end_use_location",
      "end_use_date",
      "proof_of_end_use",
    ],
    row: (entry) => [
      entry.reference,
      entry.batchCode,
      entry.madeOn,
      entry.soldOn,
      entry.grams / GRAMS_PER_TONNE,
      inUnits(dryGramsOf(entry), GRAMS_PER_TONNE),
      inUnits(entry.organicCarbon, 100),
      inUnits(entry.hydrogenToCarbon, 1000),
      entry.use ? useWords[entry.use].matrix : "",
      entry.countryCode,
      entry.outwardCode ?? "",
      entry.appliedOn ?? "",
      gradeNames[entry.grade],
    ],
  },
} as const satisfies Record<string, RegistryFile>;

export type RegistryName = keyof typeof registryFiles;

export function isRegistryName(name: string | null): name is RegistryName {
  return name !== null && Object.hasOwn(registryFiles, name);
}

function inUnits(amount: number | null, perUnit: number): number | null {
  return amount === null ? null : amount / perUnit;
}
