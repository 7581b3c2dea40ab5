import type { IntentShape } from "./stripe-shapes.ts";

/** The `error` object of a refused Stripe request (docs.stripe.com/api/errors). */
export interface StripeErrorBody {
  type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  payment_intent?: IntentShape;
}

/** The HTTP statuses of a refusal. */
type FailureStatus = 400 | 401 | 402 | 404 | 409 | 500;

/** A request that Stripe refuses. Its earlier changes are rolled back. */
export class StripeFailure extends Error {
  readonly status: FailureStatus;
  readonly body: StripeErrorBody;
  /**
   * Whether the request had started when it was refused. Its idempotency key stores only such responses, not those to
   * requests that failed validation or conflicted with another (docs.stripe.com/api/idempotent_requests).
   */
  readonly wasBegun: boolean;

  constructor(status: FailureStatus, body: StripeErrorBody, { wasBegun = true } = {}) {
    super(body.message);
    this.name = "StripeFailure";
    this.status = status;
    this.body = body;
    this.wasBegun = wasBegun;
  }
}

/** 400, with a code where Stripe has one. */
export function invalidRequest(
  message: string,
  code?: string,
  options?: { wasBegun: boolean },
): StripeFailure {
  return new StripeFailure(
    400,
    { type: "invalid_request_error", message, ...(code ? { code } : {}) },
    options,
  );
}

/** 400 for invalid parameters: nothing was started. */
export function invalidParameter(message: string, code?: string): StripeFailure {
  return invalidRequest(message, code, { wasBegun: false });
}

/** 400: the object is in a state that does not allow the request. */
export function unexpectedState(message: string, paymentIntent: IntentShape): StripeFailure {
  return new StripeFailure(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message,
    payment_intent: paymentIntent,
  });
}

export function unknownError(): StripeFailure {
  return new StripeFailure(500, { type: "api_error", message: "An unknown error occurred" });
}
