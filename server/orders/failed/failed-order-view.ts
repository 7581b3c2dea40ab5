import type { PaymentMethod } from "#server/payments/payment-status.ts";
import type { Pence } from "#server/pricing/money.ts";

/** A checkout whose payment failed, as staff see it. */
export interface FailedOrderView {
  id: number;
  customerName: string;
  customerEmail: string;
  totalAmount: Pence;
  paymentMethod: PaymentMethod;
  /** In plain words. */
  errorMessage: string;
  /** ISO date and time of the last attempt. */
  attemptedAt: string;
  /** ISO date and time of the first. */
  createdAt: string;
}

/** Stripe's decline and error codes (docs.stripe.com/declines/codes) and PayPal's issues, in words for staff. */
const reasons: Record<string, string> = {
  insufficient_funds: "There was not enough money on the card.",
  expired_card: "The card has expired.",
  incorrect_cvc: "The security code was wrong.",
  invalid_cvc: "The security code was wrong.",
  incorrect_number: "The card number was wrong.",
  invalid_number: "The card number was wrong.",
  processing_error: "The bank could not process the card just then; trying again may help.",
  authentication_required: "The bank wanted the customer to confirm the payment, and that did not happen.",
  payment_intent_authentication_failure: "The customer did not pass the bank's check (3-D Secure).",
  card_velocity_exceeded: "The card has reached its limit.",
  withdrawal_count_limit_exceeded: "The card has reached its limit.",
  lost_card: "The bank says the card was lost. The customer was only told that it was declined.",
  stolen_card: "The bank says the card was stolen. The customer was only told that it was declined.",
  fraudulent: "The payment was blocked as suspected fraud. The customer was only told that it was declined.",
  merchant_blacklist: "The card is on a block list. The customer was only told that it was declined.",
  card_not_supported: "The card cannot be used for this kind of purchase.",
  currency_not_supported: "The card cannot pay in pounds.",
  generic_decline: "The bank declined the card without saying why; the customer can ask it.",
  card_declined: "The bank declined the card without saying why; the customer can ask it.",
  do_not_honor: "The bank declined the card without saying why; the customer can ask it.",
  instrument_declined: "PayPal could not charge the customer's card or bank account.",
  payer_cannot_pay: "PayPal does not let this customer pay.",
  transaction_refused: "PayPal refused the payment.",
  payee_blocked_transaction: "Your own PayPal account is set up not to take this payment.",
};

/** Behind a provider's message its code stands in brackets. */
const trailingCode = /\(([A-Za-z_]+)\)\.?$/;

/** Why a payment failed, in a sentence for staff; what is not known is said as it was reported. */
export function plainFailureReason(reported: string): string {
  const code = trailingCode.exec(reported)?.[1]?.toLowerCase();
  return (code ? reasons[code] : undefined) ?? reported;
}
