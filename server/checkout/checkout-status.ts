/**
 * open: being filled in; paying: stock is held and a payment exists; paid: an order was made;
 * expired: the hold lapsed unpaid; cancelled: given up or replaced.
 */
export const checkoutStatuses = ["open", "paying", "paid", "expired", "cancelled"] as const;

export type CheckoutStatus = (typeof checkoutStatuses)[number];
