import { Payment } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { unpaidStatuses } from "./payment-status.ts";
import type { PaymentProvider } from "./provider.ts";
import type { ProviderId } from "./provider-list.ts";

/**
 * Runs a call to a provider; its failure becomes the message, by default the one for shoppers, with the cause for the
 * log only.
 * @throws ShopError `unavailable`
 */
export async function callProvider<Result>(
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

/**
 * Counts a request to a provider that somebody's address or payload causes. The account's allowance at the provider is
 * for shoppers who pay: payments that were begun here may be looked up as often as a waiting page does it, any other id
 * (typed, guessed, or lost when the shop died) a few times.
 * @throws ShopError `rate_limited`
 */
export async function countLookup(context: Context, id: string): Promise<void> {
  const startedHere = { $or: [{ providerPaymentId: id }, { providerSessionId: id }] };
  if ((await context.em.fork().count(Payment, startedHere)) > 0) {
    return countKnownLookup(context);
  }
  await countAgainstLimit(context, "unknown-payment");
  await countAgainstLimit(context, "unknown-payment-of-all", "everyone");
}

/** The same for a payment that is known to have been begun here. */
export function countKnownLookup(context: Context): Promise<void> {
  return countAgainstLimit(context, "payment-lookup");
}

/**
 * Notes that a payment can no longer be paid, unless its money has come while the provider was asked about it.
 */
export async function markCancelled(
  { em }: Context,
  payment: { id: number } | { provider: ProviderId; providerPaymentId: string },
): Promise<void> {
  const unpaid = { ...payment, status: { $in: unpaidStatuses } };
  await em.fork().nativeUpdate(Payment, unpaid, { status: "cancelled" });
}
