import { ShopError } from "#server/core/errors.ts";
import {
  type DeliveryQuote,
  type DeliveryRule,
  quoteDelivery,
  quoteInZone,
  type UnquotedDelivery,
} from "#server/pricing/delivery.ts";
import { unquotedMessage } from "#server/pricing/delivery-sentences.ts";
import { isExportTo } from "#server/pricing/delivery-zones.ts";
import { type Load, loadNames, loadsInWords } from "#server/pricing/loads.ts";
import { type CurrencyCode, codeOf, type Pence } from "#server/pricing/money.ts";
import { isEntryServed } from "#server/pricing/served-places.ts";
import {
  deliveryLinesOf,
  type PriceableLine,
  subtotalOf,
  type Totals,
  totalsOf,
} from "#server/pricing/totals.ts";
import type { VatMode } from "#server/pricing/vat.ts";
import { deliveryRuleOf, type StoreSettings, vatModeOf } from "#server/settings/store-settings.ts";
import type { CheckoutDetails, PricedLine, PricedSnapshot } from "./checkout.ts";
import {
  COLLECTION,
  COLLECTION_LABEL,
  type DeliveryFact,
  deliveryFacts,
  type EqualLoads,
  type FrozenDelivery,
  isCollected,
  type PackedDelivery,
} from "./delivery-choice.ts";

/** The part of the settings that prices depend on: small enough to send to the browser. */
export interface PricingRules {
  deliveryRule: DeliveryRule;
  vatMode: VatMode;
  currency: CurrencyCode;
  /** Goods that leave the United Kingdom are sold at 0% (docs/decisions/032). */
  zeroRatesExports: boolean;
  /** Buyers may collect from the yard. */
  collection?: boolean;
}

/** The owner's delivery rules. */
export function pricingRulesOf(settings: StoreSettings): PricingRules {
  return {
    deliveryRule: deliveryRuleOf(settings),
    vatMode: vatModeOf(settings),
    currency: codeOf(settings.currency),
    zeroRatesExports: settings.taxEnabled && settings.zeroRateExports,
    ...(settings.collectionEnabled ? { collection: true } : {}),
  };
}

/** The destination and the speed of the delivery. */
export interface DeliveryRequest {
  country: string;
  /** Tells the Channel Islands from the rest, and the zones of a tariff. */
  postcode?: string | undefined;
  wantsExpress?: boolean;
  /** Collected from the yard, in the half hour that begins at this ISO moment, once one is chosen. */
  collected?: { slot?: string | undefined } | undefined;
}

/** The total of these lines with delivery. Server and browser calculate it with this one function. */
export function quoteCheckout(
  lines: readonly PriceableLine[],
  delivery: DeliveryRequest,
  rules: PricingRules,
): Totals {
  const totals = totalsOf(ratedFor(lines, delivery, rules), { ...delivery, ...rules });
  return isCollectedBy(delivery, rules) ? withoutDelivery(totals) : totals;
}

/** Whether it is collected, where that is offered. */
function isCollectedBy({ collected }: DeliveryRequest, rules: PricingRules): boolean {
  return rules.collection === true && collected !== undefined;
}

function withoutDelivery({ subtotal, vat, vatDue }: Totals): Totals {
  return { subtotal, vat, vatDue, shipping: 0, total: subtotal };
}

/** Whether its goods leave the country, and are sold at 0% for that. What is collected is handed over here. */
function isZeroRated(delivery: DeliveryRequest, rules: PricingRules): boolean {
  return rules.zeroRatesExports && !isCollectedBy(delivery, rules) && isExportTo(delivery);
}

/** The lines at the VAT rates of their destination. The price stays: only the VAT inside it depends on that. */
function ratedFor<Line extends PriceableLine>(
  lines: readonly Line[],
  delivery: DeliveryRequest,
  rules: PricingRules,
): Line[] {
  const isExport = isZeroRated(delivery, rules);
  return lines.map((line) => (isExport ? { ...line, vatRate: 0 } : line));
}

/** The delivery that a checkout's details ask for. */
export function deliveryOf(details: CheckoutDetails): DeliveryRequest {
  const { country, postcode } = details.shippingAddress;
  return {
    country,
    postcode,
    wantsExpress: details.expressDelivery === true,
    ...(isCollected(details.delivery) ? { collected: { slot: details.delivery?.slot } } : {}),
  };
}

/**
 * The lines with all that they are charged, to be frozen in a checkout. @throws ShopError `conflict` or, for a place
 * that is not served, `validation_failed`, where delivery has no price
 */
export function snapshotOf(
  lines: PricedLine[],
  delivery: DeliveryRequest,
  rules: PricingRules,
  tradeList: string | null = null,
): PricedSnapshot {
  const isExport = isZeroRated(delivery, rules);
  const totals = quoteCheckout(lines, delivery, rules);
  if (totals.unquoted) throw withoutPrice(totals.unquoted);
  return {
    lines: ratedFor(lines, delivery, rules).map(({ pack: _, ...line }) => line),
    ...totals,
    ...(isExport ? { isExport } : {}),
    ...frozenDelivery(lines, delivery, rules),
    ...(tradeList === null ? {} : { tradeList }),
    ...(rules.currency === "gbp" ? {} : { currency: rules.currency }),
  };
}

function withoutPrice(unquoted: UnquotedDelivery): ShopError {
  const message = unquotedMessage(unquoted);
  return new ShopError(unquoted.kind === "ask_us" ? "conflict" : "validation_failed", message, {
    ...(unquoted.kind === "ask_us" ? {} : { fields: { postcode: [message] } }),
  });
}

/** What delivery costs to where it is wanted, by the rates in force; of what is collected too, should it be sent. */
export function deliveryQuoteOf(
  lines: readonly PriceableLine[],
  delivery: DeliveryRequest,
  rules: PricingRules,
): DeliveryQuote {
  return quoteDelivery(deliveryLinesOf(lines), delivery, rules.deliveryRule);
}

/** The option that is charged; nothing by the built-in rule, which offers no choice. */
function frozenDelivery(
  lines: readonly PricedLine[],
  delivery: DeliveryRequest,
  rules: PricingRules,
): { delivery?: FrozenDelivery } {
  if (isCollectedBy(delivery, rules)) {
    const slot = delivery.collected?.slot;
    return { delivery: { ...collectionOption, ...(slot === undefined ? {} : { slot }) } };
  }
  if (rules.deliveryRule.kind === "as_specified") return {};
  const quote = deliveryQuoteOf(lines, delivery, rules);
  if (quote.kind !== "quoted") return {};
  const [standard, ...others] = quote.options;
  const chosen = (delivery.wantsExpress && others.find(({ id }) => id === "express")) || standard;
  const { loads } = quote;
  const packed = loads ? { loads: loadsInWords(loads), split: equalLoadsOf(loads, lines) } : {};
  return { delivery: { ...chosen, ...packed } };
}

const collectionOption = { id: COLLECTION, label: COLLECTION_LABEL, price: 0 };

/**
 * What these lines may come to with their delivery, at all places that are served: a script begins a payment before it
 * says where its order goes. Empty where delivery has no price anywhere.
 */
export function possibleTotals(lines: readonly PriceableLine[], rules: PricingRules): Set<Pence> {
  const { deliveryRule } = rules;
  const totals = ["United Kingdom", "elsewhere", ...(deliveryRule.served?.countries ?? [])]
    .flatMap((country) => [false, true].map((wantsExpress) => ({ country, wantsExpress })))
    .map((delivery) => quoteCheckout(lines, delivery, rules))
    .flatMap(({ unquoted, total }) => (unquoted ? [] : [total]));
  const collected = rules.collection ? [subtotalOf(lines)] : [];
  return new Set([...totals, ...totalsByTariff(lines, rules), ...collected]);
}

function totalsByTariff(lines: readonly PriceableLine[], { deliveryRule }: PricingRules): Pence[] {
  if (deliveryRule.kind !== "tariff") return [];
  const { served, tariff } = deliveryRule;
  const subtotal = subtotalOf(lines);
  return tariff.zones
    .filter(({ entries }) => !served || entries.some((entry) => isEntryServed(entry, served)))
    .map((zone) => quoteInZone(deliveryLinesOf(lines), tariff.columns, zone))
    .flatMap((quote) => (quote.kind === "quoted" ? [subtotal + quote.price] : []));
}

/** The loads of some lines to be frozen with them: neighbours that weigh and hold the same are told once. */
export function equalLoadsOf(
  loads: readonly Load[],
  lines: readonly { productName: string }[],
): EqualLoads[] {
  const equal: EqualLoads[] = [];
  for (const { kind, grams, packs } of loads) {
    const held = packs.map(({ line, quantity }) => ({
      productName: lines[line]?.productName ?? "",
      quantity,
    }));
    const load = { kind, count: 1, grams, packs: held };
    const last = equal.at(-1);
    if (last && isLike(last, load)) last.count += 1;
    else equal.push(load);
  }
  return equal;
}

function isLike(one: EqualLoads, other: EqualLoads): boolean {
  if (one.kind !== other.kind || one.grams !== other.grams || one.packs.length !== other.packs.length) {
    return false;
  }
  return one.packs.every(({ productName, quantity }, index) => {
    const pack = other.packs[index];
    return pack?.productName === productName && pack.quantity === quantity;
  });
}

/** How an order goes out, in words, for whoever packs it: with what it goes out in, and what each of them holds. */
export function packingFacts(delivery: PackedDelivery): DeliveryFact[] {
  const goesOutIn = delivery.loads ? [{ label: "Goes out in", value: delivery.loads }] : [];
  return [...deliveryFacts(delivery), ...goesOutIn, ...splitFacts(delivery.split ?? [])];
}

/** "Parcel 1 of 2, 22 kg: 2 × Biochar Compost Mix"; numbered within their kind, so that no two have one label. */
function splitFacts(split: readonly EqualLoads[]): DeliveryFact[] {
  return split.map(({ kind, count, grams, packs }, place) => {
    const before = countOf(split.slice(0, place), kind);
    const all = countOf(split, kind);
    const name = `${loadNames[kind].charAt(0).toUpperCase()}${loadNames[kind].slice(1)}`;
    const isOne = count === 1;
    const which = isOne ? `${name} ${before + 1}` : `${name}s ${before + 1} to ${before + count}`;
    const weight = grams === null ? "" : `, ${grams / 1000} kg${isOne ? "" : " each"}`;
    const held = packs.map(({ productName, quantity }) => `${quantity} × ${productName}`).join(", ");
    return {
      label: `${all === 1 ? name : `${which} of ${all}`}${weight}`,
      value: isOne ? held : `each with ${held}`,
    };
  });
}

function countOf(split: readonly EqualLoads[], kind: EqualLoads["kind"]): number {
  return split.reduce((sum, loads) => (loads.kind === kind ? sum + loads.count : sum), 0);
}
