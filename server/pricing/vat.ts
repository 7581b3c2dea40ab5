import { divideRounded, type Pence } from "./money.ts";

/** A VAT rate in basis points: 2000 is 20%. */
export type BasisPoints = number;

/** 20% standard, the default when a product names no rate. */
export const STANDARD_VAT_RATE: BasisPoints = 2000;
/** 5% reduced. */
export const REDUCED_VAT_RATE: BasisPoints = 500;

/**
 * How the VAT line of the checkout is calculated; it is shown and never added, since prices contain it
 * (docs/rules.md#vat-2).
 * "as_specified": price × quantity × rate, used while `taxIncludedInPrices` is off.
 * "fraction": the VAT inside a gross price, gross × rate ÷ (1 + rate), used once the owner says that prices include
 * tax. The amount due to HMRC is always the fraction.
 */
export type VatMode = "as_specified" | "fraction";

/** VAT in pence on a gross amount in pence. The gross total never changes with the mode. */
export function vatOf(gross: Pence, rate: BasisPoints, mode: VatMode): Pence {
  return mode === "fraction"
    ? divideRounded(gross * rate, 10_000 + rate)
    : divideRounded(gross * rate, 10_000);
}

/** The rate a product is sold at: its own, else the store's standard rate. */
export function rateOrDefault(
  rate: BasisPoints | null | undefined,
  fallback: BasisPoints = STANDARD_VAT_RATE,
): BasisPoints {
  return rate ?? fallback;
}

/** The member states of the European Union, as ISO 3166 codes. */
const members = new Set([
  ...["AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU"],
  ...["IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"],
]);

/** Whether a country, named by its code, is in the European Union. */
export function isInEuropeanUnion(countryCode: string): boolean {
  return members.has(countryCode);
}
