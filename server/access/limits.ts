/**
 * Every limit on how often: what is counted, by what, how many in which time, and what the person is told; and at the
 * end every public endpoint with its limits. How much at once (bodies, batches, connections) is limited elsewhere.
 *
 * Figures are such that neither a person nor a hundred shoppers behind one address (an office, a school) meet them.
 * RATE_LIMIT_FACTOR scales all of them, 0 switches them off.
 */

/**
 * What is counted together. "address": the client's, as `limitKeyOf` counts it (IPv6: the /64), and for IPv6 also ten
 * times as many for its /48. "login": a name as it was typed, whether or not somebody has it.
 */
type LimitedBy =
  | "address"
  | "login"
  | "login and address"
  | "account"
  | "recipient"
  | "checkout"
  | "order"
  | "key"
  | "all";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WAIT = "Too many attempts. Please wait a little and try again.";
const BY_MAIL =
  "Too many wrong passwords were tried for this name. Please choose a new password by mail, or sign in where you have done so before.";
const ALL_AT_ONCE =
  "Ten cancellations of this order came in one day. Please tell us of everything else by mail, in one message.";
/** The limit refuses nothing: it only takes away a convenience, or a second copy of a mail. */
const NOTHING = "";

/** A row of the table. */
function limit<By extends LimitedBy>(
  counts: string,
  by: By,
  points: number,
  seconds: number,
  message = WAIT,
) {
  return { counts, by, points, seconds, message };
}

export const rateLimits = {
  // Signing in
  "sign-in": limit("wrong passwords, each a costly hash", "address", 30, 5 * MINUTE),
  "sign-in-account": limit(
    "wrong passwords for one name from one address",
    "login and address",
    10,
    5 * MINUTE,
  ),
  /** Somebody who signed in from an address before is not stopped there; everybody else gets in by mail. */
  "sign-in-name": limit("wrong passwords for one name from everywhere", "login", 100, HOUR, BY_MAIL),
  "own-password": limit("wrong passwords of somebody who is signed in", "account", 10, 5 * MINUTE),
  /** Three of a million are right at any time: half a chance after sixteen months. */
  "two-factor": limit("wrong codes, after the right password", "account", 5, 15 * MINUTE),
  register: limit("registrations, each a costly hash and a mail", "address", 20, HOUR),
  "unknown-api-key": limit("API keys that nobody was given", "address", 60, 5 * MINUTE),
  /** An export of 200 rows a call reads a million in five minutes. */
  "api-key": limit("calls with an API key", "key", 1200, MINUTE),

  // Mail that somebody else may get
  "forgot-password": limit("reset links asked for", "address", 10, HOUR),
  "account-mail": limit("mails with links that somebody signed in asks for", "account", 10, HOUR),
  "mail-to": limit(
    "mails to one mailbox that a stranger can cause, whatever stands behind a plus sign",
    "recipient",
    5,
    HOUR,
    NOTHING,
  ),
  "mail-to-day": limit("the same, of a day", "recipient", 15, DAY, NOTHING),
  newsletter: limit("addresses given to the newsletter", "address", 20, HOUR),
  "newsletter-mail": limit("newsletter codes mailed to one person", "recipient", 5, HOUR),
  "newsletter-code": limit("newsletter codes tried", "address", 40, HOUR),
  "stock-alert": limit("addresses that want to hear when a product is back", "address", 20, HOUR),
  contact: limit("messages to the shop", "address", 20, HOUR),
  /** Somebody who makes up their mind for every bag apart comes this far; the law wants each acknowledged. */
  withdrawal: limit(
    "cancellations of one order by its customer, each with a mail to them and to the shop",
    "order",
    10,
    DAY,
    ALL_AT_ONCE,
  ),
  "resend-confirmation": limit("confirmations of one order mailed again", "order", 5, HOUR),

  // Whatever an endpoint costs
  /** Every form and call that writes, in addition to its own row; staff and API keys apart. */
  write: limit("writes", "address", 3000, 10 * MINUTE),
  search: limit(
    "searches that no memory answers, and quotes of delivery for what is in no cart",
    "address",
    240,
    MINUTE,
  ),
  pdf: limit("papers drawn as PDF", "address", 50, HOUR),
  "own-data": limit("files of everything the shop holds about somebody", "account", 20, HOUR),
  "staff-call": limit(
    "calls of staff's procedures by others, a batch being one",
    "address",
    120,
    10 * MINUTE,
  ),

  // Buying
  "new-cart": limit("carts begun, each a row that is kept", "address", 300, HOUR),
  /** A page that waits for a bank looks every four seconds: a hundred and fifty times. */
  "payment-lookup": limit("looks at a provider after payments of this shop", "address", 3000, 10 * MINUTE),
  "unknown-payment": limit(
    "looks at a provider after payments that this shop has not begun",
    "address",
    20,
    10 * MINUTE,
  ),
  /** Stripe answers some hundred reads a second, for shoppers who pay (docs.stripe.com/rate-limits). */
  "unknown-payment-of-all": limit("the same, of everybody", "all", 600, 10 * MINUTE),
  "client-token": limit("PayPal's tokens for its card form", "address", 600, 10 * MINUTE),
  "forged-event": limit(
    "events that PayPal says it did not send, each a question to PayPal",
    "address",
    60,
    10 * MINUTE,
  ),
  checkout: limit("checkouts begun, each a row that is kept", "address", 600, 10 * MINUTE),
  /** With the longest hold of an hour, an address that pays for nothing holds stock for half a day at most. */
  "stock-hold": limit("holds of stock that nobody paid for", "address", 12, DAY, NOTHING),
  /** Each lets a stolen card be tried (docs.stripe.com/disputes/prevention/card-testing). */
  "payment-intent": limit("payments begun", "address", 200, 10 * MINUTE),
  "payment-of-checkout": limit("payments begun for one cart", "checkout", 60, 10 * MINUTE),
  /** Thirty a second, far more than this shop ever needs: for attackers with many addresses. */
  "payment-intent-of-all": limit("payments begun by everybody", "all", 18_000, 10 * MINUTE),
};

export type RateLimitName = keyof typeof rateLimits;

/** The limits that are counted by the client's address. */
export type AddressLimit = {
  [Name in RateLimitName]: (typeof rateLimits)[Name]["by"] extends "address" ? Name : never;
}[RateLimitName];

export type KeyedLimit = Exclude<RateLimitName, AddressLimit>;

/** Firms, and anybody who asks for a tunnel, get a whole /48: it may make this many times the requests of one line. */
export const WIDER_NETWORK_FACTOR = 10;

/** The limits of an endpoint, or why it needs none. */
type EndpointLimits = readonly RateLimitName[] | string;

const FROM_MEMORY = "the same for everybody, from memory or one indexed read";
const ONE_READ = "one person's own rows, found by an index";
const A_FORM = "an empty form";
/** A form continues at /login/code where a second factor is required; a REST call brings its code along. */
const signInForm = ["write", "sign-in", "sign-in-account", "sign-in-name"] as const;
const signIn = [...signInForm, "two-factor"] as const;
const lookup = ["payment-lookup", "unknown-payment", "unknown-payment-of-all"] as const;
const payment = [
  "payment-intent",
  "payment-of-checkout",
  "payment-intent-of-all",
  "checkout",
  "stock-hold",
] as const;
const ownForms = ["write", "own-password", "two-factor", "account-mail"] as const;

/**
 * Every endpoint that anybody may call, signed in as a customer or not, with its limits. A test walks all routes,
 * REST calls and procedures, and fails for a public one that is missing here.
 */
export const publicEndpoints: Readonly<Record<string, EndpointLimits>> = {
  "GET /": FROM_MEMORY,
  "GET /manufacturing/:page": FROM_MEMORY,
  "GET /qa": FROM_MEMORY,
  "GET /products": ["search"],
  // With a postcode it quotes its delivery.
  "GET /products/:slug": ["search"],
  "GET /stock-alerts/:step": "one row",
  "POST /stock-alerts/:step": ["write", "stock-alert", "mail-to", "mail-to-day"],
  "GET /blog": ["search"],
  "GET /blog/rss.xml": FROM_MEMORY,
  "GET /blog/:slug": FROM_MEMORY,
  "GET /cart": ONE_READ,
  "POST /cart": ["write", "new-cart"],
  "GET /checkout": ONE_READ,
  "POST /checkout": ["write", ...payment],
  "GET /order-confirmation": ONE_READ,
  "POST /order-confirmation": ["write", "resend-confirmation"],
  "GET /checkout-success": lookup,
  "GET /admin/login": A_FORM,
  "POST /admin/login": signInForm,
  "GET /admin-login": A_FORM,
  "POST /admin-login": signInForm,
  "GET /customer-dashboard": ONE_READ,
  "POST /customer-dashboard": ownForms,
  "GET /register": A_FORM,
  "POST /register": ["write", "register"],
  "GET /login": A_FORM,
  "POST /login": signInForm,
  "GET /login/code": A_FORM,
  "POST /login/code": ["write", "two-factor"],
  "GET /login/passkey": "leads to the sign-in",
  "POST /login/passkey": ["write", "sign-in"],
  "GET /logout": "answers that it wants a form",
  "POST /logout": ["write"],
  "GET /verify-email": "one row, found by the hash of its token",
  "POST /verify-email": signInForm,
  "GET /forgot-password": A_FORM,
  "POST /forgot-password": ["write", "forgot-password", "mail-to", "mail-to-day"],
  "GET /reset-password": "one row, found by the hash of its token",
  "POST /reset-password": ["write"],
  "GET /undo-email-change": "one row, found by the hash of its token",
  "POST /undo-email-change": ["write"],
  "GET /account": ONE_READ,
  "POST /account": ["write", "account-mail"],
  "GET /account/settings": ONE_READ,
  "POST /account/settings": [...ownForms, "new-cart"],
  "GET /account/passkeys": "leads to the account settings",
  "POST /account/passkeys": ["write", "own-password", "two-factor"],
  "GET /account/carbon": ONE_READ,
  "GET /account/carbon.csv": ONE_READ,
  "GET /orders/:invoiceNumber/invoice": ONE_READ,
  "GET /orders/:invoiceNumber/invoice.pdf": ["pdf"],
  "GET /orders/:invoiceNumber/notes/:noteNumber": ONE_READ,
  "GET /orders/:invoiceNumber/notes/:noteNumber/pdf": ["pdf"],
  "GET /orders/:invoiceNumber/withdraw": ONE_READ,
  "POST /orders/:invoiceNumber/withdraw": ["write", "withdrawal"],
  "GET /orders/:invoiceNumber/use": ONE_READ,
  // One row for each order.
  "POST /orders/:invoiceNumber/use": ["write"],
  "GET /orders/:invoiceNumber/statement": ONE_READ,
  "GET /orders/:invoiceNumber/statement.pdf": ["pdf"],
  "GET /orders/:invoiceNumber/statement.json": ONE_READ,
  "GET /verify": A_FORM,
  // One signature and one row.
  "POST /verify": ["write"],
  "GET /.well-known/did.json": "a few rows",
  "GET /statements/status/:list": "one range of an index, and one signature",
  "GET /community": FROM_MEMORY,
  "GET /contact": A_FORM,
  "POST /contact": ["write", "contact"],
  "GET /contact/map": FROM_MEMORY,
  "GET /newsletter": A_FORM,
  "POST /newsletter": ["write", "newsletter", "newsletter-mail", "newsletter-code"],
  "GET /newsletter/verify": "one row",
  "POST /newsletter/verify": ["write"],
  "GET /newsletter/unsubscribe": "one row",
  "POST /newsletter/unsubscribe": ["write"],
  "GET /newsletter/issues": FROM_MEMORY,
  "GET /newsletter/issues/rss.xml": FROM_MEMORY,
  "GET /newsletter/issues/:slug": FROM_MEMORY,
  "GET /batches": FROM_MEMORY,
  "GET /batches/:code": FROM_MEMORY,
  "GET /batches/:code/passport.jsonld": FROM_MEMORY,
  "GET /batches/:code/linkset.json": FROM_MEMORY,
  "GET /01/:gtin": FROM_MEMORY,
  "GET /01/:gtin/*": FROM_MEMORY,
  "GET /.well-known/gs1resolver": FROM_MEMORY,
  "GET /resources/:file": "a file of the build",
  "GET /:page": FROM_MEMORY,
  "GET /media/:file": "one row, kept by every browser for good",
  "GET /documents/:hash/:name": "one row, kept by every browser for good",
  "GET /api/trpc/*": ["staff-call"],
  "POST /api/trpc/*": ["write", "staff-call"],
  // Customers may call these, although their pages do not.
  "procedure orders.byId": ["staff-call"],
  "procedure products.list": ["staff-call", "search"],
  "procedure products.categories": ["staff-call"],
  "procedure products.homeGrid": ["staff-call"],
  "GET /api/docs": FROM_MEMORY,
  "GET /api/openapi.json": FROM_MEMORY,
  "GET /webhooks/:provider": "answers that it wants a POST",
  // For a provider that must be asked; Stripe's signature is one HMAC, checked before anything is read or stored.
  "POST /webhooks/:provider": ["forged-event"],
  "GET /sandbox/*": "not there where real money moves, nor by accident where anybody can reach it",
  "POST /sandbox/*": "not there where real money moves, nor by accident where anybody can reach it",
  "GET /dev/mail": "not there for anybody but this machine",
  "GET /dev/mail/:id": "not there for anybody but this machine",
  "GET /sitemap.xml": FROM_MEMORY,
  "GET /sitemap/:part": FROM_MEMORY,
  "GET /robots.txt": FROM_MEMORY,
  "GET /counter-worker.js": FROM_MEMORY,
  "GET /counter.webmanifest": FROM_MEMORY,
  "GET /healthz": "nothing is read",
  "GET /readyz": "one small read, asked by what balances",
  "GET /*": "nothing is read",
  "POST /*": "nothing is read",

  "GET /api/products": ["search"],
  "GET /api/products/{slug}": FROM_MEMORY,
  "GET /api/batches/{code}": FROM_MEMORY,
  "GET /api/delivery-quote": ["search"],
  "POST /api/newsletter": ["write", "newsletter"],
  "POST /api/newsletter/code": ["write", "newsletter", "newsletter-mail"],
  "POST /api/newsletter/confirm": ["write", "newsletter-code"],
  "POST /api/contact": ["write", "contact"],
  "GET /api/blog-posts": FROM_MEMORY,
  "GET /api/community": FROM_MEMORY,
  "POST /api/create-payment-intent": ["write", ...payment],
  "POST /api/orders": ["write", ...lookup],
  "GET /api/orders/{invoiceNumber}/withdrawals": ONE_READ,
  "GET /api/orders/{invoiceNumber}/statement": ONE_READ,
  "POST /api/orders/{invoiceNumber}/withdrawals": ["write", "withdrawal"],
  "GET /api/auth/user": ONE_READ,
  "POST /api/auth/register": ["write", "register"],
  "POST /api/auth/login": signIn,
  "POST /api/auth/logout": ["write"],
  "PATCH /api/auth/profile": [
    "write",
    "own-password",
    "two-factor",
    "account-mail",
    "mail-to",
    "mail-to-day",
  ],
  "POST /api/auth/change-password": ["write", "own-password", "two-factor"],
  "POST /api/auth/forgot-password": ["write", "forgot-password", "mail-to", "mail-to-day"],
  "POST /api/auth/reset-password": ["write"],
  "GET /api/auth/verify": "one row, found by the hash of its token",
  "GET /api/orders/user": ONE_READ,
  "GET /api/customer/orders": ONE_READ,
  "GET /api/research/download": "a file, for those who were given it",
  "GET /api/account/export": ["own-data"],
  "POST /api/admin/login": signIn,
  "GET /paypal/setup": ["client-token"],
  "POST /paypal/order": ["write", ...payment],
  "POST /paypal/order/{orderId}/capture": ["write", ...lookup],
};
