import { ShopError } from "#server/core/errors.ts";
import { type RateLimitName, rateLimits } from "./limits.ts";

/** The refusal of a limit, in the words of its row. */
export function rateLimited(
  name: RateLimitName,
  retryAfterSeconds: number = rateLimits[name].seconds,
): ShopError {
  return new ShopError("rate_limited", rateLimits[name].told, { retryAfterSeconds });
}
