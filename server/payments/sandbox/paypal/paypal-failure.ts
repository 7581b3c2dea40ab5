/** A request that PayPal refuses (developer.paypal.com, "Error messages"). Its changes are rolled back unless kept. */
export class PayPalFailure extends Error {
  readonly status: 400 | 401 | 404 | 422 | 500;
  readonly errorName: string;
  readonly issue: string | undefined;
  readonly field: string | undefined;
  readonly links: readonly { href: string; rel: string; method: string }[];

  constructor(
    status: PayPalFailure["status"],
    errorName: string,
    message: string,
    more: { issue?: string; field?: string; links?: PayPalFailure["links"] } = {},
  ) {
    super(message);
    this.name = "PayPalFailure";
    this.status = status;
    this.errorName = errorName;
    this.issue = more.issue;
    this.field = more.field;
    this.links = more.links ?? [];
  }
}

/** 400: the JSON has not the shape the call takes. */
export function invalidRequest(issue: string, field: string): PayPalFailure {
  const message = "Request is not well-formed, syntactically incorrect, or violates schema.";
  return new PayPalFailure(400, "INVALID_REQUEST", message, { issue, field });
}

/** 404: PayPal knows no such object on this account. */
export function notFound(): PayPalFailure {
  return new PayPalFailure(404, "RESOURCE_NOT_FOUND", "The specified resource does not exist.", {
    issue: "INVALID_RESOURCE_ID",
  });
}

/** 422: well-formed, but it cannot be done. */
export function unprocessable(issue: string, more: { field?: string; links?: PayPalFailure["links"] } = {}) {
  const message =
    "The requested action could not be performed, semantically incorrect, or failed business validation.";
  return new PayPalFailure(422, "UNPROCESSABLE_ENTITY", message, { issue, ...more });
}
