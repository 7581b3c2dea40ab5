import type { SteppedProduct } from "#server/pricing/price-steps.ts";

/** A product as far as the calculator needs it. */
export interface SoilPack extends SteppedProduct {
  id: number;
  name: string;
  slug: string;
  /** The visitor's list; null is everybody's prices. */
  tradeList: string | null;
  canBuy: boolean;
  packLitres: number;
  /** What packs sold by weight are reckoned at, said beside each result: it depends on how fine a bag is and how damp. */
  litresPerKilogram: number;
}

/** What is mixed into soil, by the product's address: the pack sizes of the labels. */
const packSizes = new Map<string, { kilograms: number } | { litres: number }>([
  ["premium-biochar", { kilograms: 5 }],
  ["specialized-plant-biochar", { kilograms: 1 }],
  ["bulk-biochar", { litres: 1000 }],
]);

export const soilPackAddresses: readonly string[] = [...packSizes.keys()];

/** How many litres a pack of a product holds; undefined for what is not mixed into soil at a rate. */
export function packLitresOf(slug: string, litresPerKilogram: number): number | undefined {
  const size = packSizes.get(slug);
  if (!size) return undefined;
  return "litres" in size ? size.litres : size.kilograms * litresPerKilogram;
}

/** Whole packs that hold so many litres: at least one. */
export function packsFor(litres: number, packLitres: number): number {
  return Math.max(1, Math.ceil(litres / packLitres));
}
