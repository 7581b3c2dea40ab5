import type { PaymentMethod } from "#server/payments/payment-status.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { PricedSnapshot } from "./priced-snapshot.ts";

/**
 * What the browser needs to show the card form or PayPal's button and, after paying, to send the order. The payment
 * itself is begun at the provider when the button is pressed.
 */
export interface PreparedPayment {
  method: PaymentMethod;
  /** What will be charged, whatever the page has worked out itself. */
  amount: Pence;
  invoiceNumber: string;
  snapshot: PricedSnapshot;
}

/** Why the payment could not be prepared, for the shopper. */
export interface CheckoutRefusal {
  message: string;
  /** The cart needs a look: something in it cannot be had any more. */
  aboutStock: boolean;
}
