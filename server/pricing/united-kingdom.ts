import { codeNamedIn, codeOfName, piecesOf } from "./country-names.ts";

const ukNames = /kingdom|uk|great britain|england|scotland|wales|northern ireland/;
/** Pieces of a text that mean the United Kingdom whatever else it says. */
const surelyUk = new Set(["gb", "uk", "united kingdom", "great britain", "england", "scotland", "wales"]);
/** Places named beside the United Kingdom that are no other country: itself and the Crown dependencies. */
const notElsewhere = new Set(["GB", "IM", "JE", "GG"]);

/**
 * Whether a country text means the United Kingdom (docs/rules.md#delivery-2): it contains "kingdom" or "uk", plus the
 * names and the code "GB" that it misses, minus Ukraine and other places that merely contain such a word, such as the
 * Kingdom of Norway and New South Wales.
 */
export function isUnitedKingdom(country: string): boolean {
  const text = country.trim().toLowerCase();
  if (text === "gb") return true;
  if (!ukNames.test(text) || text.includes("ukraine")) return false;
  if (piecesOf(text).some((piece) => surelyUk.has(piece))) return true;
  const code = codeNamedIn(text);
  return code === undefined || notElsewhere.has(code);
}

/** The ISO 3166 alpha-2 code of a country as people write it, or null for an unknown one. */
export function countryCodeOf(country: string): string | null {
  return codeOfName(country) ?? (isUnitedKingdom(country) ? "GB" : (codeNamedIn(country) ?? null));
}
