import {
  type DeliveryRule,
  expressPrice,
  quoteDelivery,
  UK_FREE_SHIPPING_FROM,
  UK_SHIPPING,
  type UnquotedDelivery,
} from "./delivery.ts";
import { columnName, type Tariff } from "./delivery-tariff.ts";
import { type Currency, formatMoney, formatMoneyShort, type Pence } from "./money.ts";
import { isEntryServed, servedText } from "./served-places.ts";

interface DeliveryRate {
  to: string;
  /** Which orders it is for, by the value of their goods. */
  order: string;
  cost: string;
}

const UK = "United Kingdom";

type RuleByValue = Exclude<DeliveryRule, { kind: "tariff" }>;

/** The rule in force as a table for the Delivery page: every cost is what the checkout itself would ask. */
export function deliveryRates(rule: DeliveryRule, currency: Currency, onlyHome = false): DeliveryRate[] {
  if (rule.kind === "tariff") return tariffRates(rule, currency);
  return [
    ...unitedKingdom(rule, currency),
    ...express(rule, currency),
    ...(onlyHome ? [] : [{ to: "Other countries", order: "any value", cost: "Free" }]),
  ];
}

/** Whether somebody outside the United Kingdom may pay without a price for delivery, which is agreed afterwards. */
export function isAgreedAbroad({ kind, served }: Pick<DeliveryRule, "kind" | "served">): boolean {
  const places = served ? servedText(served) : null;
  return kind !== "tariff" && places !== "the United Kingdom" && places !== "Great Britain";
}

/** The rows of the places that are served. */
function tariffRates(
  { tariff: { columns, zones }, served }: Extract<DeliveryRule, { kind: "tariff" }>,
  currency: Currency,
): DeliveryRate[] {
  const rows = served
    ? zones.filter(({ entries }) => entries.some((entry) => isEntryServed(entry, served)))
    : zones;
  return rows.flatMap(({ name, places, prices }) =>
    columns.flatMap((column, index) => {
      const price = prices[index] ?? null;
      if (price === null) return [];
      const to = name === places ? name : `${name} (${places})`;
      return [{ to, order: columnName(column), cost: price === 0 ? "Free" : formatMoney(price, currency) }];
    }),
  );
}

/** What the smallest order, of one penny, pays for delivery inside the UK. */
function smallestCharge(rule: RuleByValue): Pence {
  const quote = quoteDelivery(
    [{ quantity: 1, lineTotal: 1 }],
    { country: UK },
    { ...rule, served: undefined },
  );
  return quote.kind === "quoted" ? quote.options[0].price : 0;
}

function unitedKingdom(rule: RuleByValue, currency: Currency): DeliveryRate[] {
  const dearest = smallestCharge(rule);
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
  if (rule.kind === "tariff") {
    const least = leastOf(rule.tariff);
    const from =
      least === null ? "" : ` from ${least === 0 ? "nothing" : formatMoneyShort(least, currency)},`;
    return `Delivery${from} by weight and postcode; final total before you pay.`;
  }
  const { standard, freeFrom, falls } =
    rule.kind === "as_specified"
      ? { standard: UK_SHIPPING, freeFrom: UK_FREE_SHIPPING_FROM, falls: false }
      : { standard: rule.enabled ? rule.standard : 0, freeFrom: rule.freeFrom, falls: rule.fallsWithValue };
  return `${costOf({ standard, freeFrom, falls }, currency)}; final total before you pay.`;
}

/** The least that anything costs by a tariff. */
function leastOf({ zones }: Tariff): Pence | null {
  const prices = zones.flatMap((zone) => zone.prices).filter((price) => price !== null);
  return prices.length === 0 ? null : Math.min(...prices);
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
  if (rule.kind === "tariff") return "Delivery by weight and postcode";
  if (!rule.enabled || rule.standard === 0 || rule.freeFrom <= 0) return "Free shipping";
  return `Free shipping on orders over ${formatMoneyShort(rule.freeFrom, currency)}`;
}

/** What is said to somebody whose delivery has no price: nothing can be paid. */
export function unquotedMessage(unquoted: UnquotedDelivery): string {
  if (unquoted.kind === "needs_postcode")
    return "Enter the postcode of the delivery: its price depends on it.";
  if (unquoted.kind === "not_served") return unquoted.reason;
  return `${unquoted.reason} Ask us, and we tell you what it costs.`;
}
