import type { ProviderId } from "#server/payments/provider-list.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { PricedSnapshot } from "./priced-snapshot.ts";

/**
 * What the browser needs to show the provider's form or button and, after paying, to send the order. The payment
 * itself starts at the provider when the button is pressed.
 */
export interface PreparedPayment {
  method: ProviderId;
  /** What will be charged, even if the page has calculated another amount. */
  amount: Pence;
  currency: CurrencyCode;
  invoiceNumber: string;
  /** Without how it goes out, which is frozen for staff. */
  snapshot: Omit<PricedSnapshot, "delivery">;
}

/** Why the payment could not be prepared, for the shopper. */
export interface CheckoutRefusal {
  message: string;
  /** The shopper must check the cart: something in it is no longer available. */
  aboutStock: boolean;
}
