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

function declined(
  number: string,
  label: string,
  declineCode: string,
  message: string,
  rest: Partial<CardDecline> = {},
): TestCard {
  const decline = { code: "card_declined", declineCode, message, ...rest };
  return { number, label, outcome: { kind: "declines", decline } };
}

const succeeds: CardOutcome = { kind: "succeeds" };
const authenticates: CardOutcome = { kind: "authenticates" };
const DECLINED = "Your card was declined.";

/** Every card the sandbox knows, in the order its pages list them. */
export const testCards: readonly TestCard[] = [
  { number: "4242424242424242", label: "Succeeds", outcome: succeeds },
  {
    number: "5555555555554444",
    label: "Succeeds (Mastercard)",
    outcome: succeeds,
  },
  {
    number: "378282246310005",
    label: "Succeeds (American Express)",
    outcome: succeeds,
  },
  { number: "4000008260000000", label: "Succeeds (UK Visa)", outcome: succeeds },
  {
    number: "4000000000003220",
    label: "Asks for 3-D Secure",
    outcome: authenticates,
  },
  {
    number: "4000002500003155",
    label: "Asks for 3-D Secure",
    outcome: authenticates,
  },
  {
    number: "4000002760003184",
    label: "Asks for 3-D Secure every time",
    outcome: authenticates,
  },
  declined("4000000000000002", "Declined", "generic_decline", DECLINED),
  declined(
    "4000000000009995",
    "Insufficient funds",
    "insufficient_funds",
    "Your card has insufficient funds.",
  ),
  declined("4000000000009987", "Lost card", "lost_card", DECLINED),
  declined("4000000000009979", "Stolen card", "stolen_card", DECLINED),
  declined("4000000000000069", "Expired card", "expired_card", "Your card has expired.", {
    code: "expired_card",
    param: "exp_month",
  }),
  declined(
    "4000000000000127",
    "Wrong security code",
    "incorrect_cvc",
    "Your card's security code is incorrect.",
    { code: "incorrect_cvc", param: "cvc" },
  ),
  declined(
    "4000000000000119",
    "Processing error",
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
    { code: "processing_error" },
  ),
  declined(
    "4000000000006975",
    "Used too often",
    "card_velocity_exceeded",
    "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
  ),
  // Stripe does this only for off-session payments: a number of our own.
  declined(
    "4000000000002511",
    "Authentication required",
    "authentication_required",
    "Your card was declined. This transaction requires authentication.",
    { code: "authentication_required" },
  ),
  declined("4100000000000019", "Blocked as fraudulent", "fraudulent", DECLINED, {
    blocked: true,
  }),
  {
    // Stripe has no such card: this one stands for the payment methods that take their time.
    number: "4000000000002503",
    label: "Stays processing for a few seconds, then succeeds",
    outcome: { kind: "processes" },
  },
  {
    number: "4000000000007726",
    label: "Succeeds; a refund stays pending for a few seconds",
    outcome: succeeds,
    refund: "pending",
  },
  {
    number: "4000000000005126",
    label: "Succeeds; a refund fails a few seconds later",
    outcome: succeeds,
    refund: "failed",
  },
  {
    number: "4000000000000259",
    label: "Succeeds; the payment is disputed as fraud",
    outcome: succeeds,
    disputed: "fraudulent",
  },
  {
    number: "4000000000002685",
    label: "Succeeds; disputed because the goods did not arrive",
    outcome: succeeds,
    disputed: "product_not_received",
  },
  {
    number: "4000000000009235",
    label: "Succeeds; Stripe puts the payment into its review queue",
    outcome: succeeds,
    isReviewed: true,
  },
  {
    number: "4000000000005423",
    label: "Succeeds; the bank gives an early fraud warning",
    outcome: succeeds,
    isWarnedOf: true,
  },
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
