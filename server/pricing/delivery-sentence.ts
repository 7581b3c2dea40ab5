import { type DeliveryRule, UK_FREE_SHIPPING_FROM, UK_SHIPPING } from "./delivery.ts";
import { formatPounds, type Pence } from "./money.ts";

/**
 * What UK delivery will cost, in one sentence from the checkout's own rule (docs/rules.md#delivery-4): shown wherever
 * another figure stands, so that nobody meets a charge only at checkout.
 */
export function deliverySentence(rule: DeliveryRule): string {
  const { standard, freeFrom, falls } =
    rule.kind === "as_specified"
      ? { standard: UK_SHIPPING, freeFrom: UK_FREE_SHIPPING_FROM, falls: false }
      : { standard: rule.enabled ? rule.standard : 0, freeFrom: rule.freeFrom, falls: rule.fallsWithValue };
  return `${costOf(standard, freeFrom, falls)}; final total before you pay.`;
}

function costOf(standard: Pence, freeFrom: Pence, falls: boolean): string {
  if (standard === 0 || freeFrom <= 0) return "Free UK delivery";
  return falls
    ? `UK delivery at most ${pounds(standard)}, less the more you buy, free from ${pounds(freeFrom)}`
    : `UK delivery ${pounds(standard)}, free from ${pounds(freeFrom)}`;
}

/**
 * The product page's line about free shipping: the built-in one is true though not the whole rule, else by the owner's
 * saved rule; nothing when there is no such limit.
 */
export function freeShippingLine(rule: DeliveryRule): string {
  if (rule.kind === "as_specified") return "Free shipping on orders over £50";
  if (!rule.enabled || rule.standard === 0 || rule.freeFrom <= 0) return "Free shipping";
  return `Free shipping on orders over ${pounds(rule.freeFrom)}`;
}

/** "£45" for whole pounds, "£10.99" otherwise. */
function pounds(amount: Pence): string {
  return formatPounds(amount).replace(/\.00$/, "");
}
