import { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import type { RefundRefusal } from "#server/payments/provider-refund.ts";
import { makeProviderRefund, refundRefusalOf } from "#server/payments/provider-refunds.server.ts";
import type { RefundStatus } from "#server/payments/refund-status.ts";
import { applyRefund } from "./apply-refund.server.ts";
import { importRefunds } from "./import-refunds.server.ts";
import { postponeRefund } from "./postpone-refund.server.ts";

/**
 * Asks the provider for a refund that is written down, outside any transaction, and writes down the answer. Safe to
 * repeat and to interrupt anywhere. A refusal ends a refund that staff wanted, who decide what then; not one for want of
 * money in the account, and none that the shop makes by itself: those are asked for again.
 * @throws ShopError `payment_failed` when the provider refused, `unavailable` when it gave no answer or the refund waits
 */
export async function settleRefund(context: Context, refundId: number): Promise<RefundStatus> {
  const refund = await context.em.fork().findOneOrFail(Refund, refundId, { populate: ["payment"] });
  const { payment, source, status } = refund;
  // Money that staff gave back by hand never asks a provider.
  if (status !== "requested" || !payment) return status;
  if (source === "provider")
    throw new Error(`Refund ${refundId} was made by its provider: it is never asked for.`);
  try {
    return await applyRefund(context, refundId, await makeProviderRefund(context, payment, refund));
  } catch (error) {
    if (error instanceof ShopError) throw error;
    const refusal = refundRefusalOf(error);
    log(refusal ? "error" : "warn", "a refund was not made", { refundId, refusal: refusal?.kind, error });
    if (!refusal) {
      throw new ShopError(
        "unavailable",
        "The payment provider does not answer. The refund is written down and is tried again each minute.",
        { retryAfterSeconds: 60 },
      );
    }
    await lookForOthers(context, payment.providerPaymentId);
    if (source === "automatic" || refusal.kind === "balance") {
      await postponeRefund(context, refundId, refusal.message);
      throw waiting(refusal);
    }
    await applyRefund(context, refundId, { id: null, status: "failed", failure: refusal.message });
    throw new ShopError("payment_failed", `The payment provider refused the refund: ${refusal.message}`);
  }
}

/** A refusal often means that somebody was faster in the provider's dashboard. */
async function lookForOthers(context: Context, paymentId: string): Promise<void> {
  try {
    await importRefunds(context, paymentId);
  } catch (error) {
    log("warn", "the refunds of a payment could not be read", { paymentId, error });
  }
}

function waiting({ kind, message }: RefundRefusal): ShopError {
  const why =
    kind === "balance"
      ? "There is not enough money in the account at the payment provider: add some there."
      : `The payment provider refused the refund for now: ${message}`;
  return new ShopError("unavailable", `${why} The refund is written down and is tried again by itself.`, {
    retryAfterSeconds: 60,
  });
}
