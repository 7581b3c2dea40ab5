import { pick } from "#server/core/touched-fields.ts";
import type { Handling } from "./loads.ts";
import type { UnitPriceBasis } from "./price-per-measure.ts";

/** The materials that packaging is counted by, as in the yearly table of packaging. */
export const packagingMaterials = ["paper", "plastic", "wovenPlastic", "wood", "glass", "metal"] as const;
export type PackagingMaterial = (typeof packagingMaterials)[number];

/** Grams of packaging around one unit; a missing material is none. */
export type Packaging = Partial<Record<PackagingMaterial, number>>;

/** Each material as a field of its own, as staff edit it. */
export const packagingFields = [
  "paperGrams",
  "plasticGrams",
  "wovenPlasticGrams",
  "woodGrams",
  "glassGrams",
  "metalGrams",
] as const satisfies readonly `${PackagingMaterial}Grams`[];
export type PackagingGrams = Record<(typeof packagingFields)[number], number | null>;

/** What staff say of a pack. What is null, nobody has said. */
export interface PackFacts extends PackagingGrams {
  netGrams: number | null;
  packMillilitres: number | null;
  /** With all that is around it. */
  grossGrams: number | null;
  /** Measured, in grams per litre. */
  bulkDensity: number | null;
  /** ISO date. */
  bulkDensityMeasuredOn: string | null;
  unitPriceBasis: UnitPriceBasis;
  handling: Handling;
  /** The floor that it takes, in millimetres. */
  footprintLength: number | null;
  footprintWidth: number | null;
  /** Whether it is a product of the application-rate calculator. */
  mixedIntoSoil: boolean;
}

/** Their names, in the order of product files. */
export const packFactNames = [
  "netGrams",
  "packMillilitres",
  "grossGrams",
  "bulkDensity",
  "bulkDensityMeasuredOn",
  "unitPriceBasis",
  "handling",
  "footprintLength",
  "footprintWidth",
  "mixedIntoSoil",
  ...packagingFields,
] as const satisfies readonly (keyof PackFacts)[];

/** A pack of which nothing has been said. */
export const unknownPack: PackFacts = {
  netGrams: null,
  packMillilitres: null,
  grossGrams: null,
  bulkDensity: null,
  bulkDensityMeasuredOn: null,
  unitPriceBasis: "none",
  handling: "parcel",
  footprintLength: null,
  footprintWidth: null,
  mixedIntoSoil: false,
  ...gramsOf({}),
};

/** The facts of a pack alone, always in this order. */
export function packFactsIn(pack: PackFacts): PackFacts {
  return pick(pack, packFactNames);
}

/** The materials of a stored packaging as fields. */
export function gramsOf(packaging: Packaging): PackagingGrams {
  return {
    paperGrams: packaging.paper ?? null,
    plasticGrams: packaging.plastic ?? null,
    wovenPlasticGrams: packaging.wovenPlastic ?? null,
    woodGrams: packaging.wood ?? null,
    glassGrams: packaging.glass ?? null,
    metalGrams: packaging.metal ?? null,
  };
}

/** The fields of the materials as they are stored. */
export function packagingOf(grams: PackagingGrams): Packaging {
  const given = packagingMaterials.flatMap((material) => {
    const amount = grams[`${material}Grams`];
    return amount === null || amount === 0 ? [] : [[material, amount] as const];
  });
  return Object.fromEntries(given);
}

/** What staff are told of facts that do not go together, by field; empty when they do. */
export function packErrors(pack: PackFacts): Record<string, string[]> {
  const { netGrams, packMillilitres, grossGrams, unitPriceBasis, mixedIntoSoil } = pack;
  const errors: Record<string, string[]> = {};
  if (unitPriceBasis === "kg" && netGrams === null)
    errors.netGrams = ["Enter the net weight: the price per kilogram is reckoned from it"];
  if ((unitPriceBasis === "l" || unitPriceBasis === "m3") && packMillilitres === null)
    errors.packMillilitres = ["Enter the volume: the price per litre or m³ is reckoned from it"];
  if (mixedIntoSoil && netGrams === null && packMillilitres === null)
    errors.packMillilitres ??= ["Enter the volume or the net weight: the calculator reckons with it"];
  if (netGrams !== null && grossGrams !== null && grossGrams < netGrams)
    errors.grossGrams = ["The gross weight must not be below the net weight"];
  if (pack.bulkDensity !== null && pack.bulkDensityMeasuredOn === null)
    errors.bulkDensityMeasuredOn = ["Enter the day on which the density was measured"];
  if (pack.bulkDensity === null && pack.bulkDensityMeasuredOn !== null)
    errors.bulkDensity = ["Enter the density that was measured"];
  if (pack.footprintLength !== null && pack.footprintWidth === null)
    errors.footprintWidth = ["Enter the width as well"];
  if (pack.footprintLength === null && pack.footprintWidth !== null)
    errors.footprintLength = ["Enter the length as well"];
  return errors;
}
