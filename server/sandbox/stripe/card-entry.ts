import { brandOf, digitsOf, passesLuhn } from "./test-cards.ts";

/** A card as a person types it. `exp` is "12/34", "12 / 34", "1234" or "12/2034". */
export interface CardEntry {
  number: string;
  exp: string;
  cvc: string;
}

export type CardField = "number" | "exp" | "cvc";

/** The error of one field, with the codes and texts of Stripe's own card form. */
export interface CardEntryError {
  field: CardField;
  code: string;
  message: string;
}

export interface CheckedCard {
  number: string;
  expMonth: number;
  expYear: number;
}

/** Validates a typed card. Returns every field's first error, or the card in digits. */
export function checkCardEntry(
  entry: CardEntry,
  now: Date,
): { ok: true; card: CheckedCard } | { ok: false; errors: CardEntryError[] } {
  const number = digitsOf(entry.number);
  const expiry = readExpiry(entry.exp);
  const errors = [numberError(number), expiryError(expiry, now), cvcError(entry.cvc.trim(), number)].filter(
    (error) => error !== undefined,
  );
  if (errors.length > 0 || !expiry) return { ok: false, errors };
  return { ok: true, card: { number, expMonth: expiry.month, expYear: expiry.year } };
}

function numberError(number: string): CardEntryError | undefined {
  if (!/^\d*$/.test(number))
    return { field: "number", code: "invalid_number", message: "Your card number is invalid." };
  const length = brandOf(number) === "amex" ? 15 : 16;
  if (number.length < length) {
    return { field: "number", code: "incomplete_number", message: "Your card number is incomplete." };
  }
  if (number.length > 19 || !passesLuhn(number)) {
    return { field: "number", code: "invalid_number", message: "Your card number is invalid." };
  }
  return undefined;
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
    return { field: "exp", code: "incomplete_expiry", message: "Your card's expiration date is incomplete." };
  }
  const year = now.getUTCFullYear();
  if (expiry.year < year) {
    const message = "Your card's expiration year is in the past.";
    return { field: "exp", code: "invalid_expiry_year_past", message };
  }
  if (expiry.year === year && expiry.month < now.getUTCMonth() + 1) {
    const message = "Your card's expiration date is in the past.";
    return { field: "exp", code: "invalid_expiry_month_past", message };
  }
  if (expiry.year > year + 50) {
    return { field: "exp", code: "invalid_expiry_year", message: "Your card's expiration year is invalid." };
  }
  return undefined;
}

function cvcError(cvc: string, number: string): CardEntryError | undefined {
  const length = brandOf(number) === "amex" ? 4 : 3;
  if (/^\d+$/.test(cvc) && cvc.length === length) return undefined;
  return { field: "cvc", code: "incomplete_cvc", message: "Your card's security code is incomplete." };
}
