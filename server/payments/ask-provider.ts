import { ShopError } from "#server/core/errors.ts";
import type { PaymentProvider } from "./provider.ts";

/**
 * Runs a call to a provider; its failure becomes the message, by default the one for shoppers, with the cause for the
 * log only.
 * @throws ShopError `unavailable`
 */
export async function ask<Result>(
  failureOf: PaymentProvider["failureOf"],
  call: () => Promise<Result>,
  message = "Failed to initialize payment",
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const detail = failureOf(error);
    if (!detail) throw error;
    throw new ShopError("unavailable", message, { detail, retryAfterSeconds: 10 });
  }
}
