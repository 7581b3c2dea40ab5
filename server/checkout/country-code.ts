import { isUnitedKingdom } from "#server/pricing/delivery.ts";

/** Spec section 9, "Country options", by name: offered while a country is typed; any other may be typed as well. */
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

/** What people write that is not the country's English name. */
const otherNames: Record<string, string> = {
  usa: "US",
  "united states of america": "US",
  america: "US",
  "republic of ireland": "IE",
  eire: "IE",
  holland: "NL",
  "the netherlands": "NL",
  deutschland: "DE",
  "czech republic": "CZ",
  turkey: "TR",
};

/** Codes that Intl names but that are no country: unions, test regions, withdrawn and reserved ones. */
const noCountries = new Set(["FX", "UK", "DD", "SU", "YU", "EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

let codesByName: Map<string, string> | undefined;

function knownNames(): Map<string, string> {
  if (codesByName) return codesByName;
  codesByName = new Map(Object.entries(otherNames));
  const names = new Intl.DisplayNames("en-GB", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = noCountries.has(code) ? undefined : names.of(code);
    if (!name) continue;
    for (const text of [code.toLowerCase(), name.toLowerCase()]) {
      if (!codesByName.has(text)) codesByName.set(text, code);
    }
  }
  return codesByName;
}

/** The ISO 3166 alpha-2 code of a country as people write it, or null when we know none (resolution B5). */
export function countryCodeOf(country: string): string | null {
  const text = country.trim().toLowerCase();
  return knownNames().get(text) ?? (isUnitedKingdom(text) ? "GB" : null);
}
