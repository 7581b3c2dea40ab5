import { PaymentWarning } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { findReview } from "#server/payments/provider-warnings.server.ts";
import { recordWarning } from "./record-warning.server.ts";

/**
 * Goods wait while Stripe reviews their payment. Stripe is asked once more, since the event of the review's end may be
 * lost; when it does not answer, they go on waiting.
 * @throws ShopError `conflict`
 */
export async function refuseWhileReviewed(context: Context, orderId: number): Promise<void> {
  const open = await context.em.fork().find(PaymentWarning, { order: orderId, kind: "review", isOpen: true });
  for (const { providerWarningId, payment } of open) {
    if (await isOver(context, payment.id, providerWarningId)) continue;
    throw new ShopError(
      "conflict",
      "Stripe is still reviewing this payment. Approve or refund it in the Stripe dashboard first; nothing was changed.",
    );
  }
}

async function isOver(context: Context, paymentRow: number, reviewId: string): Promise<boolean> {
  try {
    const review = await findReview(context, reviewId);
    if (!review || review.isOpen) return false;
    await recordWarning({ ...context, actor: { kind: "system" } }, paymentRow, review);
    return true;
  } catch (error) {
    log("warn", "a review could not be looked up", { reviewId, error });
    return false;
  }
}
