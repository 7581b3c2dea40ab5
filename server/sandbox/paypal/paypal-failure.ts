/** The sandbox's issues with their descriptions. PayPal may reword these at any time, so nobody may depend on them. */
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

/** The description of an issue; a test may request any of PayPal's issues by name. */
function descriptionOf(issue: string): string {
  return Object.entries(issues).find(([name]) => name === issue)?.[1] ?? issue;
}

/** What is wrong with one field, or with the request as a whole. */
interface PayPalFault {
  issue: string;
  /** A JSON pointer into the body, or a header's or a parameter's name. */
  field?: string;
  value?: string;
}

interface PayPalLink {
  href: string;
  rel: string;
  method: string;
}

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 415 | 422 | 500;

/**
 * A request that PayPal refuses (developer.paypal.com, "Error messages"). Its changes are rolled back unless they are
 * kept on purpose.
 */
export class PayPalFailure extends Error {
  readonly status: FailureStatus;
  readonly errorName: string;
  readonly details: readonly PayPalFault[];
  readonly links: readonly PayPalLink[];

  constructor(
    status: FailureStatus,
    errorName: string,
    message: string,
    more: { details?: readonly PayPalFault[]; links?: readonly PayPalLink[] } = {},
  ) {
    super(message);
    this.name = "PayPalFailure";
    this.status = status;
    this.errorName = errorName;
    this.details = more.details ?? [];
    this.links = more.links ?? [];
  }
}

/** The body of a refusal. */
export function failureShape(failure: PayPalFailure) {
  const { errorName: name, message, details, links } = failure;
  const debugId = crypto.randomUUID().replaceAll("-", "").slice(0, 13);
  const described = details.length > 0 ? { details: details.map(withDescription) } : {};
  return { name, message, debug_id: debugId, ...described, links };
}

function withDescription(fault: PayPalFault) {
  const location = fault.field?.startsWith("/") ? { location: "body" } : {};
  return { ...fault, ...location, description: descriptionOf(fault.issue) };
}

/** 500: an internal error at PayPal. */
export function serverError(): PayPalFailure {
  return new PayPalFailure(500, "INTERNAL_SERVER_ERROR", "An internal server error occurred.");
}

/** 400: the request does not have the shape of the call. */
export function invalidRequest(issue: string, field: string): PayPalFailure {
  const message = "Request is not well-formed, syntactically incorrect, or violates schema.";
  return new PayPalFailure(400, "INVALID_REQUEST", message, { details: [{ issue, field }] });
}

/** 404: PayPal knows no such object on this account. */
export function notFound(): PayPalFailure {
  return new PayPalFailure(404, "RESOURCE_NOT_FOUND", "The specified resource does not exist.", {
    details: [{ issue: "INVALID_RESOURCE_ID" }],
  });
}

/** 409: the same request was sent twice at once, and the first is still running. */
export function inProgress(): PayPalFailure {
  const message = "The server has detected a conflict while processing this request.";
  return new PayPalFailure(409, "RESOURCE_CONFLICT", message, {
    details: [{ issue: "PREVIOUS_REQUEST_IN_PROGRESS" }],
  });
}

/** 422: well-formed, but impossible. */
export function unprocessable(
  issue: string,
  { field, links }: { field?: string; links?: readonly PayPalLink[] } = {},
): PayPalFailure {
  const message =
    "The requested action could not be performed, semantically incorrect, or failed business validation.";
  return new PayPalFailure(422, "UNPROCESSABLE_ENTITY", message, {
    details: [{ issue, ...(field ? { field } : {}) }],
    ...(links ? { links } : {}),
  });
}
