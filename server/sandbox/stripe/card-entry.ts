import { digitsOf, isAmex, passesLuhn } from "./test-cards.ts";

/** A card as a person types it. `exp` is "12/34", "12 / 34", "1234" or "12/2034". */
export interface CardEntry {
  number: string;
  exp: string;
  cvc: string;
}

export type CardField = "number" | "exp" | "cvc";

/** The error of one field, in the words of Stripe's own card form. */
export interface CardEntryError {
  field: CardField;
  message: string;
}

/** Validates a typed card. Returns every field's first error, or the number in digits. */
export function checkCardEntry(
  entry: CardEntry,
  now: Date,
): { ok: true; number: string } | { ok: false; errors: CardEntryError[] } {
  const number = digitsOf(entry.number);
  const errors = [
    numberError(number),
    expiryError(readExpiry(entry.exp), now),
    cvcError(entry.cvc.trim(), number),
  ].filter((error) => error !== undefined);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, number };
}

function numberError(number: string): CardEntryError | undefined {
  const isNumber = /^\d*$/.test(number);
  if (isNumber && number.length < (isAmex(number) ? 15 : 16)) {
    return { field: "number", message: "Your card number is incomplete." };
  }
  const isValid = isNumber && number.length <= 19 && passesLuhn(number);
  return isValid ? undefined : { field: "number", message: "Your card number is invalid." };
}

interface Expiry {
  month: number;
  year: number;
}

function readExpiry(text: string): Expiry | undefined {
  const match = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$|^(\d{2})(\d{2}|\d{4})$/.exec(text.trim());
  if (!match) return undefined;
  const month = Number(match[1] ?? match[3]);
  const year = Number(match[2] ?? match[4]);
  return { month, year: year < 100 ? 2000 + year : year };
}

function expiryError(expiry: Expiry | undefined, now: Date): CardEntryError | undefined {
  if (!expiry || expiry.month < 1 || expiry.month > 12) {
    return { field: "exp", message: "Your card's expiration date is incomplete." };
  }
  const year = now.getUTCFullYear();
  if (expiry.year < year) {
    return { field: "exp", message: "Your card's expiration year is in the past." };
  }
  if (expiry.year === year && expiry.month < now.getUTCMonth() + 1) {
    return { field: "exp", message: "Your card's expiration date is in the past." };
  }
  if (expiry.year > year + 50) {
    return { field: "exp", message: "Your card's expiration year is invalid." };
  }
  return undefined;
}

function cvcError(cvc: string, number: string): CardEntryError | undefined {
  const length = isAmex(number) ? 4 : 3;
  if (/^\d+$/.test(cvc) && cvc.length === length) return undefined;
  return { field: "cvc", message: "Your card's security code is incomplete." };
}
