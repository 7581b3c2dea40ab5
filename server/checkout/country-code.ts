import { codeNamedIn, codeOfName } from "#server/pricing/country-names.ts";
import { isUnitedKingdom } from "#server/pricing/delivery.ts";
import { type Promises, placesServed, placesServedText } from "#server/settings/promises.ts";

/** The ISO 3166 alpha-2 code of a country as people write it, or null for an unknown one. */
export function countryCodeOf(country: string): string | null {
  return codeOfName(country) ?? (isUnitedKingdom(country) ? "GB" : (codeNamedIn(country) ?? null));
}

/** Whether the shop delivers to a country, however shopper and owner write it; it delivers everywhere unless the owner says where. */
function isServed(country: string, settings: Pick<Promises, "countriesServed">): boolean {
  const places = placesServed(settings);
  const code = countryCodeOf(country);
  const isSame = (place: string) =>
    place.toLowerCase() === country.trim().toLowerCase() || (code !== null && countryCodeOf(place) === code);
  return places.length === 0 || places.some(isSame);
}

/** What is said beside the country of a delivery that the shop does not make; null of one that it does. */
export function unservedMessage(country: string, settings: Pick<Promises, "countriesServed">): string | null {
  return isServed(country, settings) ? null : `We deliver to ${placesServedText(settings)} only.`;
}
