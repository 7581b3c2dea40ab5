import { type Currency, type CurrencyCode, formatMoney, type Pence } from "./money.ts";

/*
 * What a kilogram, a litre or a cubic metre costs, beside each price that shoppers see (docs/rules.md#prices-10). What one
 * of several packs costs is something else: the unit price of a line.
 */

/** What a price is told for. */
export const measures = ["kg", "l", "m3"] as const;
export type Measure = (typeof measures)[number];

/** The same, or that none is told. */
export const unitPriceBases = ["none", ...measures] as const;
export type UnitPriceBasis = (typeof unitPriceBases)[number];

/** What of a pack decides about its price per measure; a fact that nobody has given is missing. */
export interface MeasuredPack {
  netGrams: number | null;
  packMillilitres: number | null;
  unitPriceBasis: UnitPriceBasis;
}

export interface PricePerMeasure {
  /**
   * In the shop's currency (pounds, not pence), with as many decimals, two at least, as it takes for this times what is
   * in the pack to be the price to within half a penny.
   */
  amount: number;
  per: Measure;
}

/** Grams in a kilogram, millilitres in a litre and in a cubic metre. */
const PARTS: Record<Measure, number> = { kg: 1000, l: 1000, m3: 1_000_000 };

/** More would be the noise of binary fractions. */
const MOST_DECIMALS = 12;

/** The price per measure of a pack at a price; null where none is told, or the pack lacks the fact that it needs. */
export function pricePerMeasure(price: Pence, pack: MeasuredPack): PricePerMeasure | null {
  const per = pack.unitPriceBasis;
  if (per === "none") return null;
  const content = per === "kg" ? pack.netGrams : pack.packMillilitres;
  if (content === null || content <= 0) return null;
  const measured = content / PARTS[per];
  const exact = price / 100 / measured;
  for (let decimals = 2; decimals < MOST_DECIMALS; decimals++) {
    const amount = Number(exact.toFixed(decimals));
    if (Math.abs(amount * measured * 100 - price) <= 0.5) return { amount, per };
  }
  return { amount: exact, per };
}

/** The same as a field, which is left out where there is none. */
export function perMeasureField(price: Pence, pack: MeasuredPack): { perMeasure?: PricePerMeasure } {
  const perMeasure = pricePerMeasure(price, pack);
  return perMeasure ? { perMeasure } : {};
}

const unitNames: Record<Measure, string> = { kg: "kg", l: "litre", m3: "m³" };

/** From here on the law rounds to the penny, below to a tenth of one (Price Marking Order 2004, articles 12 and 13). */
const ROUNDED_TO_PENNIES_FROM = 1;

/** "£4.99 per kg", "£0.375 per litre", "£315.00 per m³": rounded as a price tag has to be. */
export function perMeasureText({ amount, per }: PricePerMeasure, currency: Currency | CurrencyCode): string {
  const tenths = Math.round(amount * 1000 + 1e-6);
  const inTenths = tenths < ROUNDED_TO_PENNIES_FROM * 1000 && tenths % 10 !== 0;
  const pence = inTenths ? Math.floor(tenths / 10) : Math.round(amount * 100 + 1e-6);
  return `${formatMoney(pence, currency)}${inTenths ? tenths % 10 : ""} per ${unitNames[per]}`;
}

/** The codes of UN/CEFACT, which schema.org uses. */
const unitCodes: Record<Measure, string> = { kg: "KGM", l: "LTR", m3: "MTQ" };

/** The same in schema.org's vocabulary, for search engines. */
export function structuredPerMeasure({ amount, per }: PricePerMeasure, currency: Currency) {
  return {
    "@type": "UnitPriceSpecification",
    price: decimalText(amount),
    priceCurrency: currency,
    referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: unitCodes[per] },
  };
}

/** Two decimals, and more where the amount has more. */
function decimalText(amount: number): string {
  const decimals = String(amount).split(".")[1]?.length ?? 0;
  return amount.toFixed(Math.max(2, decimals));
}
