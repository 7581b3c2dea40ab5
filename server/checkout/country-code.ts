import { codeNamedIn, codeOfName } from "#server/pricing/country-names.ts";
import { isUnitedKingdom } from "#server/pricing/delivery.ts";
import { type Promises, placesServed } from "#server/settings/promises.ts";

/** The ISO 3166 alpha-2 code of a country as people write it, or null for an unknown one. */
export function countryCodeOf(country: string): string | null {
  return codeOfName(country) ?? (isUnitedKingdom(country) ? "GB" : (codeNamedIn(country) ?? null));
}

/** Whether the shop delivers to a country, however shopper and owner write it; it delivers everywhere unless the owner says where. */
export function isServed(country: string, settings: Pick<Promises, "countriesServed">): boolean {
  const places = placesServed(settings);
  const code = countryCodeOf(country);
  const isSame = (place: string) =>
    place.toLowerCase() === country.trim().toLowerCase() || (code !== null && countryCodeOf(place) === code);
  return places.length === 0 || places.some(isSame);
}
