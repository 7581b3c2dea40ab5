/**
 * After how many days the shop forgets what it holds about people, besides what they erase themselves. Orders,
 * invoices, payments, refunds and their mails are not among it: accounts must be kept for six years
 * (docs/rules.md#kept-1). The privacy page and docs/operations.md say the same.
 */
export const retentionDays = {
  /** A basket after its last change: twice what the browser's cookie lives without a visit. */
  basket: 180,
  /** What was typed into a purchase that came to nothing: a payment can be disputed for 180 days (PayPal's limit). */
  abandonedPurchase: 180,
  /** What a payment provider sent us of an event that was acted on: its number and what came of it stay. */
  providerMessage: 180,
  /** Mails that are no document of an order. */
  email: 180,
  /** An enquiry: people come back to what they were told. */
  enquiry: 730,
  /** An address that was never confirmed for the newsletter; its link works for seven days. */
  unconfirmedSubscriber: 30,
  /** An account that nobody has ever signed in to, on an address that nobody has proven: a stranger's, or a slip. */
  unprovenAccount: 7,
  /** Mailed links and sign-ins that have expired: long enough to say "expired" instead of "unknown". */
  expiredCredential: 7,
} as const;

/** Mails that are documents of an order, and kept as long as it is. */
export const orderDocuments = ["order-confirmation", "order-dispatched", "order-refunded"] as const;
