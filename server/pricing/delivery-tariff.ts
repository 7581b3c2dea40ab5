import { type LocatedPlace, waitsForPostcode, type ZoneEntry, zoneOf } from "./delivery-zones.ts";
import { type Load, type LoadKind, loadNames, type PackedLine, splitIntoLoads, weightOf } from "./loads.ts";
import type { Pence } from "./money.ts";

/** A column of the tariff: the price of one load, or of a whole order up to a weight in grams. */
export type TariffColumn = { kind: "load"; load: LoadKind } | { kind: "weight"; upTo: number };

/** "half pallet", "up to 25 kg". */
export function columnName(column: TariffColumn): string {
  return column.kind === "load" ? loadNames[column.load] : `up to ${column.upTo / 1000} kg`;
}

/** A row of the tariff: what its columns cost to one zone, null where nothing is offered. */
export interface TariffZone {
  name: string;
  /** As the owner wrote them: "IV, KW15-17". */
  places: string;
  entries: readonly ZoneEntry[];
  prices: readonly (Pence | null)[];
}

/** A haulier's table: zones beside loads and weights. */
export interface Tariff {
  columns: readonly TariffColumn[];
  zones: readonly TariffZone[];
}

export type TariffQuote =
  | { kind: "quoted"; price: Pence; zone: string; loads: Load[] | null }
  | { kind: "needs_postcode" }
  | { kind: "ask_us"; reason: string };

/**
 * What the tariff asks for these lines: the cheapest of what it offers. As a whole order up to a weight, by parcels
 * beside pallets, or all on pallets. A load travels for the cheapest price that covers at least its size, so that more
 * never costs less.
 */
export function quoteByTariff(
  lines: readonly PackedLine[],
  place: LocatedPlace,
  { columns, zones }: Tariff,
): TariffQuote {
  if (waitsForPostcode(zones, place)) return { kind: "needs_postcode" };
  const zone = zoneOf(zones, place);
  if (!zone) return { kind: "ask_us", reason: "We have no rate for your place yet." };
  return quoteInZone(lines, columns, zone);
}

/** The same where the zone is known. */
export function quoteInZone(
  lines: readonly PackedLine[],
  columns: readonly TariffColumn[],
  zone: TariffZone,
): TariffQuote {
  const loads = [true, false].map((parcels) => splitIntoLoads(lines, { parcels }));
  const grams = weightOf(lines);
  const offers: { price: Pence; loads: Load[] | null }[] = [];
  for (const split of loads) {
    if ("problem" in split) continue;
    const price = priceOfLoads(split.loads, columns, zone);
    if (price !== null) offers.push({ price, loads: split.loads });
  }
  const byWeight = grams === null ? null : priceOfWeight(grams, columns, zone);
  if (byWeight !== null) offers.push({ price: byWeight, loads: null });
  const cheapest = offers.reduce<(typeof offers)[number] | null>(
    (best, offer) => (best === null || offer.price < best.price ? offer : best),
    null,
  );
  if (cheapest) return { kind: "quoted", zone: zone.name, ...cheapest };
  const asksWeights = zone.prices.some((price, index) => price !== null && columns[index]?.kind === "weight");
  // Nobody asks what a bulk bag weighs where it travels as one.
  const unweighed = lines.some(
    ({ quantity, pack }) =>
      quantity > 0 && pack?.grossGrams == null && (asksWeights || pack?.handling !== "bulk_bag"),
  );
  return {
    kind: "ask_us",
    reason: unweighed
      ? "We have not weighed everything in this order yet."
      : `We have no rate for an order of this size to ${zone.name}.`,
  };
}

function priceOfLoads(
  loads: readonly Load[],
  columns: readonly TariffColumn[],
  zone: TariffZone,
): Pence | null {
  let sum = 0;
  for (const { kind } of loads) {
    const price = priceOfLoad(kind, columns, zone);
    if (price === null) return null;
    sum += price;
  }
  return sum;
}

const palletsFrom: Partial<Record<LoadKind, readonly LoadKind[]>> = {
  quarter_pallet: ["quarter_pallet", "half_pallet", "full_pallet"],
  half_pallet: ["half_pallet", "full_pallet"],
};

function priceOfLoad(kind: LoadKind, columns: readonly TariffColumn[], zone: TariffZone): Pence | null {
  const enough = palletsFrom[kind] ?? [kind];
  return cheapestOf(columns, zone, (column) => column.kind === "load" && enough.includes(column.load));
}

function priceOfWeight(grams: number, columns: readonly TariffColumn[], zone: TariffZone): Pence | null {
  return cheapestOf(columns, zone, (column) => column.kind === "weight" && grams <= column.upTo);
}

function cheapestOf(
  columns: readonly TariffColumn[],
  zone: TariffZone,
  covers: (column: TariffColumn) => boolean,
): Pence | null {
  const prices = columns.flatMap((column, index) => {
    const price = zone.prices[index] ?? null;
    return price !== null && covers(column) ? [price] : [];
  });
  return prices.length === 0 ? null : Math.min(...prices);
}
