import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/rate-limit.server.ts";

/**
 * Counts a payment that starts at a provider, since each lets a stolen card be tried
 * (docs.stripe.com/disputes/prevention/card-testing): by address, by checkout (a cart has one), and for all shoppers
 * together, because an attacker may use many addresses.
 * @throws ShopError `rate_limited`
 */
export async function countPaymentAttempt(context: Context, checkoutId?: string): Promise<void> {
  await countAgainstLimit(context, "payment-intent");
  if (checkoutId) await countAgainstLimit(context, "payment-of-checkout", checkoutId);
  await countAgainstLimit(context, "payment-intent-of-all", "everyone");
}
