import type { LinkDescription } from "@paypal/paypal-server-sdk";
import type { Wire } from "../../payments/paypal/paypal-order.ts";

/** What is wrong with one field, or with the request as a whole. */
interface PayPalFault {
  issue: string;
  /** A JSON pointer into the body, or a header's or a parameter's name. */
  field?: string | undefined;
}

type FailureStatus = 400 | 401 | 404 | 409 | 415 | 422 | 500;

/**
 * A request that PayPal refuses (developer.paypal.com, "Error messages"). Its changes are rolled back unless they are
 * kept on purpose.
 */
export class PayPalFailure extends Error {
  readonly status: FailureStatus;
  readonly errorName: string;
  readonly details: readonly PayPalFault[];
  readonly links: readonly Wire<LinkDescription>[];

  constructor(
    status: FailureStatus,
    errorName: string,
    message: string,
    more: { details?: readonly PayPalFault[]; links?: readonly Wire<LinkDescription>[] } = {},
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
  // PayPal may reword its descriptions at any time, so nobody may depend on them.
  return { ...fault, ...location, description: fault.issue };
}

/** 500: an internal error at PayPal. */
export function serverError(): PayPalFailure {
  return new PayPalFailure(500, "INTERNAL_SERVER_ERROR", "An internal server error occurred.");
}

/** 400: the request does not have the shape of the call. */
export function invalidRequest(...details: PayPalFault[]): PayPalFailure {
  const message = "Request is not well-formed, syntactically incorrect, or violates schema.";
  return new PayPalFailure(400, "INVALID_REQUEST", message, { details });
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
  { field, links = [] }: { field?: string; links?: readonly Wire<LinkDescription>[] } = {},
): PayPalFailure {
  const message =
    "The requested action could not be performed, semantically incorrect, or failed business validation.";
  return new PayPalFailure(422, "UNPROCESSABLE_ENTITY", message, {
    details: [{ issue, field }],
    links,
  });
}
