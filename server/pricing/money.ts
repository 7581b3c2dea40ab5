import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";

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

/*
 * The shop sells in pounds alone; these are for money in other currencies that comes to its accounts all the same. An
 * amount is a whole number of the smallest unit that its provider counts in, and the providers do not count alike.
 */

/** Divided into thousandths, whoever counts (docs.stripe.com/currencies; PayPal's `money` names the Tunisian dinar). */
const withThousandths = new Set(["bhd", "jod", "kwd", "omr", "tnd"]);

/** How many decimals an amount has whose smallest unit a provider counts; `currency` is ISO 4217, small letters. */
export function decimalsOf(provider: ProviderId, currency: string): number {
  if (withThousandths.has(currency)) return 3;
  return profileOf(provider).withoutDecimals.has(currency) ? 0 : 2;
}

/** Whole units of 10^-decimals as a decimal: (1234, 2) is "12.34", (1000, 0) is "1000". */
export function decimalOf(amount: number, decimals: number): string {
  const sign = amount < 0 ? "-" : "";
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const decimalText = /^(-?)(\d{0,12})(?:\.(\d{1,6}))?$/;

/** The reverse, without floating-point arithmetic; undefined for what is no such amount. "1000.00" yen are 1000. */
export function unitsOf(text: string, decimals: number): number | undefined {
  const match = decimalText.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  const units = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return sign === "-" && units !== 0 ? -units : units;
}

/** For people: "£12.34", "12.34 EUR", "1000 JPY". */
export function formatMoney(
  amount: number,
  { provider, currency }: { provider: ProviderId; currency: string },
): string {
  if (currency === "gbp") return formatPounds(amount);
  return `${decimalOf(amount, decimalsOf(provider, currency))} ${currency.toUpperCase()}`;
}
