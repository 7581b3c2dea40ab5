import { Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";

/**
 * Counts a request to a provider that somebody's address or payload causes. The account's allowance at the provider is
 * for shoppers who pay: payments that were begun here may be looked up as often as a waiting page does it, any other id
 * (typed, guessed, or lost when the shop died) a few times.
 * @throws ShopError `rate_limited`
 */
export async function countLookup(context: Context, id: string): Promise<void> {
  const begunHere = { $or: [{ providerPaymentId: id }, { providerSessionId: id }] };
  if ((await context.em.fork().count(Payment, begunHere)) > 0) {
    return countAgainstLimit(context, "payment-lookup");
  }
  await countAgainstLimit(context, "unknown-payment");
  await countAgainstLimit(context, "unknown-payment-of-all", "everyone");
}
