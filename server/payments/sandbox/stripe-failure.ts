/** The `error` object of a refused Stripe request (docs.stripe.com/api/errors). */
export interface StripeErrorBody {
  type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Record<string, unknown>;
}

/** The HTTP statuses of a refusal. */
type FailureStatus = 400 | 401 | 402 | 404 | 500;

/** A request that Stripe refuses. What the request had changed until then is rolled back. */
export class StripeFailure extends Error {
  readonly status: FailureStatus;
  readonly body: StripeErrorBody;

  constructor(status: FailureStatus, body: StripeErrorBody) {
    super(body.message);
    this.name = "StripeFailure";
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${docName(body.code)}` }
      : body;
  }
}

function docName(code: string): string {
  return code.replaceAll("_", "-");
}

/** 400 with a code and, where one parameter is at fault, its name. */
export function invalidRequest(message: string, code?: string, param?: string): StripeFailure {
  return new StripeFailure(400, {
    type: "invalid_request_error",
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });
}

/** 404: `noun` is the object's name in Stripe's words, `param` the parameter that carried the id. */
export function noSuchObject(noun: string, id: string, param: string): StripeFailure {
  const message = `No such ${noun}: '${id}'`;
  return new StripeFailure(404, { type: "invalid_request_error", code: "resource_missing", message, param });
}

/** 400: the object is in a state that does not allow the request. */
export function unexpectedState(
  code: "payment_intent_unexpected_state" | "checkout_session_unexpected_state",
  message: string,
  paymentIntent?: Record<string, unknown>,
): StripeFailure {
  return new StripeFailure(400, {
    type: "invalid_request_error",
    code,
    message,
    ...(paymentIntent ? { payment_intent: paymentIntent } : {}),
  });
}
