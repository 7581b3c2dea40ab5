import type { Store } from "../store.server.ts";
import { parsePounds, penceToDecimal } from "../wire-formats.ts";
import { unprocessable } from "./paypal-failure.ts";
import { orderRequest, type PurchaseUnit, readRequest } from "./paypal-requests.server.ts";
import type { OrderState } from "./paypal-shapes.ts";
import { newPayPalId, nowAtPayPal, payPalOrders } from "./paypal-store.server.ts";

/** Of the currencies that PayPal allows on a pound account. */
const currencies = new Set(["GBP", "EUR", "USD", "HUF", "JPY", "TWD"]);
/** "This currency does not support decimals. If you pass a decimal amount, an error occurs" (PayPal, Currency codes). */
const withoutDecimals = new Set(["HUF", "JPY", "TWD"]);

/**
 * Countries for which PayPal lists the codes of states and provinces (developer.paypal.com, "State and province codes").
 * The shop knows no states.
 */
const countriesWithStates = new Set(["AR", "BR", "CA", "CN", "C2", "ID", "IN", "IT", "JP", "MX", "TH", "US"]);
/** Some of the countries that have no postal codes. */
const countriesWithoutPostcodes = new Set("AE AG AO BS BZ FJ GD HK IE JM QA UG".split(" "));

/** POST /v2/checkout/orders; the approval page is under `shopUrl`. */
export function createPayPalOrder(store: Store, body: unknown, shopUrl: string): OrderState {
  const { purchase_units: units, payment_source: source } = readRequest(orderRequest, body);
  const [unit] = units;
  if (!unit) throw new Error("The schema wants one unit.");
  assertSums(unit);
  const context = source?.paypal?.experience_context;
  if (context?.shipping_preference === "SET_PROVIDED_ADDRESS") assertAddress(unit);
  const id = newPayPalId();
  const order: OrderState = {
    id,
    status: source?.paypal ? "PAYER_ACTION_REQUIRED" : "CREATED",
    purchase_unit: unit,
    return_url: context?.return_url ?? null,
    cancel_url: context?.cancel_url ?? null,
    approval_url: `${shopUrl}/sandbox/paypal/approve?token=${id}`,
    funding: "paid",
    askAgain: false,
    attempts: 0,
    captures: [],
    created: nowAtPayPal(),
  };
  store.put(payPalOrders, order);
  return order;
}

const UNIT = "/purchase_units/0";

/** An address that the payer cannot change must be complete. */
function assertAddress({ shipping }: PurchaseUnit): void {
  const field = `${UNIT}/shipping/address`;
  const address = shipping?.address;
  if (!address) throw unprocessable("MISSING_SHIPPING_ADDRESS", { field });
  const { country_code: country } = address;
  if (!address.address_line_1?.trim()) {
    throw unprocessable("SHIPPING_ADDRESS_INVALID", { field: `${field}/address_line_1` });
  }
  if (!address.admin_area_2?.trim()) {
    throw unprocessable("CITY_REQUIRED", { field: `${field}/admin_area_2` });
  }
  if (!address.postal_code?.trim() && !countriesWithoutPostcodes.has(country)) {
    throw unprocessable("POSTAL_CODE_REQUIRED", { field: `${field}/postal_code` });
  }
  if (countriesWithStates.has(country)) {
    throw unprocessable("SHIPPING_ADDRESS_INVALID", { field: `${field}/admin_area_1` });
  }
}

function assertSums({ amount, items }: PurchaseUnit): void {
  if (!currencies.has(amount.currency_code)) throw unprocessable("INVALID_CURRENCY_CODE");
  const total = penceOf(amount);
  if (total <= 0) throw unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE", { field: `${UNIT}/amount/value` });
  const { breakdown } = amount;
  const all = [...Object.values(breakdown ?? {}), ...(items ?? []).map((item) => item.unit_amount)];
  if (all.some((each) => each.currency_code !== amount.currency_code)) {
    throw unprocessable("MULTI_CURRENCY_ORDER");
  }
  if (all.some((each) => penceOf(each) < 0)) throw unprocessable("CANNOT_BE_NEGATIVE");
  if (items) {
    if (!breakdown?.item_total) throw unprocessable("ITEM_TOTAL_REQUIRED");
    const sum = items.reduce((pence, item) => pence + penceOf(item.unit_amount) * Number(item.quantity), 0);
    if (sum !== penceOf(breakdown.item_total)) throw unprocessable("ITEM_TOTAL_MISMATCH");
  }
  const added = Object.values(breakdown ?? {}).reduce((sum, part) => sum + penceOf(part), 0);
  if (breakdown && added !== total) throw unprocessable("AMOUNT_MISMATCH");
}

/**
 * In the currency's smallest unit.
 * @throws PayPalFailure when it has more decimals than its currency, or too many digits
 */
export function penceOf({ value, currency_code }: { value: string; currency_code: string }): number {
  const isWhole = /^-?\d{1,9}$/.test(value);
  const pence = !withoutDecimals.has(currency_code)
    ? parsePounds(value)
    : isWhole
      ? Number(value)
      : undefined;
  if (pence === undefined) throw unprocessable("DECIMAL_PRECISION");
  return pence;
}

/** The reverse: an amount in PayPal's notation. */
export function amountOf(pence: number, currency_code: string): { currency_code: string; value: string } {
  return { currency_code, value: withoutDecimals.has(currency_code) ? String(pence) : penceToDecimal(pence) };
}
