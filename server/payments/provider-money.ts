import { formatMoney, isCurrencyCode } from "#server/pricing/money.ts";
import { type ProviderId, profileOf } from "./provider-list.ts";

/*
 * The shop sells in currencies of two decimals alone; these are also for money in any other currency that comes to its
 * accounts all the same. An amount is a whole number of the smallest unit that its provider counts in, and the providers
 * do not count alike.
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

/** For people: "£12.34", "€12.34", "1000 JPY". */
export function formatProviderMoney(
  amount: number,
  { provider, currency }: { provider: ProviderId; currency: string },
): string {
  if (isCurrencyCode(currency)) return formatMoney(amount, currency);
  return `${decimalOf(amount, decimalsOf(provider, currency))} ${currency.toUpperCase()}`;
}
