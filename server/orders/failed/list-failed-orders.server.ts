import { FailedOrder } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import type { FailedOrderView } from "./failed-order-view.ts";
import { plainFailureReason } from "./failure-reason.ts";

/**
 * Failed orders that are still open, the newest first; `after` goes on behind the one of that id. One that a later
 * attempt paid, or that staff put aside, is not among them.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export async function listFailedOrders(
  context: Context,
  limit: number,
  after?: number,
): Promise<FailedOrderView[]> {
  requirePermission(context, "failedOrders.view");
  const rows = await context.em
    .fork()
    .find(
      FailedOrder,
      { resolvedAt: null, ...(after === undefined ? {} : { id: { $lt: after } }) },
      { orderBy: { id: "desc" }, limit },
    );
  return rows.map((row) => ({
    id: row.id,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    totalAmount: row.totalAmount,
    paymentMethod: row.paymentMethod,
    errorMessage: plainFailureReason(row.errorMessage),
    attemptedAt: row.attemptedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** For the red badge. @throws ShopError `unauthenticated` or `forbidden`. */
export async function countFailedOrders(context: Context): Promise<number> {
  requirePermission(context, "failedOrders.view");
  return context.em.fork().count(FailedOrder, { resolvedAt: null });
}
