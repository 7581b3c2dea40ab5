import type { Pence } from "#server/pricing/money.ts";

/** A product as far as the calculator needs it. */
export interface SoilPack {
  id: number;
  name: string;
  slug: string;
  currentPrice: Pence;
  canBuy: boolean;
  packLitres: number;
}

/**
 * Litres to a kilogram of dry biochar. Nobody gave a figure: this is our assumption, said so beside each result, since
 * how many litres a bag fills depends on how fine it is and how damp.
 */
export const LITRES_PER_KG = 4;

/** What is mixed into soil, by the product's address, in litres: the pack sizes of the labels. */
const litresByAddress = new Map([
  ["premium-biochar", 5 * LITRES_PER_KG],
  ["specialized-plant-biochar", 1 * LITRES_PER_KG],
  ["bulk-biochar", 1000],
]);

export const soilPackAddresses: readonly string[] = [...litresByAddress.keys()];

/** How many litres a pack of a product holds; undefined for what is not mixed into soil at a rate. */
export function packLitresOf(slug: string): number | undefined {
  return litresByAddress.get(slug);
}

/** Whole packs that hold so many litres: at least one. */
export function packsFor(litres: number, packLitres: number): number {
  return Math.max(1, Math.ceil(litres / packLitres));
}
