/** How a shopper pays. */
export const paymentMethods = ["stripe", "paypal"] as const;

/** How an order may have been paid: by a shopper, or taken by staff. */
export const orderPaymentMethods = [...paymentMethods, "cash", "card", "bank_transfer", "account"] as const;

/**
 * created: made at the provider, nothing received; processing: the provider is still deciding;
 * succeeded: money received; failed: the last attempt was refused (a retry may follow);
 * cancelled: can no longer be paid; refunded: money was given back in full.
 */
export const paymentStatuses = [
  "created",
  "processing",
  "succeeded",
  "failed",
  "cancelled",
  "refunded",
] as const;

export type PaymentMethod = (typeof paymentMethods)[number];
export type OrderPaymentMethod = (typeof orderPaymentMethods)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];
