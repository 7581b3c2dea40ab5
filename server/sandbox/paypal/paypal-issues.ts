/**
 * The issues that the sandbox gives, each with what it says. PayPal may reword its descriptions at any time, so nobody
 * may depend on them.
 */
const issues = {
  // 400
  INVALID_ARRAY_MAX_ITEMS: "Too many items.",
  INVALID_ARRAY_MIN_ITEMS: "Too few items.",
  INVALID_COUNTRY_CODE: "This is no country code that PayPal knows.",
  INVALID_PARAMETER_SYNTAX: "The value has not the expected format.",
  INVALID_PARAMETER_VALUE: "The value is not valid.",
  INVALID_STRING_LENGTH: "The value is too short or too long.",
  MALFORMED_REQUEST_JSON: "The request is no JSON.",
  MISSING_REQUIRED_PARAMETER: "A required parameter is missing.",
  NOT_SUPPORTED: "This field is not supported.",
  PAYPAL_REQUEST_ID_REQUIRED: "With a payment_source a PayPal-Request-Id is required.",
  // 403, 404, 409
  PERMISSION_DENIED: "You do not have permission for this.",
  INVALID_RESOURCE_ID: "There is no such resource.",
  PREVIOUS_REQUEST_IN_PROGRESS: "A previous request on this resource is in progress. Please try again later.",
  // 422 of an order
  AMOUNT_MISMATCH: "The amount is not the sum of its breakdown.",
  CANNOT_BE_NEGATIVE: "It must not be negative.",
  CANNOT_BE_ZERO_OR_NEGATIVE: "It must be greater than zero.",
  CITY_REQUIRED: "The country requires a city.",
  DECIMAL_PRECISION: "At most two decimal places are supported.",
  DUPLICATE_REFERENCE_ID: "reference_id must be unique.",
  INVALID_CURRENCY_CODE: "This currency is not supported.",
  ITEM_TOTAL_MISMATCH: "item_total is not the sum of the items.",
  ITEM_TOTAL_REQUIRED: "With items, item_total is required.",
  MAX_VALUE_EXCEEDED: "The value is too large.",
  MISSING_SHIPPING_ADDRESS: "A shipping address is required.",
  MULTI_CURRENCY_ORDER: "All amounts must have one currency.",
  POSTAL_CODE_REQUIRED: "The country requires a postal code.",
  SHIPPING_ADDRESS_INVALID: "The shipping address is not valid.",
  UNSUPPORTED_INTENT: "This intent is not supported.",
  // 422 of a capture
  DUPLICATE_INVOICE_ID: "This invoice id has been used.",
  INSTRUMENT_DECLINED: "The instrument was declined, or cannot be used for this payment.",
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: "There were too many payment attempts.",
  ORDER_ALREADY_CAPTURED: "The order has been captured.",
  ORDER_EXPIRED: "The order has expired.",
  ORDER_NOT_APPROVED: "The payer has not approved the order.",
  PAYER_ACTION_REQUIRED: "The payer has to go back to PayPal.",
  TRANSACTION_REFUSED: "The request was refused.",
  // 422 of a refund
  CAPTURE_FULLY_REFUNDED: "The capture has been refunded in full.",
  PENDING_CAPTURE: "A capture that is pending cannot be refunded.",
  REFUND_AMOUNT_EXCEEDED: "More would be refunded than was captured.",
  REFUND_CAPTURE_CURRENCY_MISMATCH: "The refund must have the currency of the capture.",
  REFUND_NOT_ALLOWED: "This capture cannot be refunded.",
  // 422 of a dispute
  ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE: "The dispute cannot do this any more.",
} as const;

export type PayPalIssue = keyof typeof issues;

/** What an issue says; one that a test asked for by name may be any of PayPal's. */
export function descriptionOf(issue: string): string {
  return Object.entries(issues).find(([name]) => name === issue)?.[1] ?? issue;
}
