import { signsOfCode } from "#server/core/text.ts";

/*
 * Global Trade Item Numbers: GTIN-8, GTIN-12, GTIN-13 and GTIN-14, as the GS1 General Specifications have them
 * (sections 3.2 and 7.9). Forms, scripts and addresses judge alike.
 */

const LENGTHS = [8, 12, 13, 14];

/** What is wrong with a number, in a sentence for anyone who typed it; undefined for a GTIN. */
export function gtinMistake(text: string): string | undefined {
  if (!/^[0-9]+$/.test(text) || !LENGTHS.includes(text.length)) {
    return "A GTIN is 8, 12, 13 or 14 digits, such as 09506000134352";
  }
  const expected = checkDigitOf(text.slice(0, -1));
  if (text.endsWith(String(expected))) return undefined;
  return `This is no GTIN: with these digits its last one would be ${expected}. Please compare it with the label`;
}

/** A number as somebody types or pastes it, without what people put between its digits. */
export function gtinDigits(text: string): string {
  return signsOfCode(text);
}

/** In fourteen digits, as addresses and the database compare it: "9506000134352" as "09506000134352". */
export function gtin14(gtin: string): string {
  return gtin.padStart(14, "0");
}

/**
 * The GS1 Digital Link of a product, on this shop's own host: the application identifier 01 (GS1 Digital Link URI
 * Syntax).
 */
export function productLinkPath(gtin: string): string {
  return `/01/${gtin14(gtin)}`;
}

/** The digits from the right weigh three and one in turn; the check digit fills their sum up to a multiple of ten. */
function checkDigitOf(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
