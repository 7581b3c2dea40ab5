import { countryCodeOf } from "./country-names.ts";

/** One that shows how they are written. */
export const SAMPLE_POSTCODE = "SY8 1AA";

/**
 * A British postcode without its space: area, district, sector and unit. The unit never has C, I, K, M, O or V, which
 * are taken for digits and for each other (Royal Mail, "Programmers' Guide to the Postcode Address File"). No other
 * country's postcodes have this form.
 */
const POSTCODE =
  /^([A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]?|GIR|ASCN|BBND|BIQQ|FIQQ|PCRN|SIQQ|STHL|TDCU|TKCA)(\d[ABD-HJLNP-UW-Z]{2})$/;
/** Forces Post Office numbers, which are written where a postcode is. */
const FORCES = /^(BFPO)(\d{1,4})$/;
/** The countries whose postcodes have this form. */
const british = new Set<string | null>(["GB", "GG", "GI", "IM", "JE"]);

const lettersOf = (typed: string): string => typed.replaceAll(/[\s.\p{Pd}\p{Cf}]+/gu, "").toUpperCase();

/** Whether a text is a whole British postcode. */
export function isBritishPostcode(typed: string): boolean {
  const letters = lettersOf(typed);
  return POSTCODE.test(letters) || FORCES.test(letters);
}

/** A British postcode as it is written, "sy81aa" as "SY8 1AA". Any other text stays as it was typed. */
export function normalPostcode(typed: string): string {
  const letters = lettersOf(typed);
  const parts = POSTCODE.exec(letters) ?? FORCES.exec(letters);
  return parts ? `${parts[1]} ${parts[2]}` : typed;
}

/** An address in one text, whose parts are joined by commas or stand in lines: each postcode in it as it is written. */
export function withNormalPostcodes(address: string): string {
  return address.replaceAll(/[^,\n]+/g, (part) => part.replace(part.trim(), normalPostcode));
}

/** The parts of an address in one text, without what people set around and behind them. */
export function partsOfAddress(address: string): string[] {
  return address
    .replace(/\s*\(([^()]*)\)\s*$/, ", $1")
    .split(/[,;|\n]/)
    .map((part) => part.replace(/^[\s(]*(?:post ?code:?\s)?/i, "").replace(/[\s.:)]+$/, ""))
    .filter((part) => part !== "");
}

/** The last British postcode in such a text, a part of its own or at the end of one; "" where there is none. */
export function postcodeIn(address: string): string {
  const parts = partsOfAddress(address).map((part) => postcodeAtEnd(part).postcode);
  return parts.findLast((postcode) => postcode !== "") ?? "";
}

/** What stands before the British postcode with which a part of an address ends, and that postcode; "" for none. */
export function postcodeAtEnd(part: string): { before: string; postcode: string } {
  const words = part.trim().split(/\s+/);
  for (const count of [2, 1]) {
    const last = words.slice(-count).join(" ");
    if (words.length >= count && isBritishPostcode(last))
      return { before: words.slice(0, -count).join(" "), postcode: normalPostcode(last) };
  }
  return { before: part, postcode: "" };
}

/** Whether postcodes have the British form in a country; one without a name is Britain. */
export function hasBritishPostcodes(country: string): boolean {
  return country.trim() === "" || british.has(countryCodeOf(country));
}

/**
 * Whether to ask about a postcode: it stands in a British address and has not the form of one. An address without a
 * country is British.
 */
export function isSuspectPostcode({ postcode, country }: { postcode: string; country: string }): boolean {
  if (postcode.trim() === "" || isBritishPostcode(postcode)) return false;
  return hasBritishPostcodes(country);
}
