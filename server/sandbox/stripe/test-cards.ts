/** How the issuing bank responds to a payment with a test card (docs.stripe.com/testing). */
type CardOutcome = "succeeds" | "authenticates" | "processes" | CardDecline;

/** A refusal by the bank, with Stripe's codes and messages (docs.stripe.com/declines/codes). */
export interface CardDecline {
  code: string;
  decline_code: string;
  message: string;
}

export interface TestCard {
  number: string;
  outcome: CardOutcome;
  /** A short description of the outcome, for the page's list of cards. */
  label: string;
  /** The outcome of a later refund; "succeeded" by default. */
  refund?: "pending" | "failed";
  /** Why its holder disputes the payment right after it was made. */
  disputed?: "fraudulent" | "product_not_received";
  /** Stripe's fraud rules put the payment into the review queue. */
  isReviewed?: true;
  /** The card's issuer soon reports the payment as fraud. */
  isWarnedOf?: true;
}

const ORDINARY = "Your card was declined.";
const TOO_OFTEN =
  "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.";
const TRY_AGAIN = "An error occurred while processing your card. Try again in a little bit.";
const NEEDS_CHECK = "Your card was declined. This transaction requires authentication.";

/** With the general code, or with one that is as precise as the bank's. */
const declines = (decline_code: string, message = ORDINARY, code = "card_declined"): Partial<TestCard> => ({
  outcome: { code, decline_code, message },
});
const declinesAs = (code: string, message: string) => declines(code, message, code);
const authenticates: Partial<TestCard> = { outcome: "authenticates" };

const table: readonly [number: string, label: string, rest?: Partial<TestCard>][] = [
  ["4242424242424242", "Succeeds"],
  ["5555555555554444", "Succeeds (Mastercard)"],
  ["378282246310005", "Succeeds (American Express)"],
  ["4000008260000000", "Succeeds (UK Visa)"],
  ["4000000000003220", "Asks for 3-D Secure", authenticates],
  ["4000002500003155", "Asks for 3-D Secure", authenticates],
  ["4000002760003184", "Asks for 3-D Secure every time", authenticates],
  ["4000000000000002", "Declined", declines("generic_decline")],
  [
    "4000000000009995",
    "Insufficient funds",
    declines("insufficient_funds", "Your card has insufficient funds."),
  ],
  ["4000000000009987", "Lost card", declines("lost_card")],
  ["4000000000009979", "Stolen card", declines("stolen_card")],
  ["4000000000000069", "Expired card", declinesAs("expired_card", "Your card has expired.")],
  [
    "4000000000000127",
    "Wrong security code",
    declinesAs("incorrect_cvc", "Your card's security code is incorrect."),
  ],
  ["4000000000000119", "Processing error", declinesAs("processing_error", TRY_AGAIN)],
  ["4000000000006975", "Used too often", declines("card_velocity_exceeded", TOO_OFTEN)],
  // Stripe does this only for off-session payments: a number of our own.
  ["4000000000002511", "Authentication required", declinesAs("authentication_required", NEEDS_CHECK)],
  ["4100000000000019", "Blocked as fraudulent", declines("fraudulent")],
  // Stripe has no such card: this one stands for the payment methods that take their time.
  ["4000000000002503", "Stays processing for a few seconds, then succeeds", { outcome: "processes" }],
  ["4000000000007726", "Succeeds; a refund stays pending for a few seconds", { refund: "pending" }],
  ["4000000000005126", "Succeeds; a refund fails a few seconds later", { refund: "failed" }],
  ["4000000000000259", "Succeeds; the payment is disputed as fraud", { disputed: "fraudulent" }],
  [
    "4000000000002685",
    "Succeeds; disputed because the goods did not arrive",
    { disputed: "product_not_received" },
  ],
  ["4000000000009235", "Succeeds; Stripe puts the payment into its review queue", { isReviewed: true }],
  ["4000000000005423", "Succeeds; the bank gives an early fraud warning", { isWarnedOf: true }],
];

/** Every card the sandbox knows, in the order its pages list them. */
export const testCards: readonly TestCard[] = table.map(([number, label, rest]) => ({
  number,
  label,
  outcome: "succeeds",
  ...rest,
}));

const byNumber = new Map(testCards.map((card) => [card.number, card]));

/** By its number, spaces and dashes allowed. */
export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(digitsOf(number));
}

/** Any number that passes the checks but is not a test card, with Stripe's response in test mode. */
export const realCardDecline: CardDecline = {
  code: "card_declined",
  decline_code: "test_mode_live_card",
  message: "Your card was declined. Your request was in test mode, but used a non test (live) card.",
};

/** Removes the spaces and dashes that people type into card numbers. */
function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, "");
}

/** "4242 4242 4242 4242", or "3782 822463 10005" for American Express. */
export function spacedCardNumber(number: string): string {
  const groups = isAmex(number) ? /^(.{1,4})(.{1,6})?(.{1,5})?/ : /^(.{1,4})(.{1,4})?(.{1,4})?(.{1,7})?/;
  return [...(groups.exec(number) ?? [])].slice(1).filter(Boolean).join(" ");
}

/** Whether a number is American Express's, whose cards have 15 digits and a code of four. */
function isAmex(number: string): boolean {
  return /^3[47]/.test(number);
}

/** The check digit at the end of every card number. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

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
