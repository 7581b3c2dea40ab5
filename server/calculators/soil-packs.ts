import type { PricePerMeasure } from "#server/pricing/price-per-measure.ts";
import type { SteppedProduct, ToldStep } from "#server/pricing/price-steps.ts";

/** A product as far as the calculator needs it. */
export interface SoilPack extends SteppedProduct<ToldStep> {
  id: number;
  name: string;
  slug: string;
  /** The visitor's list; null is everybody's prices. */
  tradeList: string | null;
  /** Of the price of one; null where none is told. */
  perMeasure: PricePerMeasure | null;
  canBuy: boolean;
  packLitres: number;
  /** What a kilogram of it is reckoned at: it depends on how fine a bag is and how damp. */
  litresPerKilogram: number;
  /** Whether that was measured of this product; else it is the shop's figure for all. */
  isMeasured: boolean;
}

/** What the litres of a pack come from. */
interface PackContent {
  netGrams: number | null;
  packMillilitres: number | null;
  /** Measured, in grams per litre. */
  bulkDensity: number | null;
}

/** What a kilogram of a pack fills: as it was measured, else as the shop reckons. */
export function litresPerKilogramOf(
  { bulkDensity }: Pick<PackContent, "bulkDensity">,
  assumed: number,
): number {
  return bulkDensity === null ? assumed : 1000 / bulkDensity;
}

/** How many litres a pack holds: its volume, else its weight by what a kilogram fills; undefined where neither is known. */
export function packLitresOf(pack: PackContent, assumedLitresPerKilogram: number): number | undefined {
  if (pack.packMillilitres !== null) return pack.packMillilitres / 1000;
  if (pack.netGrams === null) return undefined;
  return (pack.netGrams / 1000) * litresPerKilogramOf(pack, assumedLitresPerKilogram);
}

/** Whole packs that hold so many litres: at least one. */
export function packsFor(litres: number, packLitres: number): number {
  // What binary fractions add to a whole number of packs is not another pack.
  return Math.max(1, Math.ceil(litres / packLitres - 1e-9));
}

/** How litres were made of kilograms: of the packs that were measured by name, of the others together. */
export function reckoningOf(packs: readonly SoilPack[]): string {
  const measured = packs.filter(({ isMeasured }) => isMeasured);
  const [assumed] = packs.filter(({ isMeasured }) => !isMeasured);
  const parts = measured.map(({ name, litresPerKilogram }) => `${name} at ${shortly(litresPerKilogram)}`);
  if (assumed) {
    const who = measured.length > 0 ? "other packs" : "Packs";
    parts.push(
      `${who} sold by weight${measured.length > 0 ? "" : " are reckoned"} at ${assumed.litresPerKilogram}`,
    );
  }
  const [first = "", ...rest] = parts;
  if (measured.length === 0) return `${first} litres to the kilogram`;
  const listed = rest.length === 0 ? first : `${[first, ...rest.slice(0, -1)].join(", ")} and ${rest.at(-1)}`;
  return `We reckon ${listed} litres to the kilogram`;
}

function shortly(litres: number): string {
  return String(Number(litres.toFixed(2)));
}
