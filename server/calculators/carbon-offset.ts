import { readNumber } from "#server/core/typed-number.ts";
/*
 * The carbon offset calculator and its figures (docs/rules.md#calculators-1).
 */

/** Kilograms of CO2 for each kilogram of biochar. */
export const CO2_KG_PER_KG_OF_BIOCHAR = 3.6;

/** Kilograms of CO2 that a person is estimated to cause in a year. */
export const ANNUAL_FOOTPRINT_KG = 12_000;

/** The slider, in kilograms, and what Reset goes back to. */
export const OFFSET_QUANTITY = { min: 1, max: 1000, step: 10, initial: 100, afterReset: 10 } as const;

/** Kilograms of CO2 per kilometre. */
export const travelFactors = [
  { id: "car", by: "car", kgPerKm: 0.12 },
  { id: "flight", by: "short-haul flight", kgPerKm: 0.255 },
  { id: "train", by: "train", kgPerKm: 0.041 },
  { id: "bus", by: "bus", kgPerKm: 0.105 },
  { id: "ferry", by: "ferry", kgPerKm: 0.18 },
] as const;

export type TravelId = (typeof travelFactors)[number]["id"];

/** What a quantity of biochar, in kilograms, comes to. */
export function carbonOffsetOf(biocharKg: number) {
  const co2Kg = biocharKg * CO2_KG_PER_KG_OF_BIOCHAR;
  return {
    biocharKg,
    /** Kilograms, to one decimal. */
    co2Kg: toOneDecimal(co2Kg),
    /** Of an annual footprint, in percent to one decimal. */
    footprintPercent: toOneDecimal((co2Kg / ANNUAL_FOOTPRINT_KG) * 100),
    /** What the same CO2 comes to on the way, in whole kilometres. */
    distances: travelFactors.map(({ id, by, kgPerKm }) => ({ id, by, km: Math.round(co2Kg / kgPerKm) })),
  };
}

/** So many steps up (or down, below 0) from a quantity, within the slider's ends (docs/rules.md#calculators-2). */
export function stepQuantity(biocharKg: number, steps: number): number {
  return withinSlider(biocharKg + steps * OFFSET_QUANTITY.step);
}

/** The whole step that a thumb dropped at a place stands for; the lower end is 1. */
export function snapQuantity(place: number): number {
  return withinSlider(Math.round(place / OFFSET_QUANTITY.step) * OFFSET_QUANTITY.step);
}

function withinSlider(biocharKg: number): number {
  return Math.min(Math.max(biocharKg, OFFSET_QUANTITY.min), OFFSET_QUANTITY.max);
}

/** What the calculator shows: the slider, or the result of a quantity. */
export type CarbonOffsetView =
  /** `typed` is what was refused with the error. */
  | { kind: "input"; biocharKg: number; error?: string; typed?: string }
  | { kind: "result"; biocharKg: number };

/** Reads an address: `kg` asks for a result, `kg-from` for the slider at that quantity. */
export function parseCarbonOffsetView(search: URLSearchParams): CarbonOffsetView {
  const kilograms = search.get("kg");
  const biocharKg = quantityIn(kilograms ?? search.get("kg-from"));
  if (kilograms === null) return { kind: "input", biocharKg: biocharKg ?? OFFSET_QUANTITY.initial };
  if (biocharKg !== undefined) return { kind: "result", biocharKg };
  const error = "Enter a quantity from 1 to 1,000 kg";
  return { kind: "input", biocharKg: OFFSET_QUANTITY.initial, error, typed: kilograms };
}

/** The kilograms that a text says; undefined where it says none, or more or fewer than the slider has. */
export function quantityIn(text: string | null): number | undefined {
  const read = readNumber(text ?? "");
  const biocharKg = "plain" in read ? Number(read.plain) : Number.NaN;
  return biocharKg >= OFFSET_QUANTITY.min && biocharKg <= OFFSET_QUANTITY.max ? biocharKg : undefined;
}

function toOneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
