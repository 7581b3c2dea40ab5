/** Amounts of money are whole pence everywhere in this product; pounds exist only in REST and on screen. */
export type Pence = number;

const poundsFormat = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** "£1,234.50": pounds sterling, the British way, 2 decimals. */
export function formatPounds(pence: Pence): string {
  return poundsFormat.format(pence / 100);
}

/** "1234.50": the decimal string that providers and REST texts carry. */
export function penceToDecimal(pence: Pence): string {
  const sign = pence < 0 ? "-" : "";
  const absolute = Math.abs(pence);
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, "0")}`;
}

/** The JSON number of pounds that REST answers carry: 1999 → 19.99 (the nearest double prints as 19.99). */
export function penceToPounds(pence: Pence): number {
  return Number(penceToDecimal(pence));
}

const decimalPounds = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/;

/**
 * Reads pounds written as a decimal ("19.99", 19.99) into pence without floating-point arithmetic,
 * since 19.99 × 100 is 1998.9999999999998. Returns undefined when it is not an amount with at most two decimals.
 */
export function parsePounds(pounds: string | number): Pence | undefined {
  const match = decimalPounds.exec(String(pounds).trim());
  if (!match) return undefined;
  const [, sign, whole = "0", decimals = ""] = match;
  const pence = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return sign === "-" && pence !== 0 ? -pence : pence;
}

/** Divides and rounds half away from zero to a whole number: the "nearest 1p" of VATREC12020. */
export function divideRounded(numerator: number, denominator: number): number {
  const magnitude = Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator));
  return numerator < 0 ? -magnitude : magnitude;
}
