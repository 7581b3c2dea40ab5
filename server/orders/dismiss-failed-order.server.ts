import { FailedOrder } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";

/**
 * Takes a failed order off the list once staff have dealt with it. Another failure of the same checkout brings it
 * back.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export async function dismissFailedOrder(context: Context, id: number): Promise<void> {
  requirePermission(context, "orders.edit:any");
  const em = context.em.fork();
  await em.nativeUpdate(FailedOrder, { id, resolvedAt: null }, { resolvedAt: context.clock.now() });
  if ((await em.count(FailedOrder, { id })) === 0) throw new ShopError("not_found", "Failed order not found");
}
