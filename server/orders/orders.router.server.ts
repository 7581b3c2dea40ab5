import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { addOrderNote } from "#server/customers/staff-notes.server.ts";
import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { readTracking } from "./carriers.server.ts";
import { cancelOrder, changeOrderStatus, completeMany, recordPaymentByHand } from "./change-status.server.ts";
import { resendConfirmation } from "./confirmation-page.server.ts";
import { dispatchMany, dispatchOrder } from "./dispatch.server.ts";
import {
  countFailedOrders,
  dismissFailedOrder,
  dismissManyFailed,
  listFailedOrders,
} from "./failed-orders.server.ts";
import { handOverOrder, markOrderReady } from "./hand-over.server.ts";
import { orderList } from "./order-search.ts";
import { findOrder, listNewestOrders } from "./order-views.server.ts";
import { takeDispatchBack } from "./parcels.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { releaseOrder } from "./refuse-to-send.server.ts";
import { closeWithdrawal, noteGoodsBack, returnGoods, settleWithRefund } from "./returns.server.ts";
import { orderTotals, searchOrders } from "./search-orders.server.ts";
import { openOrder } from "./staff-order-view.server.ts";

const RECENT_ORDERS = 10;
/** The newest failed orders on screen; their count says when there are more. */
const FAILED_ORDERS = 100;

/** Its buyer's own, or anybody's for staff who see money. */
const findVisibleOrder = read("orders.viewOwn", findOrder);

/** A change of an order is answered with the order as it then is. */
const withOrder = (context: Context, { orderId }: { orderId: number }) => openOrder(context, orderId);

export const ordersRouter = router({
  recent: reading(listNewestOrders).query(({ ctx }) => listNewestOrders(ctx, RECENT_ORDERS)),
  search: reading(searchOrders)
    .input(orderList.schema)
    .query(({ ctx, input }) => searchOrders(ctx, input)),
  byId: reading(findVisibleOrder)
    .input(z.object({ id: z.number().int().positive() }))
    .query(({ ctx, input }) => findVisibleOrder(ctx, input.id)),
  details: reading(openOrder)
    .input(z.object({ id: z.number().int().positive() }))
    .query(({ ctx, input }) => openOrder(ctx, input.id)),
  changeStatus: mutation(changeOrderStatus, async (context, { orderId }, { change }) => ({
    ...(await openOrder(context, orderId)),
    change,
  })),
  cancel: mutation(cancelOrder, withOrder),
  dispatch: mutation(dispatchOrder, async (context, { orderId }, { parcelId }) => ({
    ...(await openOrder(context, orderId)),
    parcelId,
  })),
  dispatchMany: mutation(dispatchMany),
  readTracking: mutation(readTracking),
  takeDispatchBack: mutation(takeDispatchBack),
  completeMany: mutation(completeMany),
  markReady: mutation(markOrderReady, withOrder),
  handOver: mutation(handOverOrder, withOrder),
  recordPayment: mutation(recordPaymentByHand, withOrder),
  refund: mutation(refundOrder, withOrder),
  release: mutation(releaseOrder, withOrder),
  returnGoods: mutation(returnGoods, withOrder),
  settleWithRefund: mutation(settleWithRefund, withOrder),
  goodsBack: mutation(noteGoodsBack, withOrder),
  closeWithdrawal: mutation(closeWithdrawal, withOrder),
  resendConfirmation: mutation(resendConfirmation),
  addNote: mutation(addOrderNote, withOrder),
  failed: reading(listFailedOrders).query(async ({ ctx }) => ({
    rows: await listFailedOrders(ctx, FAILED_ORDERS),
    total: await countFailedOrders(ctx),
  })),
  dismissFailed: mutation(dismissFailedOrder, async (_context, { failedOrderId }) => ({
    dismissed: failedOrderId,
  })),
  dismissManyFailed: mutation(dismissManyFailed),
  totals: reading(orderTotals).query(({ ctx }) => orderTotals(ctx)),
});
