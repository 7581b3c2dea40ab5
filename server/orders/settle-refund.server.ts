import { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { isRefundRefusal, makeProviderRefund } from "#server/payments/provider-refunds.server.ts";
import type { RefundStatus } from "#server/payments/refund-status.ts";
import { applyRefund } from "./apply-refund.server.ts";

/**
 * Asks the provider for a refund that is written down, outside any transaction, and writes down the answer. Safe to
 * repeat and to interrupt anywhere.
 * @throws ShopError `payment_failed` when the provider refused, `unavailable` when it gave no answer
 */
export async function settleRefund(context: Context, refundId: number): Promise<RefundStatus> {
  const refund = await context.em.fork().findOneOrFail(Refund, refundId, { populate: ["payment"] });
  // Money that staff gave back by hand never asks a provider.
  if (refund.status !== "requested" || !refund.payment) return refund.status;
  try {
    return await applyRefund(context, refundId, await makeProviderRefund(context, refund.payment, refund));
  } catch (error) {
    if (error instanceof ShopError) throw error;
    const refused = isRefundRefusal(error);
    log(refused ? "error" : "warn", "a refund was not made", { refundId, refused, error });
    if (!refused) {
      throw new ShopError(
        "unavailable",
        "The payment provider does not answer. The refund is written down and is tried again each minute.",
        { retryAfterSeconds: 60 },
      );
    }
    await applyRefund(context, refundId, { id: null, status: "failed", failure: error.message });
    throw new ShopError("payment_failed", `The payment provider refused the refund: ${error.message}`);
  }
}
