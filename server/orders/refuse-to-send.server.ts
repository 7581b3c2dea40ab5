import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { condition } from "#server/core/typed-sql.server.ts";
import { refuseWhileReviewed } from "./disputes.server.ts";
import { lockOrder, recordStep, withNote } from "./move-order.server.ts";
import { orderCommands } from "./order-commands.ts";
import { ordersOf } from "./order-views.server.ts";

/**
 * Of `customer_order o`: its money went back, by staff, at the provider or in a lost dispute, and nobody has released
 * it. Then nothing of what is still to be sent is paid for, or no more is here than its delivery cost.
 */
export const isMoneyBack = `(o.released_at is null and o.paid_at is not null
  and exists (select from refund where refund.order_id = o.id and refund.status <> 'failed'
              union all select from dispute where dispute.order_id = o.id and dispute.amount_lost > 0)
  and ((select sum(line.line_total) > 0 and sum(line.line_total - line.credited_amount) = 0 from order_line line
         where line.order_id = o.id and line.quantity > line.cancelled_quantity + line.left_quantity)
       or o.total_amount - o.credited_unpaid
            - (select coalesce(sum(refund.amount), 0) from refund
                where refund.order_id = o.id and refund.status <> 'failed')
            - (select coalesce(sum(dispute.amount_lost), 0) from dispute where dispute.order_id = o.id)
          <= o.shipping_cost))`;

/** What whoever packs reads where the money of an order went back. */
const MONEY_IS_BACK =
  "The payment of this order went back. Nothing of it is sent until somebody who may refund has released it.";

/** Goods wait while the provider reviews their payment, and where their money went back. */
export async function refuseToSend(context: Context, orderId: number): Promise<void> {
  await refuseWhileReviewed(context, orderId);
  if (await isHeld(context.em.fork(), orderId)) throw new ShopError("conflict", MONEY_IS_BACK);
}

/** Whether an order waits because its money went back. */
export async function isHeld(em: EntityManager, orderId: number): Promise<boolean> {
  const held = await ordersOf(em)
    .where("o.id", "=", orderId)
    .where(condition`${sql.raw(isMoneyBack)}`)
    .select("o.id")
    .executeTakeFirst();
  return held !== undefined;
}

/** Lets an order go out although its money went back. */
export const releaseOrder = command(orderCommands.release, async (context, { orderId, from, note }) => {
  await inTransaction(context.em, async (em) => {
    const { order } = await lockOrder(em, orderId, from);
    if (!(await isHeld(em, orderId))) throw new ShopError("conflict", "This order can be sent already.");
    order.releasedAt = context.clock.now();
    await recordStep(em, context, order, {
      kind: "released",
      message: withNote("Released: it is sent although its payment went back", note),
      action: "released",
      before: { released: false },
      after: { released: true },
    });
  });
});
