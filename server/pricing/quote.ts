import {
  type DeliveryOption,
  type DeliveryQuote,
  type DeliveryRule,
  quoteDelivery,
  quoteInZone,
  type UnquotedDelivery,
} from "./delivery.ts";
import { isExportTo, locate, type Place } from "./delivery-zones.ts";
import type { CurrencyCode, Pence } from "./money.ts";
import { isEntryServed } from "./served-places.ts";
import { deliveryLinesOf, type PriceableLine, subtotalOf, type Totals, totalsOf } from "./totals.ts";
import type { VatMode } from "./vat.ts";

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

/** Where lines go, and how fast: the postcode tells the Channel Islands from the rest, and the zones of a tariff. */
export interface DeliveryRequest extends Place {
  wantsExpress?: boolean;
  /** Collected from the yard, in the half hour that begins at this ISO moment, once one is chosen. */
  collected?: { slot?: string | undefined } | undefined;
}

/** What lines are charged, and how they get to their buyer for that. */
export interface Quote<Line extends PriceableLine> extends Totals {
  /** At the VAT rates of their destination. The price stays: only the VAT inside it depends on that. */
  lines: readonly Line[];
  isCollected: boolean;
  /** Sold at 0%, since the goods leave the United Kingdom. */
  isExport: boolean;
  /** What it costs to bring them, by the rates in force; of what is collected too, should it be sent. */
  bringing: DeliveryQuote;
  /** What of that is charged; nothing of what is collected, or has no price. */
  chosen: DeliveryOption | undefined;
  /** The shopper chose express delivery, and `shipping` is its price. */
  express: boolean;
  /** Why delivery has no price yet. `shipping` is then 0, and nothing can be paid. */
  unquoted: UnquotedDelivery | undefined;
}

/** The total of lines with their delivery. Cart, checkout, orders, scripts and the page in the browser ask this alone. */
export function quote<Line extends PriceableLine>(
  lines: readonly Line[],
  delivery: DeliveryRequest,
  rules: PricingRules,
): Quote<Line> {
  const place = locate(delivery);
  const isCollected = rules.collection === true && delivery.collected !== undefined;
  // What is collected is handed over here.
  const isExport = rules.zeroRatesExports && !isCollected && isExportTo(place);
  const rated = isExport ? lines.map((line) => ({ ...line, vatRate: 0 })) : lines;
  const bringing = quoteDelivery(deliveryLinesOf(lines), place, rules.deliveryRule);
  const options = bringing.kind === "quoted" && !isCollected ? bringing.options : [];
  const express = delivery.wantsExpress ? options.find(({ id }) => id === "express") : undefined;
  const chosen = express ?? options[0];
  return {
    ...totalsOf(rated, rules.vatMode, chosen?.price),
    lines: rated,
    isCollected,
    isExport,
    bringing,
    chosen,
    express: express !== undefined,
    unquoted: bringing.kind === "quoted" || isCollected ? undefined : bringing,
  };
}

/**
 * What these lines may come to with their delivery, at all places that are served: a script begins a payment before it
 * says where its order goes. Empty where delivery has no price anywhere.
 */
export function possibleTotals(lines: readonly PriceableLine[], rules: PricingRules): Set<Pence> {
  const { deliveryRule } = rules;
  const totals = ["United Kingdom", "elsewhere", ...(deliveryRule.served?.countries ?? [])]
    .flatMap((country) => [false, true].map((wantsExpress) => ({ country, wantsExpress })))
    .map((delivery) => quote(lines, delivery, rules))
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
    .flatMap((inZone) => (inZone.kind === "quoted" ? [subtotal + inZone.price] : []));
}
