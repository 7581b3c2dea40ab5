import type { EntityManager } from "@mikro-orm/postgresql";
import { Dispute, type Payment, Refund } from "#db/entities/index.ts";
import { profileOf } from "#server/payments/provider-list.ts";
import { refundedOf } from "../refunds/refund-rules.ts";

/**
 * Recalculates what each dispute of a payment has cost on top of its refunds and other disputes: together never more
 * than was captured. When a provider pays out a lost dispute as a refund, it counts as a refund. Call it whenever a
 * dispute or a refund has changed, in any order of the provider's events. The payment must be locked.
 */
export async function countLosses(em: EntityManager, payment: Payment): Promise<void> {
  await em.flush();
  const disputes = await em.find(Dispute, { payment: payment.id }, { orderBy: { id: "asc" } });
  if (disputes.length === 0) return;
  // A refund that is only requested has taken nothing: the provider refunds what is left, if anything.
  const refunds = await em.find(Refund, { payment: payment.id, status: { $in: ["pending", "succeeded"] } });
  let left = payment.amountReceived - refundedOf(refunds);
  let counted = 0;
  for (const dispute of disputes) {
    const { amountTaken, openedAt, provider } = dispute;
    const listed = refunds.filter(({ source, createdAt }) => source === "provider" && createdAt >= openedAt);
    const asRefunds = profileOf(provider).listsLostDisputesAsRefunds ? refundedOf(listed) : 0;
    const returned = Math.max(0, Math.min(amountTaken, asRefunds - counted));
    dispute.amountLost = Math.max(0, Math.min(amountTaken - returned, left));
    counted += returned;
    left -= dispute.amountLost;
  }
}
