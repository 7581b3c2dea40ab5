import { Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { listProviderDisputes } from "#server/payments/provider-disputes.server.ts";
import { findReview } from "#server/payments/provider-warnings.server.ts";
import { recordDispute } from "../disputes/record-dispute.server.ts";
import { recordWarning } from "../disputes/record-warning.server.ts";
import { importRefunds } from "../refunds/import-refunds.server.ts";
import { bookReceived } from "./book-payment.server.ts";
import type { ReceivedPayment } from "./received-payment.ts";

/**
 * Before an order is made of a payment: what the provider says has gone back of it since is written down, whoever looks
 * and whatever events were lost. The payment is booked first and alone, so that its refunds have something to be
 * refunds of; should the shop die here, the payment still waits for the sweeper.
 */
export async function importEarlierRefunds(
  context: Context,
  received: ReceivedPayment,
  checkoutId: string,
): Promise<void> {
  if (received.givenBack === "none") return;
  if (await bookReceived(context, received, checkoutId)) await importRefundsOf(context, received);
}

/** The refunds that the provider has of a payment that is in the books. */
export async function importRefundsOf(context: Context, { id, givenBack }: ReceivedPayment): Promise<void> {
  if (givenBack !== "none") await importRefunds(context, id, { isAll: givenBack === "all" });
}

/**
 * The disputes that the provider has of a payment, and its review; after its order was made, so that the owner is told
 * which it is. What cannot be read now has an event of its own: the order is there and is not held up.
 */
export async function importDoubtsOf(
  context: Context,
  { id, provider, hasDispute, reviewId }: ReceivedPayment,
): Promise<void> {
  try {
    if (hasDispute) {
      for (const dispute of await listProviderDisputes(context, provider, id)) {
        await recordDispute(context, dispute);
      }
    }
    const review = reviewId === null ? undefined : await findReview(context, reviewId);
    const payment = review && (await context.em.fork().findOne(Payment, { provider, providerPaymentId: id }));
    if (payment) await recordWarning(context, payment.id, review);
  } catch (error) {
    log("error", "the disputes and the review of a payment could not be read", { paymentId: id, error });
  }
}
