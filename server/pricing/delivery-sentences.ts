import {
  columnName,
  type DeliveryRule,
  expressPrice,
  quoteDelivery,
  type TariffZone,
  UK_FREE_SHIPPING_FROM,
  UK_SHIPPING,
  type UnquotedDelivery,
} from "./delivery.ts";
import { locate } from "./delivery-zones.ts";
import { type Currency, type CurrencyCode, formatMoney, formatMoneyShort, type Pence } from "./money.ts";
import { abroadServed, homeServed, isEntryServed, placesServedOf } from "./served-places.ts";

interface DeliveryRate {
  to: string;
  /** Which orders it is for, by the value of their goods. */
  order: string;
  cost: string;
}

const UK = "United Kingdom";

type RuleByTariff = Extract<DeliveryRule, { kind: "tariff" }>;
type RuleByValue = Exclude<DeliveryRule, { kind: "tariff" }>;

/**
 * The rule in force as a table for the Delivery page: every cost is what the checkout itself would ask, and no row names
 * a place that is not served.
 */
export function deliveryRates(rule: DeliveryRule, currency: Currency): DeliveryRate[] {
  if (rule.kind === "tariff") return tariffRates(rule, currency);
  const home = homeServed(rule.served);
  const abroad = abroadServed(rule.served);
  return [
    ...(home === null ? [] : [...standardTo(home, rule, currency), ...expressTo(home, rule, currency)]),
    ...(abroad === null ? [] : [{ to: abroad, order: "any value", cost: "Free" }]),
  ];
}

/** Whether somebody outside the United Kingdom may pay without a price for delivery, which is agreed afterwards. */
export function isAgreedAbroad({ kind, served }: Pick<DeliveryRule, "kind" | "served">): boolean {
  return kind !== "tariff" && abroadServed(served) !== null;
}

function tariffRates(rule: RuleByTariff, currency: Currency): DeliveryRate[] {
  return zonesServed(rule).flatMap(({ name, places: written, prices }) =>
    rule.tariff.columns.flatMap((column, index) => {
      const price = prices[index] ?? null;
      if (price === null) return [];
      const places = placesServedOf(written, rule.served);
      const to = name === written || name === places ? places : `${name} (${places})`;
      return [{ to, order: columnName(column), cost: price === 0 ? "Free" : formatMoney(price, currency) }];
    }),
  );
}

/** The zones of which some place is served. */
function zonesServed({ tariff: { zones }, served }: RuleByTariff): readonly TariffZone[] {
  return served
    ? zones.filter(({ entries }) => entries.some((entry) => isEntryServed(entry, served)))
    : zones;
}

/** What the smallest order, of one penny, pays for delivery inside the UK. */
function smallestCharge(rule: RuleByValue): Pence {
  const everywhere = { ...rule, served: undefined };
  const quote = quoteDelivery([{ quantity: 1, lineTotal: 1 }], locate({ country: UK }), everywhere);
  return quote.kind === "quoted" ? quote.options[0].price : 0;
}

function standardTo(to: string, rule: RuleByValue, currency: Currency): DeliveryRate[] {
  const dearest = smallestCharge(rule);
  if (dearest === 0) return [{ to, order: "any value", cost: "Free" }];
  const freeFrom = rule.kind === "as_specified" ? UK_FREE_SHIPPING_FROM : rule.freeFrom;
  const falls = rule.kind === "one_rule" && rule.fallsWithValue;
  return [
    {
      to,
      order: `under ${formatMoney(freeFrom, currency)}`,
      cost: falls
        ? `from ${formatMoney(dearest, currency)}, less the more you buy`
        : formatMoney(dearest, currency),
    },
    { to, order: `${formatMoney(freeFrom, currency)} or more`, cost: "Free" },
  ];
}

function expressTo(to: string, rule: DeliveryRule, currency: Currency): DeliveryRate[] {
  const price = expressPrice(rule);
  return price === null
    ? []
    : [{ to: `${to}, express`, order: "any value", cost: formatMoney(price, currency) }];
}

/**
 * What delivery at home will cost, in one sentence from the checkout's own rule (docs/rules.md#delivery-4): shown wherever
 * another figure stands, so that nobody meets a charge only at checkout.
 */
export function deliverySentence(rule: DeliveryRule, currency: Currency | CurrencyCode): string {
  if (rule.kind === "tariff") {
    const least = leastOf(rule);
    if (least === null) return "Ask us what delivery costs.";
    const from = least === 0 ? "nothing" : formatMoneyShort(least, currency);
    return `Delivery from ${from}, ${basisOf(rule)}; final total before you pay.`;
  }
  const home = homeServed(rule.served);
  if (home === null) return "Free delivery; final total before you pay.";
  const { standard, freeFrom, falls } =
    rule.kind === "as_specified"
      ? { standard: UK_SHIPPING, freeFrom: UK_FREE_SHIPPING_FROM, falls: false }
      : { standard: rule.enabled ? rule.standard : 0, freeFrom: rule.freeFrom, falls: rule.fallsWithValue };
  const delivery = home === UK ? "UK delivery" : `Delivery in ${home}`;
  return `${costOf(delivery, { standard, freeFrom, falls }, currency)}; final total before you pay.`;
}

/** The least that anything costs by a tariff, to the places that are served. */
function leastOf(rule: RuleByTariff): Pence | null {
  const prices = zonesServed(rule)
    .flatMap((zone) => zone.prices)
    .filter((price) => price !== null);
  return prices.length === 0 ? null : Math.min(...prices);
}

/** What a price by a tariff depends on: where a zone is the only one, it is the same at each of its postcodes. */
function basisOf(rule: RuleByTariff): string {
  const zones = zonesServed(rule);
  if (zones.some(({ entries }) => entries.some(({ kind }) => kind !== "country"))) {
    return "by weight and postcode";
  }
  return zones.length > 1 ? "by weight and country" : "by weight";
}

function costOf(
  delivery: string,
  { standard, freeFrom, falls }: { standard: Pence; freeFrom: Pence; falls: boolean },
  currency: Currency | CurrencyCode,
): string {
  const short = (amount: Pence) => formatMoneyShort(amount, currency);
  if (standard === 0 || freeFrom <= 0) return `Free ${delivery.replace(/^Delivery/, "delivery")}`;
  return falls
    ? `${delivery} at most ${short(standard)}, less the more you buy, free from ${short(freeFrom)}`
    : `${delivery} ${short(standard)}, free from ${short(freeFrom)}`;
}

/**
 * The product page's line about free shipping: the built-in one is true though not the whole rule, else by the owner's
 * saved rule; nothing when there is no such limit.
 */
export function freeShippingLine(rule: DeliveryRule, currency: Currency): string {
  if (rule.kind === "as_specified") return `Free shipping on orders over ${formatMoneyShort(5000, currency)}`;
  if (rule.kind === "tariff") {
    return leastOf(rule) === null ? "Delivery by arrangement" : `Delivery ${basisOf(rule)}`;
  }
  if (homeServed(rule.served) === null || !rule.enabled || rule.standard === 0 || rule.freeFrom <= 0)
    return "Free shipping";
  return `Free shipping on orders over ${formatMoneyShort(rule.freeFrom, currency)}`;
}

/** What is said to somebody whose delivery has no price: nothing can be paid. */
export function unquotedMessage(unquoted: UnquotedDelivery): string {
  if (unquoted.kind === "needs_postcode")
    return "Enter the postcode of the delivery: its price depends on it.";
  if (unquoted.kind === "not_served") return unquoted.reason;
  return `${unquoted.reason} Ask us, and we tell you what it costs.`;
}
