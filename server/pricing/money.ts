/** The currencies that the shop can trade in. All have two decimals. */
export const currencies = ["GBP", "EUR", "USD"] as const;

/** One of them, as settings and REST write it. */
export type Currency = (typeof currencies)[number];

/** The same as the database and the payment providers write it. */
export type CurrencyCode = Lowercase<Currency>;

export const currencyCodes = ["gbp", "eur", "usd"] as const satisfies readonly CurrencyCode[];

export function codeOf(currency: Currency): CurrencyCode {
  return currency.toLowerCase() as CurrencyCode;
}

/** The currency of what names one only where it is not pounds. */
export function currencyOf({ currency = "gbp" }: { currency?: CurrencyCode | undefined }): CurrencyCode {
  return currency;
}

/** The reverse of `codeOf`. */
export function nameOf(code: CurrencyCode): Currency {
  return code.toUpperCase() as Currency;
}

/** Whether a currency in which money came is one that the shop can trade in. */
export function isCurrencyCode(text: string): text is CurrencyCode {
  return currencyCodes.some((code) => code === text);
}

/**
 * The currency of what this shop priced itself.
 * @throws Error for one in which it cannot trade, which only money that came unasked can have
 */
export function knownCurrency(text: string): CurrencyCode {
  if (isCurrencyCode(text)) return text;
  throw new Error(`This shop does not trade in ${text}.`);
}

/**
 * Amounts of money are whole hundredths of their currency everywhere in this product: pence of a pound, cents of a euro
 * or a dollar. Decimals exist only in REST and on screen.
 */
export type Pence = number;

const formats = new Map<string, Intl.NumberFormat>();

/** "£1,234.50", "€1,234.50", "US$1,234.50": the British way, 2 decimals. */
export function formatMoney(amount: Pence, currency: Currency | CurrencyCode): string {
  const format = formats.get(currency) ?? new Intl.NumberFormat("en-GB", { style: "currency", currency });
  formats.set(currency, format);
  return format.format(amount / 100);
}

/** "€45" for whole euros, "€10.99" otherwise. */
export function formatMoneyShort(amount: Pence, currency: Currency | CurrencyCode): string {
  return formatMoney(amount, currency).replace(/\.00$/, "");
}

/** "£", "€", "US$" */
export function currencySign(currency: Currency | CurrencyCode): string {
  return formatMoney(0, currency).replace("0.00", "");
}

const names: Record<CurrencyCode, string> = { gbp: "pounds", eur: "euros", usd: "dollars" };

const fullNames: Record<CurrencyCode, string> = { gbp: "pounds sterling", eur: "euros", usd: "US dollars" };

/** What a contract calls it. */
export function currencyFullName(currency: Currency | CurrencyCode): string {
  return fullNames[currency.toLowerCase() as CurrencyCode];
}

/** "Price (£)" */
export function labelIn(label: string, currency: Currency | CurrencyCode): string {
  return `${label} (${currencySign(currency)})`;
}

/** What the labels of fields call it. */
export function currencyName(currency: Currency | CurrencyCode): string {
  return names[currency.toLowerCase() as CurrencyCode];
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

/** Millionths of a pound for one of a currency, and the day of that rate. */
export interface SterlingRate {
  rate: number;
  day: string;
}

/** An amount of that currency in pence, half a penny away from nothing, as the database's `in_pounds` rounds it. */
export function inPounds(amount: Pence, { rate }: Pick<SterlingRate, "rate">): Pence {
  return divideRounded(amount * rate, 1_000_000);
}

/** Divides and rounds half away from zero to a whole number: the "nearest 1p" of VATREC12020. */
export function divideRounded(numerator: number, denominator: number): number {
  const magnitude = Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator));
  return numerator < 0 ? -magnitude : magnitude;
}

/**
 * Apportions an amount by weights, to the penny; odd pence go where most was cut off. No share exceeds its weight while
 * the amount does not exceed all weights.
 */
export function apportion(amount: Pence, weights: readonly Pence[]): Pence[] {
  const whole = sum(weights);
  if (amount <= 0 || whole <= 0) return weights.map(() => 0);
  // BigInt: the product of two amounts may exceed the largest exact number.
  const shares = weights.map((weight, index) => ({
    index,
    gross: Number((BigInt(amount) * BigInt(weight)) / BigInt(whole)),
    cutOff: Number((BigInt(amount) * BigInt(weight)) % BigInt(whole)),
  }));
  let odd = amount - sum(shares.map(({ gross }) => gross));
  for (const share of shares.toSorted((a, b) => b.cutOff - a.cutOff)) {
    if (odd === 0) break;
    share.gross += 1;
    odd -= 1;
  }
  return shares.map(({ gross }) => gross);
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
