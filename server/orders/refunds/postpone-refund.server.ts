import { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { tellStaffOfRefund } from "#server/payments/tell-staff-of-refund.server.ts";
import { lockPayment } from "../payment/lock-payment.server.ts";
import { fitAutomaticRefunds } from "./fit-automatic-refunds.server.ts";
import { pauseAfter } from "./refund-pauses.ts";

/**
 * A refund that its provider refused for now is asked for again later, after longer and longer pauses, for as long as it
 * takes: staff are told once and see it until it is settled.
 */
export async function postponeRefund(context: Context, refundId: number, refusal: string): Promise<void> {
  const { payment: refunded } = await context.em.fork().findOneOrFail(Refund, refundId);
  if (!refunded) return;
  await inTransaction(context.em, async (em) => {
    const { payment } = await lockPayment(em, refunded.id);
    const refund = await em.findOneOrFail(Refund, refundId);
    await fitAutomaticRefunds(em, payment);
    if (refund.status !== "requested") return;
    refund.attempts += 1;
    refund.nextAttemptAt = new Date(context.clock.now().getTime() + pauseAfter(refund.attempts));
    refund.failureMessage = refusal.slice(0, 500);
    await tellStaffOfRefund(em, context, { refund, payment, reason: refusal, isWaiting: true });
  });
}
