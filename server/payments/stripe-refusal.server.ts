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

/** Runs a call to Stripe; its failure becomes the spec's message (section 8), with the cause for the log only. */
export async function askStripe<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new ShopError("unavailable", "Failed to initialize payment", {
      detail: { type: error.type, code: error.code, requestId: error.requestId, message: error.message },
      retryAfterSeconds: 10,
    });
  }
}
