import { quoteByTariff, type Tariff } from "./delivery-tariff.ts";
import { isInUnitedKingdom, locate, type Place } from "./delivery-zones.ts";
import { type Load, type PackedLine, splitIntoLoads } from "./loads.ts";
import { divideRounded, type Pence } from "./money.ts";
import { homeServed, type ServedPlaces, unservedReason } from "./served-places.ts";

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
 * What it costs to bring these lines to a place, by the rates in force. Product page, cart, checkout, REST, orders and
 * invoices all ask this one function. Nothing costs nothing; outside the United Kingdom the rules without a tariff ask
 * nothing until staff agree it.
 */
export function quoteDelivery(
  lines: readonly DeliveryLine[],
  place: Place,
  rates: DeliveryRule,
): DeliveryQuote {
  const reason = rates.served ? unservedReason(place, rates.served) : null;
  if (reason !== null) return { kind: "not_served", reason };
  const subtotal = lines.reduce((sum, line) => sum + line.lineTotal, 0);
  if (rates.kind === "tariff" && subtotal > 0) {
    const quote = quoteByTariff(lines, locate(place), rates.tariff);
    if (quote.kind !== "quoted") return quote;
    const loads = quote.loads ?? loadsOf(lines);
    return { kind: "quoted", options: [standard(quote.price)], loads };
  }
  const price = rates.kind === "tariff" ? 0 : priceByValue(subtotal, place, rates);
  const express = subtotal > 0 ? expressPrice(place, rates) : null;
  return {
    kind: "quoted",
    options: express === null ? [standard(price)] : [standard(price), expressOption(express)],
    loads: loadsOf(lines),
  };
}

/** The parcels, pallets and bulk bags that staff send; null where packs have no weight. */
export function loadsOf(lines: readonly PackedLine[]): Load[] | null {
  const split = splitIntoLoads(lines, { parcels: true });
  return "loads" in split ? split.loads : null;
}

function standard(price: Pence): DeliveryOption {
  return { id: "standard", label: "Standard delivery", price };
}

function expressOption(price: Pence): DeliveryOption {
  return { id: "express", label: "Express delivery", price };
}

type RuleByValue = Exclude<DeliveryRule, { kind: "tariff" }>;

/** The rules that ask only what the goods are worth; outside the UK they ask nothing. */
function priceByValue(subtotal: Pence, place: Place, rule: RuleByValue): Pence {
  if (subtotal <= 0 || !isInUnitedKingdom(place)) return 0;
  if (rule.kind === "as_specified") return subtotal < UK_FREE_SHIPPING_FROM ? UK_SHIPPING : 0;
  if (!rule.enabled || subtotal >= rule.freeFrom) return 0;
  if (!rule.fallsWithValue) return rule.standard;
  return divideRounded(rule.standard * (rule.freeFrom - subtotal), rule.freeFrom);
}

/**
 * The drawer's Shipping, before anybody said where to: flat by the built-in rule, else what delivery inside the UK
 * costs; null where only a postcode tells.
 */
export function drawerShipping(lines: readonly DeliveryLine[], rule: DeliveryRule): Pence | null {
  if (!lines.some(({ lineTotal }) => lineTotal > 0)) return 0;
  if (rule.kind === "as_specified") return DRAWER_SHIPPING;
  const quote = quoteDelivery(lines, { country: "United Kingdom" }, rule);
  return quote.kind === "quoted" ? quote.options[0].price : null;
}

/** The price of express delivery where the shopper may choose it: inside the UK, by the owner's saved rule. */
export function expressPrice(place: Place, rule: DeliveryRule): Pence | null {
  if (rule.kind !== "one_rule" || !rule.enabled || rule.express <= 0) return null;
  if (homeServed(rule.served) === null) return null;
  return isInUnitedKingdom(place) ? rule.express : null;
}
