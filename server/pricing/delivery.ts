import {
  isInUnitedKingdom,
  type LocatedPlace,
  waitsForPostcode,
  type ZoneEntry,
  zoneOf,
} from "./delivery-zones.ts";
import { type Load, type LoadKind, loadNames, type PackedLine, splitIntoLoads, weightOf } from "./loads.ts";
import { divideRounded, type Pence } from "./money.ts";
import { homeServed, type ServedPlaces, unservedReason } from "./served-places.ts";

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
  | { kind: "quoted"; price: Pence; loads: Load[] | null }
  | { kind: "needs_postcode" }
  | { kind: "ask_us"; reason: string };

/**
 * What the tariff asks for these lines: the cheapest of what it offers. As a whole order up to a weight, by parcels
 * beside pallets, or all on pallets. A load travels for the cheapest price that covers at least its size, so that more
 * never costs less.
 */
function quoteByTariff(
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
  const grams = weightOf(lines);
  const offers: { price: Pence; loads: Load[] | null }[] = [];
  for (const parcels of [true, false]) {
    const loads = splitIntoLoads(lines, { parcels });
    const price = loads && priceOfLoads(loads, columns, zone);
    if (price !== null) offers.push({ price, loads });
  }
  const byWeight = grams === null ? null : priceOfWeight(grams, columns, zone);
  if (byWeight !== null) offers.push({ price: byWeight, loads: null });
  const cheapest = offers.reduce<(typeof offers)[number] | null>(
    (best, offer) => (best === null || offer.price < best.price ? offer : best),
    null,
  );
  if (cheapest) return { kind: "quoted", ...cheapest };
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

/** The cart drawer's flat figure, added when the subtotal is above zero (docs/rules.md#delivery-4). */
export const DRAWER_SHIPPING: Pence = 499;
/** Checkout shipping inside the UK, including 20% VAT (docs/rules.md#delivery-1). */
export const UK_SHIPPING: Pence = 1099;
/** UK orders from this subtotal on travel free; £45.00 itself does. */
export const UK_FREE_SHIPPING_FROM: Pence = 4500;

/**
 * How delivery is charged (docs/rules.md#delivery-5), and where to. "as_specified" is the built-in rule until the owner
 * first saves the Shipping tab; "one_rule" and "tariff" are the saved settings, in drawer, product page and checkout
 * alike.
 */
export type DeliveryRule = DeliveryCharge & {
  /** Everywhere where it is missing. */
  served?: ServedPlaces;
};

type DeliveryCharge =
  | { kind: "as_specified" }
  | { kind: "tariff"; tariff: Tariff }
  | {
      kind: "one_rule";
      enabled: boolean;
      freeFrom: Pence;
      standard: Pence;
      /**
       * The price of express delivery, which the shopper may choose whatever the order comes to; 0 offers no choice.
       */
      express: Pence;
      /** The standard charge falls evenly with the order's value, down to nothing at `freeFrom`. */
      fallsWithValue: boolean;
    };

/** Some packs of an order, with what they cost. */
export interface DeliveryLine extends PackedLine {
  lineTotal: Pence;
}

type DeliveryOptionId = "standard" | "express";

/** One way of delivery that a shopper may choose. */
export interface DeliveryOption {
  id: DeliveryOptionId;
  label: string;
  price: Pence;
}

/** What keeps delivery from having a price. */
export type UnquotedDelivery =
  | { kind: "needs_postcode" }
  /** No row of the tariff covers it, or a pack was never weighed. */
  | { kind: "ask_us"; reason: string }
  | { kind: "not_served"; reason: string };

export type DeliveryQuote =
  | {
      kind: "quoted";
      /** What it costs unless something else is chosen comes first. */
      options: [DeliveryOption, ...DeliveryOption[]];
      /** What a carrier takes; null where packs have no weight. */
      loads: Load[] | null;
    }
  | UnquotedDelivery;

/**
 * What it costs to bring these lines to a place, by the rates in force. `quote` asks it for all that is charged, and
 * what is said of the rates asks it for examples. Nothing costs nothing; outside the United Kingdom the rules without a
 * tariff ask nothing until staff agree it.
 */
export function quoteDelivery(
  lines: readonly DeliveryLine[],
  place: LocatedPlace,
  rates: DeliveryRule,
): DeliveryQuote {
  const reason = rates.served ? unservedReason(place, rates.served) : null;
  if (reason !== null) return { kind: "not_served", reason };
  const subtotal = lines.reduce((sum, line) => sum + line.lineTotal, 0);
  if (rates.kind === "tariff" && subtotal > 0) {
    const quote = quoteByTariff(lines, place, rates.tariff);
    if (quote.kind !== "quoted") return quote;
    const loads = quote.loads ?? loadsOf(lines);
    return { kind: "quoted", options: [standard(quote.price)], loads };
  }
  const price = rates.kind === "tariff" ? 0 : priceByValue(subtotal, place, rates);
  const express = subtotal > 0 && isInUnitedKingdom(place) ? expressPrice(rates) : null;
  return {
    kind: "quoted",
    options: express === null ? [standard(price)] : [standard(price), expressOption(express)],
    loads: loadsOf(lines),
  };
}

/** The parcels, pallets and bulk bags that staff send; null where packs have no weight. */
export function loadsOf(lines: readonly PackedLine[]): Load[] | null {
  return splitIntoLoads(lines, { parcels: true });
}

function standard(price: Pence): DeliveryOption {
  return { id: "standard", label: "Standard delivery", price };
}

function expressOption(price: Pence): DeliveryOption {
  return { id: "express", label: "Express delivery", price };
}

type RuleByValue = Exclude<DeliveryRule, { kind: "tariff" }>;

/** The rules that ask only what the goods are worth; outside the UK they ask nothing. */
function priceByValue(subtotal: Pence, place: LocatedPlace, rule: RuleByValue): Pence {
  if (subtotal <= 0 || !isInUnitedKingdom(place)) return 0;
  if (rule.kind === "as_specified") return subtotal < UK_FREE_SHIPPING_FROM ? UK_SHIPPING : 0;
  if (!rule.enabled || subtotal >= rule.freeFrom) return 0;
  if (!rule.fallsWithValue) return rule.standard;
  return divideRounded(rule.standard * (rule.freeFrom - subtotal), rule.freeFrom);
}

/** The price of express delivery inside the UK, where the shopper may choose it by the owner's saved rule. */
export function expressPrice(rule: DeliveryRule): Pence | null {
  if (rule.kind !== "one_rule" || !rule.enabled || rule.express <= 0) return null;
  return homeServed(rule.served) === null ? null : rule.express;
}
