import { codeNamedIn, codeOfName } from "#server/pricing/country-names.ts";
import { isUnitedKingdom } from "#server/pricing/delivery.ts";

/** Offered while a country is typed; any other may be typed as well. */
export const countryOptions = [
  "United Kingdom",
  "Ireland",
  "United States",
  "Canada",
  "Australia",
  "Germany",
  "France",
  "Netherlands",
] as const;

/** The ISO 3166 alpha-2 code of a country as people write it, or null when we know none. */
export function countryCodeOf(country: string): string | null {
  return codeOfName(country) ?? (isUnitedKingdom(country) ? "GB" : (codeNamedIn(country) ?? null));
}
