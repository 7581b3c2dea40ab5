import Stripe from "stripe";
import { ShopError } from "#server/core/errors.ts";

/** Whether Stripe says that there is no such object on this account. */
export function isMissingAtStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** Whether Stripe refused a change because the object has moved on (paid, cancelled, expired). */
export function hasMovedOnAtStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== "resource_missing";
}

/**
 * Runs a call to Stripe; its failure becomes the message, by default the spec's (section 8), with the cause for the
 * log only.
 * @throws ShopError `unavailable`
 */
export async function askStripe<Result>(
  call: () => Promise<Result>,
  message = "Failed to initialize payment",
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new ShopError("unavailable", message, {
      detail: { type: error.type, code: error.code, requestId: error.requestId, message: error.message },
      retryAfterSeconds: 10,
    });
  }
}
