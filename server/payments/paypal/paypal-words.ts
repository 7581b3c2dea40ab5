/** PayPal's issues, in words for staff. */
export const payPalFailureReasons: Readonly<Record<string, string>> = {
  instrument_declined: "PayPal could not charge the customer's card or bank account.",
  payer_cannot_pay: "PayPal does not let this customer pay.",
  transaction_refused: "PayPal refused the payment.",
  payee_blocked_transaction: "Your own PayPal account is set up not to take this payment.",
};

/** PayPal's reasons of disputes (developer.paypal.com, Customer disputes v1), as a clause for staff. */
export const payPalDisputeReasons: Readonly<Record<string, string>> = {
  unauthorised: "the customer says that they did not make the payment",
  merchandise_or_service_not_received: "the customer says that the goods did not arrive",
  merchandise_or_service_not_as_described: "the customer says that the goods were faulty or not as described",
  duplicate_transaction: "the customer says that they paid twice",
  incorrect_amount: "the customer says that the amount was wrong",
  credit_not_processed: "the customer waits for a refund",
};
