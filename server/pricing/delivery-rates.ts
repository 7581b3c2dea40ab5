import { type DeliveryRule, expressPrice, quoteDelivery, UK_FREE_SHIPPING_FROM } from "./delivery.ts";
import { formatPounds, type Pence } from "./money.ts";

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
export function deliveryRates(rule: DeliveryRule): DeliveryRate[] {
  return [
    ...unitedKingdom(rule),
    ...express(rule),
    { to: "Other countries", order: "any value", cost: "agreed with you before we send anything" },
  ];
}

function unitedKingdom(rule: DeliveryRule): DeliveryRate[] {
  const dearest = quoteDelivery(SMALLEST, UK, rule);
  if (dearest === 0) return [{ to: UK, order: "any value", cost: "Free" }];
  const freeFrom = rule.kind === "as_specified" ? UK_FREE_SHIPPING_FROM : rule.freeFrom;
  const falls = rule.kind === "one_rule" && rule.fallsWithValue;
  return [
    {
      to: UK,
      order: `under ${formatPounds(freeFrom)}`,
      cost: falls ? `from ${formatPounds(dearest)}, less the more you buy` : formatPounds(dearest),
    },
    { to: UK, order: `${formatPounds(freeFrom)} or more`, cost: "Free" },
  ];
}

function express(rule: DeliveryRule): DeliveryRate[] {
  const price = expressPrice(UK, rule);
  return price === null ? [] : [{ to: `${UK}, express`, order: "any value", cost: formatPounds(price) }];
}
