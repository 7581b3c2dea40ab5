import { type DeliveryRule, UK_FREE_SHIPPING_FROM, UK_SHIPPING } from "./delivery.ts";
import { formatPounds, type Pence } from "./money.ts";

/**
 * What UK delivery will cost, in one sentence from the checkout's own rule (resolution B3): shown wherever another
 * figure stands, so that nobody meets a charge only at checkout.
 */
export function deliverySentence(rule: DeliveryRule): string {
  const { standard, freeFrom } =
    rule.kind === "as_specified"
      ? { standard: UK_SHIPPING, freeFrom: UK_FREE_SHIPPING_FROM }
      : { standard: rule.enabled ? rule.standard : 0, freeFrom: rule.freeFrom };
  const cost =
    standard === 0 || freeFrom <= 0
      ? "Free UK delivery"
      : `UK delivery ${pounds(standard)}, free from ${pounds(freeFrom)}`;
  return `${cost}; final total before you pay.`;
}

/** "£45" for whole pounds, "£10.99" otherwise. */
function pounds(amount: Pence): string {
  return formatPounds(amount).replace(/\.00$/, "");
}
