/** How the issuing bank responds to a payment with a test card (docs.stripe.com/testing). */
type CardOutcome =
  | { kind: "succeeds" }
  | { kind: "authenticates" }
  | { kind: "processes" }
  | { kind: "declines"; decline: CardDecline };

/** A refusal by the bank, with Stripe's codes and messages (docs.stripe.com/declines/codes). */
export interface CardDecline {
  code: string;
  declineCode: string;
  message: string;
  param?: string;
  /** Blocked by Stripe's own fraud rules before the bank decided. */
  blocked?: boolean;
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

function card(number: string, label: string, rest: Partial<TestCard> = {}): TestCard {
  return { number, label, outcome: { kind: "succeeds" }, ...rest };
}

const DECLINED = "Your card was declined.";

function declined(
  number: string,
  label: string,
  declineCode: string,
  message = DECLINED,
  rest: Partial<CardDecline> = {},
): TestCard {
  const decline = { code: "card_declined", declineCode, message, ...rest };
  return card(number, label, { outcome: { kind: "declines", decline } });
}

const authenticates: CardOutcome = { kind: "authenticates" };
const TOO_OFTEN =
  "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.";
const TRY_AGAIN = "An error occurred while processing your card. Try again in a little bit.";
const NEEDS_CHECK = "Your card was declined. This transaction requires authentication.";

/** A decline whose code is as precise as the bank's. */
const precise = (code: string, param?: string) => ({ code, ...(param ? { param } : {}) });

/** Every card the sandbox knows, in the order its pages list them. */
export const testCards: readonly TestCard[] = [
  card("4242424242424242", "Succeeds"),
  card("5555555555554444", "Succeeds (Mastercard)"),
  card("378282246310005", "Succeeds (American Express)"),
  card("4000008260000000", "Succeeds (UK Visa)"),
  card("4000000000003220", "Asks for 3-D Secure", { outcome: authenticates }),
  card("4000002500003155", "Asks for 3-D Secure", { outcome: authenticates }),
  card("4000002760003184", "Asks for 3-D Secure every time", { outcome: authenticates }),
  declined("4000000000000002", "Declined", "generic_decline"),
  declined(
    "4000000000009995",
    "Insufficient funds",
    "insufficient_funds",
    "Your card has insufficient funds.",
  ),
  declined("4000000000009987", "Lost card", "lost_card"),
  declined("4000000000009979", "Stolen card", "stolen_card"),
  declined(
    "4000000000000069",
    "Expired card",
    "expired_card",
    "Your card has expired.",
    precise("expired_card", "exp_month"),
  ),
  declined(
    "4000000000000127",
    "Wrong security code",
    "incorrect_cvc",
    "Your card's security code is incorrect.",
    precise("incorrect_cvc", "cvc"),
  ),
  declined(
    "4000000000000119",
    "Processing error",
    "processing_error",
    TRY_AGAIN,
    precise("processing_error"),
  ),
  declined("4000000000006975", "Used too often", "card_velocity_exceeded", TOO_OFTEN),
  // Stripe does this only for off-session payments: a number of our own.
  declined(
    "4000000000002511",
    "Authentication required",
    "authentication_required",
    NEEDS_CHECK,
    precise("authentication_required"),
  ),
  declined("4100000000000019", "Blocked as fraudulent", "fraudulent", DECLINED, { blocked: true }),
  // Stripe has no such card: this one stands for the payment methods that take their time.
  card("4000000000002503", "Stays processing for a few seconds, then succeeds", {
    outcome: { kind: "processes" },
  }),
  card("4000000000007726", "Succeeds; a refund stays pending for a few seconds", { refund: "pending" }),
  card("4000000000005126", "Succeeds; a refund fails a few seconds later", { refund: "failed" }),
  card("4000000000000259", "Succeeds; the payment is disputed as fraud", { disputed: "fraudulent" }),
  card("4000000000002685", "Succeeds; disputed because the goods did not arrive", {
    disputed: "product_not_received",
  }),
  card("4000000000009235", "Succeeds; Stripe puts the payment into its review queue", { isReviewed: true }),
  card("4000000000005423", "Succeeds; the bank gives an early fraud warning", { isWarnedOf: true }),
];

const byNumber = new Map(testCards.map((card) => [card.number, card]));

/** By its number, spaces and dashes allowed. */
export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(digitsOf(number));
}

/** Any number that passes the checks but is not a test card, with Stripe's response in test mode. */
export const realCardDecline: CardDecline = {
  code: "card_declined",
  declineCode: "test_mode_live_card",
  message: "Your card was declined. Your request was in test mode, but used a non test (live) card.",
};

/** Removes the spaces and dashes that people type into card numbers. */
export function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, "");
}

/** "4242 4242 4242 4242", or "3782 822463 10005" for American Express. */
export function spacedCardNumber(number: string): string {
  const groups =
    brandOf(number) === "amex" ? /^(.{1,4})(.{1,6})?(.{1,5})?/ : /^(.{1,4})(.{1,4})?(.{1,4})?(.{1,7})?/;
  return [...(groups.exec(number) ?? [])].slice(1).filter(Boolean).join(" ");
}

export function brandOf(number: string): "visa" | "mastercard" | "amex" | "unknown" {
  if (number.startsWith("4")) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  return "unknown";
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
