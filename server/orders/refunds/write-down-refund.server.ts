import type { EntityManager } from "@mikro-orm/postgresql";
import { type Order, type Payment, Refund } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import type { RefundOrder } from "../staff-order.schema.ts";

interface StaffRefund {
  order: Order;
  /** None where staff took the money themselves. */
  payment?: Payment;
  status: "requested" | "succeeded";
}

/** Writes down a refund as staff wanted it, and in the audit who wanted it. `refuseRefund` comes before. */
export async function writeDownRefund(
  em: EntityManager,
  context: Context,
  wanted: RefundOrder,
  { order, ...made }: StaffRefund,
): Promise<Refund> {
  const { actor, clock } = context;
  const refund = em.create(Refund, {
    ...made,
    key: wanted.key,
    order,
    amount: wanted.amount,
    reason: wanted.reason,
    source: "staff",
    restock: wanted.restock.filter(({ quantity }) => quantity > 0),
    requestedBy: actor.kind === "user" ? actor.name : null,
    createdAt: clock.now(),
  });
  await em.flush();
  await recordChange(em, context, {
    area: "orders",
    action: "refunded",
    subjectId: order.id,
    subjectName: order.invoiceNumber,
    before: { refunded: wanted.seenRefunded },
    after: { refunded: wanted.seenRefunded + wanted.amount, reason: wanted.reason, restock: refund.restock },
  });
  return refund;
}
