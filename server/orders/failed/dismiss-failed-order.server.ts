import { LockMode } from "@mikro-orm/postgresql";
import { FailedOrder } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";

/**
 * Takes a failed order off the list once staff have dealt with it. Another failure of the same checkout brings it
 * back.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export async function dismissFailedOrder(context: Context, id: number): Promise<void> {
  requirePermission(context, "failedOrders.dismiss");
  await inTransaction(context.em, async (em) => {
    const failed = await em.findOne(FailedOrder, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!failed) throw new ShopError("not_found", "Failed order not found");
    if (failed.resolvedAt) return;
    failed.resolvedAt = context.clock.now();
    await recordChange(em, context, {
      area: "orders",
      action: "failed order dismissed",
      subjectId: `failed-${id}`,
      subjectName: `Failed order ${id}`,
      before: { dismissed: false },
      after: { dismissed: true },
    });
  });
}
