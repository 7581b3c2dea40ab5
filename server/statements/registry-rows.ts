import type { CsvCell } from "#server/core/csv-cells.ts";
import { gradeNames, useLabels } from "./evidence.ts";
import type { RegistryEntry } from "./export-evidence.server.ts";

const GRAMS_PER_KILOGRAM = 1000;
const GRAMS_PER_TONNE = 1_000_000;

/** Dry matter, in grams; null where no analysis says how much water there is. */
function dryGramsOf({ grams, water }: Pick<RegistryEntry, "grams" | "water">): number | null {
  return water === null ? null : Math.round((grams * (10_000 - water)) / 10_000);
}

/** A file that a registry takes: its columns, each with what stands in it. */
interface RegistryFile {
  name: string;
  title: string;
  columns: Record<string, (entry: RegistryEntry) => CsvCell>;
}

/**
 * The files of two registries. Neither publishes a form that is open to everybody: the columns are what their rules ask
 * to be shown (docs/decisions/084-evidence.md).
 */
export const registryFiles = {
  csi: {
    name: "csi-diffuse-sinks.csv",
    title: "Carbon Standards International: diffuse sinks",
    columns: {
      reference: ({ reference }) => reference,
      batch: ({ batchCode }) => batchCode,
      produced_on: ({ madeOn }) => madeOn,
      product: ({ productName }) => productName,
      sold_on: ({ soldOn }) => soldOn,
      kilograms: ({ grams }) => grams / GRAMS_PER_KILOGRAM,
      dry_kilograms: (entry) => inUnits(dryGramsOf(entry), GRAMS_PER_KILOGRAM),
      organic_carbon_percent: ({ organicCarbon }) => inUnits(organicCarbon, 100),
      h_corg: ({ hydrogenToCarbon }) => inUnits(hydrogenToCarbon, 1000),
      matrix: ({ use }) => (use ? useLabels[use].matrix : ""),
      matrix_category: ({ use }) => (use && useLabels[use].matrixClass) ?? "",
      diffuse_sink: ({ use }) => (use && useLabels[use].matrixClass ? "yes" : "no"),
      country: ({ countryCode }) => countryCode,
      postcode_area: ({ outwardCode }) => outwardCode ?? "",
      applied_on: ({ appliedOn }) => appliedOn ?? "",
      evidence: ({ grade }) => gradeNames[grade],
    },
  },
  puro: {
    name: "puro-end-uses.csv",
    title: "Puro: end uses",
    columns: {
      delivery_reference: ({ reference }) => reference,
      production_batch: ({ batchCode }) => batchCode,
      production_date: ({ madeOn }) => madeOn,
      delivery_date: ({ soldOn }) => soldOn,
      tonnes_as_delivered: ({ grams }) => grams / GRAMS_PER_TONNE,
      tonnes_dry: (entry) => inUnits(dryGramsOf(entry), GRAMS_PER_TONNE),
      organic_carbon_percent: ({ organicCarbon }) => inUnits(organicCarbon, 100),
      h_corg: ({ hydrogenToCarbon }) => inUnits(hydrogenToCarbon, 1000),
      end_use: ({ use }) => (use ? useLabels[use].matrix : ""),
      end_use_country: ({ countryCode }) => countryCode,
      end_use_location: ({ outwardCode }) => outwardCode ?? "",
      end_use_date: ({ appliedOn }) => appliedOn ?? "",
      proof_of_end_use: ({ grade }) => gradeNames[grade],
    },
  },
} as const satisfies Record<string, RegistryFile>;

export type RegistryName = keyof typeof registryFiles;

export function isRegistryName(name: string | null): name is RegistryName {
  return name !== null && Object.hasOwn(registryFiles, name);
}

function inUnits(amount: number | null, perUnit: number): number | null {
  return amount === null ? null : amount / perUnit;
}
