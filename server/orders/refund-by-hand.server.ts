import type { EntityManager } from "@mikro-orm/postgresql";
import { type Order, OrderLine, Refund } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { tellOfRefund } from "./apply-refund.server.ts";
import { refundedOf } from "./refund-rules.ts";
import { refuseRefund } from "./refuse-refund.ts";
import type { RefundOrder } from "./staff-order.schema.ts";

/**
 * Writes down money that staff give back themselves, as they took it: the same rules, credit note, stock, timeline and
 * mail as a refund through a provider, at once. The order must be locked. Returns the refund's id.
 * @throws ShopError `conflict` (not paid yet, or another refund was made meanwhile), `validation_failed`
 */
export async function refundByHand(
  em: EntityManager,
  context: Context,
  order: Order,
  wanted: RefundOrder,
): Promise<number> {
  const refunds = await em.find(Refund, { order: order.id });
  const same = refunds.find(({ key }) => key === wanted.key);
  if (same) return same.id;
  if (!order.paidAt) throw new ShopError("conflict", "Nothing was paid for this order yet.");
  const lines = await em.find(OrderLine, { order: order.id });
  refuseRefund(wanted, { captured: order.totalAmount, refunds, lines });
  const { actor, clock } = context;
  const refund = em.create(Refund, {
    key: wanted.key,
    order,
    amount: wanted.amount,
    reason: wanted.reason,
    source: "staff",
    status: "succeeded",
    restock: wanted.restock.filter(({ quantity }) => quantity > 0),
    requestedBy: actor.kind === "user" ? actor.name : null,
    createdAt: clock.now(),
  });
  await em.flush();
  const refunded = refundedOf([...refunds, refund]);
  await recordChange(em, context, {
    area: "orders",
    action: "refunded",
    subjectId: order.id,
    subjectName: order.invoiceNumber,
    before: { refunded: wanted.seenRefunded },
    after: { refunded, reason: wanted.reason, restock: refund.restock },
  });
  await tellOfRefund(em, context, { order, refund, before: "requested", refunded });
  await em.flush();
  return refund.id;
}
