import type { EntityManager } from "@mikro-orm/postgresql";
import { Dispute, type Payment, Refund } from "#db/entities/index.ts";
import { lostOf, refundableOf, refundedOf } from "./refund-rules.ts";

const GONE = "The money has gone back in another way";

/**
 * Refunds that the shop wants to make by itself and has not made never ask for more than is left of their payment: one
 * shrinks or ends when money has gone back in another way, by a refund in the dashboard or a lost dispute. The payment
 * must be locked.
 */
export async function fitAutomaticRefunds(em: EntityManager, payment: Payment): Promise<void> {
  const wanted = await em.find(Refund, { payment: payment.id, source: "automatic", status: "requested" });
  for (const refund of wanted) {
    const others = await em.find(Refund, { payment: payment.id, id: { $ne: refund.id } });
    const lost = lostOf(await em.find(Dispute, { payment: payment.id }));
    const left = refundableOf(payment.amountReceived - lost, others);
    if (left > 0) {
      refund.amount = Math.min(refund.amount, left);
      continue;
    }
    refund.status = "failed";
    refund.failureMessage = GONE;
    if (refundedOf(others) >= payment.amountReceived) payment.status = "refunded";
  }
}
