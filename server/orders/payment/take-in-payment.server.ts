import { Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { finalisePayment } from "./finalise-payment.server.ts";

/**
 * The payment that a refund, a dispute or a review is about, in the books: events come in any order, so one whose money
 * this shop has not heard of yet is finalised first. Undefined when the provider knows no money of this name.
 */
export async function takeInPayment(
  context: Context,
  provider: ProviderId,
  paymentId: string,
): Promise<Payment | undefined> {
  const known = await findReceived(context, provider, paymentId);
  if (known) return known;
  await finalisePayment(context, provider, paymentId);
  return findReceived(context, provider, paymentId);
}

async function findReceived(
  context: Context,
  provider: ProviderId,
  providerPaymentId: string,
): Promise<Payment | undefined> {
  const payment = await context.em.fork().findOne(Payment, { provider, providerPaymentId });
  return payment && payment.amountReceived > 0 ? payment : undefined;
}
