/**
 * After how many days the shop deletes what it stores about people, besides what they erase themselves. Orders,
 * invoices, payments, refunds and their mails stay: accounts must be kept for six years (docs/rules.md#kept-1). The
 * privacy page and docs/operations.md say the same.
 */
export const retentionDays = {
  /** A cart after its last change: twice the life of the browser's cookie without a visit. */
  cart: 180,
  /** The details of a purchase that was never completed: a payment can be disputed for 180 days (PayPal's limit). */
  abandonedPurchase: 180,
  /** A provider's event that was processed: its number and outcome stay. */
  providerMessage: 180,
  /** Mails that are no document of an order. */
  email: 180,
  /** An enquiry: people refer to earlier replies. */
  enquiry: 730,
  /** What staff noted about an order or a guest; a note about an account goes with the account. */
  staffNote: 730,
  /** An address that was never confirmed for the newsletter; its link works for seven days. */
  unconfirmedSubscriber: 30,
  /** A request to hear when a product is back, after its last step; one that was never confirmed goes as such subscribers do. */
  stockAlert: 180,
  /** An account that nobody has ever signed in to, on an unproven address: a stranger's, or a typing error. */
  unprovenAccount: 7,
  /** Mailed links and sign-ins that have expired: long enough to say "expired" instead of "unknown". */
  expiredCredential: 7,
} as const;

/** Mails that are documents of an order or of its money are stored as long as they are. */
export const orderDocuments = [
  "order-confirmation",
  "order-dispatched",
  "order-ready",
  "batch-recall",
  "order-refunded",
  "order-cancelled",
  "payment-received",
  "money-returned",
  "withdrawal-received",
  "withdrawal-closed",
] as const;
