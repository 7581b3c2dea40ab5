import { ShopError } from "#server/core/errors.ts";
import type { DeliveryRule, UnquotedDelivery } from "#server/pricing/delivery.ts";
import { type CurrencyCode, codeOf } from "#server/pricing/money.ts";
import { type PriceableLine, type Totals, totalsOf } from "#server/pricing/totals.ts";
import { isExportTo, type VatMode } from "#server/pricing/vat.ts";
import { deliveryRuleOf, type StoreSettings, vatModeOf } from "#server/settings/store-settings.ts";
import type { CheckoutDetails, PricedLine, PricedSnapshot } from "./priced-snapshot.ts";

/** The part of the settings that prices depend on: small enough to send to the browser. */
export interface PricingRules {
  deliveryRule: DeliveryRule;
  vatMode: VatMode;
  currency: CurrencyCode;
  /** Goods that leave the United Kingdom are sold at 0% (docs/decisions/032). */
  zeroRatesExports: boolean;
}

/** The owner's delivery rules. */
export function pricingRulesOf(settings: StoreSettings): PricingRules {
  return {
    deliveryRule: deliveryRuleOf(settings),
    vatMode: vatModeOf(settings),
    currency: codeOf(settings.currency),
    zeroRatesExports: settings.taxEnabled && settings.zeroRateExports,
  };
}

/** The destination and the speed of the delivery. */
export interface DeliveryRequest {
  country: string;
  /** Tells the Channel Islands from the rest, and the zones of a tariff. */
  postcode?: string | undefined;
  wantsExpress?: boolean;
}

/** The total of these lines with delivery. Server and browser calculate it with this one function. */
export function quoteCheckout(
  lines: readonly PriceableLine[],
  delivery: DeliveryRequest,
  rules: PricingRules,
): Totals {
  return totalsOf(ratedFor(lines, delivery, rules), { ...delivery, ...rules });
}

/** The lines at the VAT rates of their destination. The price stays: only the VAT inside it depends on that. */
function ratedFor<Line extends PriceableLine>(
  lines: readonly Line[],
  delivery: DeliveryRequest,
  rules: PricingRules,
): Line[] {
  const isExport = rules.zeroRatesExports && isExportTo(delivery);
  return lines.map((line) => (isExport ? { ...line, vatRate: 0 } : line));
}

/** The delivery that a checkout's details ask for. */
export function deliveryOf(details: CheckoutDetails): DeliveryRequest {
  const { country, postcode } = details.shippingAddress;
  return { country, postcode, wantsExpress: details.expressDelivery === true };
}

/**
 * The lines with all that they are charged, to be frozen in a checkout. @throws ShopError `conflict` or, for a place
 * that is not served, `validation_failed`, where delivery has no price
 */
export function snapshotOf(
  lines: PricedLine[],
  delivery: DeliveryRequest,
  rules: PricingRules,
): PricedSnapshot {
  const isExport = rules.zeroRatesExports && isExportTo(delivery);
  const { unquoted, ...totals } = quoteCheckout(lines, delivery, rules);
  if (unquoted) throw withoutPrice(unquoted);
  return {
    lines: ratedFor(lines, delivery, rules).map(({ pack: _, ...line }) => line),
    ...totals,
    ...(isExport ? { isExport } : {}),
    ...(rules.currency === "gbp" ? {} : { currency: rules.currency }),
  };
}

/** What is said to somebody whose delivery has no price: nothing can be paid. */
export function unquotedMessage(unquoted: UnquotedDelivery): string {
  if (unquoted.kind === "needs_postcode")
    return "Enter the postcode of the delivery: its price depends on it.";
  if (unquoted.kind === "not_served") return unquoted.reason;
  return `${unquoted.reason} Ask us, and we tell you what it costs.`;
}

function withoutPrice(unquoted: UnquotedDelivery): ShopError {
  const message = unquotedMessage(unquoted);
  return new ShopError(unquoted.kind === "ask_us" ? "conflict" : "validation_failed", message, {
    ...(unquoted.kind === "ask_us" ? {} : { fields: { postcode: [message] } }),
  });
}
