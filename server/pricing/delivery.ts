import { codeNamedIn, piecesOf } from "./country-names.ts";
import { type Currency, divideRounded, formatMoney, formatMoneyShort, type Pence } from "./money.ts";

/** The cart drawer's flat figure, added when the subtotal is above zero (docs/rules.md#delivery-4). */
const DRAWER_SHIPPING: Pence = 499;
/** Checkout shipping inside the UK, including 20% VAT (docs/rules.md#delivery-1). */
const UK_SHIPPING: Pence = 1099;
/** UK orders from this subtotal on travel free; £45.00 itself does. */
const UK_FREE_SHIPPING_FROM: Pence = 4500;

/**
 * How delivery is charged (docs/rules.md#delivery-5). "as_specified" is the built-in rule until the owner first saves
 * the Shipping tab; "one_rule" uses the saved settings in drawer, product page and checkout alike.
 */
export type DeliveryRule =
  | { kind: "as_specified" }
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

const ukNames = /kingdom|uk|great britain|england|scotland|wales|northern ireland/;
/** Pieces of a text that mean the United Kingdom whatever else it says. */
const surelyUk = new Set(["gb", "uk", "united kingdom", "great britain", "england", "scotland", "wales"]);
/** Places named beside the United Kingdom that are no other country: itself and the Crown dependencies. */
const notElsewhere = new Set(["GB", "IM", "JE", "GG"]);

/**
 * Whether a country text means the United Kingdom (docs/rules.md#delivery-2): it contains "kingdom" or "uk", plus the
 * names and the code "GB" that it misses, minus Ukraine and other places that merely contain such a word, such as the
 * Kingdom of Norway and New South Wales.
 */
export function isUnitedKingdom(country: string): boolean {
  const text = country.trim().toLowerCase();
  if (text === "gb") return true;
  if (!ukNames.test(text) || text.includes("ukraine")) return false;
  if (piecesOf(text).some((piece) => surelyUk.has(piece))) return true;
  const code = codeNamedIn(text);
  return code === undefined || notElsewhere.has(code);
}

/** The drawer's Shipping for a subtotal. */
export function drawerShipping(subtotal: Pence, rule: DeliveryRule): Pence {
  if (subtotal <= 0) return 0;
  return rule.kind === "as_specified" ? DRAWER_SHIPPING : quoteDelivery(subtotal, "United Kingdom", rule);
}

/** The cost of an order's delivery: zero means free; outside the UK it is 0 until agreed. */
export function quoteDelivery(subtotal: Pence, country: string, rule: DeliveryRule): Pence {
  if (subtotal <= 0 || !isUnitedKingdom(country)) return 0;
  if (rule.kind === "as_specified") return subtotal < UK_FREE_SHIPPING_FROM ? UK_SHIPPING : 0;
  if (!rule.enabled || subtotal >= rule.freeFrom) return 0;
  if (!rule.fallsWithValue) return rule.standard;
  return divideRounded(rule.standard * (rule.freeFrom - subtotal), rule.freeFrom);
}

/** The price of express delivery where the shopper may choose it: inside the UK, by the owner's saved rule. */
export function expressPrice(country: string, rule: DeliveryRule): Pence | null {
  if (rule.kind === "as_specified" || !rule.enabled || rule.express <= 0) return null;
  return isUnitedKingdom(country) ? rule.express : null;
}

interface DeliveryRate {
  to: string;
  /** Which orders it is for, by the value of their goods. */
  order: string;
  cost: string;
}

const UK = "United Kingdom";
/** The smallest order: one penny. */
const SMALLEST: Pence = 1;

/** The rule in force as a table for the Delivery page: every cost is what the checkout itself would ask. */
export function deliveryRates(rule: DeliveryRule, currency: Currency, onlyHome = false): DeliveryRate[] {
  return [
    ...unitedKingdom(rule, currency),
    ...express(rule, currency),
    ...(onlyHome ? [] : [{ to: "Other countries", order: "any value", cost: "Free" }]),
  ];
}

function unitedKingdom(rule: DeliveryRule, currency: Currency): DeliveryRate[] {
  const dearest = quoteDelivery(SMALLEST, UK, rule);
  if (dearest === 0) return [{ to: UK, order: "any value", cost: "Free" }];
  const freeFrom = rule.kind === "as_specified" ? UK_FREE_SHIPPING_FROM : rule.freeFrom;
  const falls = rule.kind === "one_rule" && rule.fallsWithValue;
  return [
    {
      to: UK,
      order: `under ${formatMoney(freeFrom, currency)}`,
      cost: falls
        ? `from ${formatMoney(dearest, currency)}, less the more you buy`
        : formatMoney(dearest, currency),
    },
    { to: UK, order: `${formatMoney(freeFrom, currency)} or more`, cost: "Free" },
  ];
}

function express(rule: DeliveryRule, currency: Currency): DeliveryRate[] {
  const price = expressPrice(UK, rule);
  return price === null
    ? []
    : [{ to: `${UK}, express`, order: "any value", cost: formatMoney(price, currency) }];
}

/**
 * What UK delivery will cost, in one sentence from the checkout's own rule (docs/rules.md#delivery-4): shown wherever
 * another figure stands, so that nobody meets a charge only at checkout.
 */
export function deliverySentence(rule: DeliveryRule, currency: Currency): string {
  const { standard, freeFrom, falls } =
    rule.kind === "as_specified"
      ? { standard: UK_SHIPPING, freeFrom: UK_FREE_SHIPPING_FROM, falls: false }
      : { standard: rule.enabled ? rule.standard : 0, freeFrom: rule.freeFrom, falls: rule.fallsWithValue };
  return `${costOf({ standard, freeFrom, falls }, currency)}; final total before you pay.`;
}

function costOf(
  { standard, freeFrom, falls }: { standard: Pence; freeFrom: Pence; falls: boolean },
  currency: Currency,
): string {
  const short = (amount: Pence) => formatMoneyShort(amount, currency);
  if (standard === 0 || freeFrom <= 0) return "Free UK delivery";
  return falls
    ? `UK delivery at most ${short(standard)}, less the more you buy, free from ${short(freeFrom)}`
    : `UK delivery ${short(standard)}, free from ${short(freeFrom)}`;
}

/**
 * The product page's line about free shipping: the built-in one is true though not the whole rule, else by the owner's
 * saved rule; nothing when there is no such limit.
 */
export function freeShippingLine(rule: DeliveryRule, currency: Currency): string {
  if (rule.kind === "as_specified") return `Free shipping on orders over ${formatMoneyShort(5000, currency)}`;
  if (!rule.enabled || rule.standard === 0 || rule.freeFrom <= 0) return "Free shipping";
  return `Free shipping on orders over ${formatMoneyShort(rule.freeFrom, currency)}`;
}
