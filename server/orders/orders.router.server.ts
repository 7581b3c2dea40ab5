import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { mutation, permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { countFailedOrders, dismissFailedOrder, listFailedOrders } from "./failed/failed-orders.server.ts";
import { findOrder, listNewestOrders } from "./lists/find-orders.server.ts";
import { openOrder } from "./lists/find-staff-order.server.ts";
import { orderSearchSchema } from "./lists/order-search.ts";
import { orderTotals, searchOrders } from "./lists/search-orders.server.ts";
import { recordPaymentByHand } from "./payment/record-payment-by-hand.server.ts";
import { resendConfirmation } from "./placing/resend-confirmation.server.ts";
import { refundOrder } from "./refunds/refund-order.server.ts";
import { cancelOrder, changeOrderStatus, dispatchOrder } from "./status/change-order-status.server.ts";

const RECENT_ORDERS = 10;
/** The newest failed orders on screen; their count says when there are more. */
const FAILED_ORDERS = 100;

/** A change of an order is answered with the order as it then is. */
const withOrder = (context: Context, { orderId }: { orderId: number }) => openOrder(context, orderId);

export const ordersRouter = router({
  recent: permitted("orders.view").query(({ ctx }) => listNewestOrders(ctx, RECENT_ORDERS)),
  search: permitted("orders.view")
    .input(orderSearchSchema)
    .query(({ ctx, input }) => searchOrders(ctx, input)),
  byId: permitted("orders.viewOwn")
    .input(z.object({ id: z.number().int().positive() }))
    .query(({ ctx, input }) => findOrder(ctx, input.id)),
  details: permitted("orders.view")
    .input(z.object({ id: z.number().int().positive() }))
    .query(({ ctx, input }) => openOrder(ctx, input.id)),
  changeStatus: mutation(changeOrderStatus, withOrder),
  cancel: mutation(cancelOrder, withOrder),
  dispatch: mutation(dispatchOrder, withOrder),
  recordPayment: mutation(recordPaymentByHand, withOrder),
  refund: mutation(refundOrder, withOrder),
  resendConfirmation: mutation(resendConfirmation, async (_context, _order, recipient) => ({ recipient })),
  failed: permitted("failedOrders.view").query(async ({ ctx }) => ({
    rows: await listFailedOrders(ctx, FAILED_ORDERS),
    total: await countFailedOrders(ctx),
  })),
  failedCount: permitted("failedOrders.view").query(({ ctx }) => countFailedOrders(ctx)),
  dismissFailed: mutation(dismissFailedOrder, async (_context, { failedOrderId }) => ({
    dismissed: failedOrderId,
  })),
  totals: permitted("reports.view").query(({ ctx }) => orderTotals(ctx)),
});
