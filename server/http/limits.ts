/**
 * Every limit on how often: what is counted, by what, how many in which time, and what the person is told. What a public
 * door costs and which of these rows stand before it is in `server/attacks/public-doors.ts`, and a test walks all of them.
 *
 * Figures are such that neither a person nor a hundred shoppers behind one address (an office, a school) meet them.
 * RATE_LIMIT_FACTOR scales all of them, 0 switches them off.
 */

/**
 * What is counted together. "address": the client's, as `limitKeyOf` counts it (IPv6: the /64), and for IPv6 also ten
 * times as many for its /48. "login": a name as it was typed, whether or not somebody has it.
 */
export type LimitedBy =
  | "address"
  | "login"
  | "login and address"
  | "account"
  | "recipient"
  | "checkout"
  | "order"
  | "key"
  | "all";

export interface RateLimit {
  counts: string;
  by: LimitedBy;
  points: number;
  seconds: number;
  told: string;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WAIT = "Too many attempts. Please wait a little and try again.";
/** Nothing is refused: the limit only takes away a favour, or a second copy of a mail. */
const NOTHING = "";

export const rateLimits = {
  // Signing in
  "sign-in": {
    counts: "wrong passwords, each a costly hash",
    ...{ by: "address", points: 30, seconds: 5 * MINUTE, told: WAIT },
  },
  "sign-in-account": {
    counts: "wrong passwords for one account",
    ...{ by: "account", points: 10, seconds: 5 * MINUTE, told: WAIT },
  },
  /** Three of a million are right at any time: half a chance after sixteen months. */
  "two-factor": {
    counts: "wrong codes, after the right password",
    ...{ by: "account", points: 5, seconds: 15 * MINUTE, told: WAIT },
  },
  register: {
    counts: "registrations, each a costly hash and a mail",
    ...{ by: "address", points: 20, seconds: HOUR, told: WAIT },
  },
  "unknown-api-key": {
    counts: "API keys that nobody was given",
    ...{ by: "address", points: 60, seconds: 5 * MINUTE, told: WAIT },
  },
  /** An export of 200 rows a call reads a million in five minutes. */
  "api-key": { counts: "calls with an API key", ...{ by: "key", points: 1200, seconds: MINUTE, told: WAIT } },

  // Mail that somebody else may get
  "forgot-password": {
    counts: "reset links asked for",
    ...{ by: "address", points: 10, seconds: HOUR, told: WAIT },
  },
  "account-mail": {
    counts: "mails with links that somebody signed in asks for",
    ...{ by: "account", points: 10, seconds: HOUR, told: WAIT },
  },
  "mail-to": {
    counts: "mails to one mailbox that a stranger can cause, whatever stands behind a plus sign",
    ...{ by: "recipient", points: 5, seconds: HOUR, told: NOTHING },
  },
  "mail-to-day": {
    counts: "the same, of a day",
    ...{ by: "recipient", points: 15, seconds: DAY, told: NOTHING },
  },
  newsletter: {
    counts: "addresses given to the newsletter",
    ...{ by: "address", points: 20, seconds: HOUR, told: WAIT },
  },
  "newsletter-mail": {
    counts: "newsletter codes mailed to one person",
    ...{ by: "recipient", points: 5, seconds: HOUR, told: WAIT },
  },
  "newsletter-code": {
    counts: "newsletter codes tried",
    ...{ by: "address", points: 40, seconds: HOUR, told: WAIT },
  },
  contact: { counts: "messages to the shop", ...{ by: "address", points: 20, seconds: HOUR, told: WAIT } },
  "resend-confirmation": {
    counts: "confirmations of one order mailed again",
    ...{ by: "order", points: 5, seconds: HOUR, told: WAIT },
  },

  // Buying
  checkout: {
    counts: "checkouts begun, each a row that is kept",
    ...{ by: "address", points: 600, seconds: 10 * MINUTE, told: WAIT },
  },
  /** With the longest hold of an hour, an address that pays for nothing holds stock for half a day at most. */
  "stock-hold": {
    counts: "holds of stock that nobody paid for",
    ...{ by: "address", points: 12, seconds: DAY, told: NOTHING },
  },
  /** Each lets a stolen card be tried (docs.stripe.com/disputes/prevention/card-testing). */
  "payment-intent": {
    counts: "payments begun",
    ...{ by: "address", points: 200, seconds: 10 * MINUTE, told: WAIT },
  },
  "payment-of-checkout": {
    counts: "payments begun for one cart",
    ...{ by: "checkout", points: 60, seconds: 10 * MINUTE, told: WAIT },
  },
  /** Thirty a second, far above any day of this shop: whom many addresses stand in for. */
  "payment-intent-of-all": {
    counts: "payments begun by everybody",
    ...{ by: "all", points: 18_000, seconds: 10 * MINUTE, told: WAIT },
  },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** Those that the client's address is the key of. */
export type AddressLimit = {
  [Name in RateLimitName]: (typeof rateLimits)[Name]["by"] extends "address" ? Name : never;
}[RateLimitName];

export type KeyedLimit = Exclude<RateLimitName, AddressLimit>;

/** A /48 is given whole to a firm, and to whoever asks for a tunnel: it may do so many times what one line may. */
export const WIDER_NETWORK_FACTOR = 10;
