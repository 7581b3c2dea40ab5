/** The button says that pressing it is an order with an obligation to pay (docs/rules.md#checkout-4). */
export function payPalLabel(amount: string): string {
  return `Order and pay with PayPal ${amount}`;
}

export const PAYPAL_CANCELLED =
  "You left PayPal without paying. Nothing was charged, and your cart is as it was.";
export const PAYPAL_FAILED =
  "PayPal did not work just now. Nothing is lost: please try again or pay by card.";
