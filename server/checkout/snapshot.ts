import { ShopError } from "#server/core/errors.ts";
import type { UnquotedDelivery } from "#server/pricing/delivery.ts";
import { unquotedMessage } from "#server/pricing/delivery-sentences.ts";
import { describeLoads } from "#server/pricing/loads.ts";
import type { DeliveryRequest, PricingRules, Quote } from "#server/pricing/quote.ts";
import type { PricedLine } from "#server/pricing/totals.ts";
import type { CheckoutDetails, PricedSnapshot } from "./checkout.ts";
import { COLLECTION, COLLECTION_LABEL, type FrozenDelivery, isCollected } from "./delivery-choice.ts";
import { equalLoadsOf } from "./packed-loads.ts";

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

/** What a quote was asked for. */
interface Asked {
  delivery: DeliveryRequest;
  rules: PricingRules;
  tradeList: string | null;
}

/**
 * The lines with all that they are charged, to be frozen in a checkout. @throws ShopError `conflict` or, for a place
 * that is not served, `validation_failed`, where delivery has no price
 */
export function snapshotOf(
  quoted: Quote<PricedLine>,
  { delivery: { collected }, rules: { deliveryRule, currency }, tradeList }: Asked,
): PricedSnapshot {
  if (quoted.unquoted) throw withoutPrice(quoted.unquoted);
  const { subtotal, vat, vatDue, shipping, total } = quoted;
  // By the built-in rule, which offers no choice, nothing is frozen but its price.
  const isChosen = quoted.isCollected || deliveryRule.kind !== "as_specified";
  return {
    lines: quoted.lines.map(({ pack: _, ...line }) => line),
    ...{ subtotal, vat, vatDue, shipping, total },
    ...(quoted.express ? { express: true } : {}),
    ...(quoted.isExport ? { isExport: true } : {}),
    ...(isChosen ? { delivery: frozenDelivery(quoted, collected?.slot) } : {}),
    ...(deliveryRule.kind === "tariff" ? { isRatedByTable: true } : {}),
    ...(tradeList === null ? {} : { tradeList }),
    ...(currency === "gbp" ? {} : { currency }),
  };
}

function withoutPrice(unquoted: UnquotedDelivery): ShopError {
  const message = unquotedMessage(unquoted);
  return new ShopError(unquoted.kind === "ask_us" ? "conflict" : "validation_failed", message, {
    ...(unquoted.kind === "ask_us" ? {} : { fields: { postcode: [message] } }),
  });
}

/** The option that is charged, with what it goes out in. */
function frozenDelivery(
  { lines, bringing, chosen }: Quote<PricedLine>,
  slot: string | undefined,
): FrozenDelivery {
  if (!chosen) {
    return { id: COLLECTION, label: COLLECTION_LABEL, price: 0, ...(slot === undefined ? {} : { slot }) };
  }
  const loads = bringing.kind === "quoted" && bringing.loads;
  return { ...chosen, ...(loads ? { loads: describeLoads(loads), split: equalLoadsOf(loads, lines) } : {}) };
}
