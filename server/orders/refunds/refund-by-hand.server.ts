import type { EntityManager } from "@mikro-orm/postgresql";
import { type Order, OrderLine, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { RefundOrder } from "../staff-order.schema.ts";
import { tellOfRefund } from "./apply-refund.server.ts";
import { refundedOf } from "./refund-rules.ts";
import { refuseRefund } from "./refuse-refund.ts";
import { writeDownRefund } from "./write-down-refund.server.ts";

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
  const refund = await writeDownRefund(em, context, wanted, { order, status: "succeeded" });
  const refunded = refundedOf([...refunds, refund]);
  await tellOfRefund(em, context, { order, refund, before: "requested", refunded });
  await em.flush();
  return refund.id;
}
