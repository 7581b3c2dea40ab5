import { readNumber } from "#server/core/typed-number.ts";
import type { PricePerMeasure } from "#server/pricing/price-per-measure.ts";
import type { DescribedStep, SteppedProduct } from "#server/pricing/price-steps.ts";
/*
 * How much biochar a bed or a mix needs: area × depth × rate by volume. Biochar is measured by volume, since what
 * matters is how much of the root zone it takes up. The rates are those that the pages state. It runs in the browser on
 * every product page, so it checks its two numbers without a library.
 */

/** Percent by volume; the lowest and the highest of each use, and what lies between where the span is wide. */
export const applicationRates = [
  { id: "garden-10", percent: 10, label: "Garden use, 10%" },
  { id: "garden-15", percent: 15, label: "Garden use, 15%" },
  { id: "garden-20", percent: 20, label: "Garden use, 20%" },
  { id: "potting-5", percent: 5, label: "Potting mix, 5%" },
  { id: "potting-10", percent: 10, label: "Potting mix, 10%" },
  { id: "potting-15", percent: 15, label: "Potting mix, 15%" },
  { id: "recommended-5", percent: 5, label: "Recommended mix, 5%" },
  { id: "recommended-10", percent: 10, label: "Recommended mix, 10%" },
] as const;

export type RateId = (typeof applicationRates)[number]["id"];

/** Square metres, up to a hectare. */
const AREA = { min: 0.1, max: 10_000 } as const;
/** Centimetres. */
const DEPTH = { min: 1, max: 100 } as const;

const DEFAULTS = { area: "10", depth: "10", rate: "garden-10" } as const;

/** What stands in the fields, as it was typed. */
export interface ApplicationFields {
  area: string;
  depth: string;
  rate: RateId;
}

/** The fields as an address says them; what it leaves out is at its default. */
export function applicationFieldsIn(search: URLSearchParams): ApplicationFields {
  return {
    area: search.get("area") ?? DEFAULTS.area,
    depth: search.get("depth") ?? DEFAULTS.depth,
    rate: rateIn(search.get("rate")),
  };
}

/** The rate of an id; the default for anything else. */
export function rateIn(id: string | null): RateId {
  return applicationRates.find((rate) => rate.id === id)?.id ?? DEFAULTS.rate;
}

export type ApplicationResult =
  | { ok: true; litres: number }
  | { ok: false; errors: { area?: string[]; depth?: string[] } };

/** Litres of biochar for what stands in the fields, to a tenth, or what is wrong with them. */
export function applicationOf(fields: ApplicationFields): ApplicationResult {
  const area = numberIn(fields.area, AREA);
  const depth = numberIn(fields.depth, DEPTH);
  if (area !== undefined && depth !== undefined)
    return { ok: true, litres: litresFor(area, depth, percentOf(fields.rate)) };
  return {
    ok: false,
    errors: {
      ...(area === undefined ? { area: ["Enter an area from 0.1 to 10,000 m²"] } : {}),
      ...(depth === undefined ? { depth: ["Enter a depth from 1 to 100 cm"] } : {}),
    },
  };
}

function numberIn(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const read = readNumber(text);
  const value = "plain" in read ? Number(read.plain) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function percentOf(rate: RateId): number {
  return applicationRates.find(({ id }) => id === rate)?.percent ?? 0;
}

/** A centimetre over a square metre is ten litres of soil. */
function litresFor(areaM2: number, depthCm: number, percent: number): number {
  return Math.round(areaM2 * depthCm * 10 * (percent / 100) * 10) / 10;
}

/** A product as far as the calculator needs it. */
export interface SoilPack extends SteppedProduct<DescribedStep> {
  id: number;
  name: string;
  slug: string;
  /** The visitor's list; null is everybody's prices. */
  tradeList: string | null;
  /** Of the price of one; null where none is told. */
  perMeasure: PricePerMeasure | null;
  canBuy: boolean;
  packLitres: number;
  /** What a kilogram of it is calculated at: it depends on how fine a bag is and how damp. */
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

/** What a kilogram of a pack fills: as it was measured, else as the shop calculates. */
export function litresPerKilogramOf(
  { bulkDensity }: Pick<PackContent, "bulkDensity">,
  assumed: number,
): number {
  return bulkDensity === null ? assumed : 1000 / bulkDensity;
}

/**
 * How many litres a pack holds: its volume, else its weight by what a kilogram fills; undefined where neither is known.
 */
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
export function calculationOf(packs: readonly SoilPack[]): string {
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
