import type { CheckoutDetails, PricedSnapshot, SnapshotLine } from "#server/checkout/priced-snapshot.ts";
import { currencyOf } from "#server/pricing/money.ts";
import { lineTotal } from "#server/pricing/totals.ts";
import { vatOf } from "#server/pricing/vat.ts";
import { type StoreSettings, sterlingRateOf } from "#server/settings/store-settings.ts";

/** The buyer and the totals, as an order stores them, with the rate at which its papers show pounds. */
export function orderColumns(
  details: CheckoutDetails,
  totals: Omit<PricedSnapshot, "lines">,
  settings: StoreSettings,
) {
  const currency = currencyOf(totals);
  const sterling = sterlingRateOf(settings, currency);
  return {
    customerName: details.customerName,
    customerEmail: details.customerEmail,
    customerPhone: details.customerPhone,
    customerAddress: details.customerAddress,
    billingAddress: details.billingAddress,
    shippingAddress: details.shippingAddress,
    shippingCountry: details.shippingAddress.country,
    subtotal: totals.subtotal,
    taxAmount: totals.vat,
    vatDue: totals.vatDue,
    shippingCost: totals.shipping,
    totalAmount: totals.total,
    currency,
    sterlingRate: sterling?.rate ?? null,
    sterlingRateDay: sterling?.day ?? null,
  };
}

/**
 * The columns of each order line. The VAT inside its price is due, whatever the checkout shows (docs/rules.md#vat-3).
 */
export function orderLineColumns(line: SnapshotLine) {
  return {
    product: line.productId,
    productName: line.productName,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    perMeasure: line.perMeasure ?? null,
    lineTotal: lineTotal(line),
    vatRate: line.vatRate,
    vatDue: vatOf(lineTotal(line), line.vatRate, "fraction"),
  };
}
