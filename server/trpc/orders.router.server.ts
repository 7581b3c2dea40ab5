import { read } from "#server/access/read.server.ts";
import { pageOf } from "#server/core/list-query.ts";
import { findCustomers } from "#server/customers/list-users.server.ts";
import { addOrderNote } from "#server/customers/staff-notes.server.ts";
import { customerList } from "#server/customers/users-query.ts";
import { readTracking } from "#server/orders/carriers.server.ts";
import {
  cancelOrder,
  changeOrderStatus,
  completeMany,
  recordPaymentByHand,
} from "#server/orders/change-status.server.ts";
import { resendConfirmation } from "#server/orders/confirmation-page.server.ts";
import {
  counterSheetSchema,
  discardCounterOrder,
  readCounterSheet,
  sendCounterOrder,
} from "#server/orders/counter-orders.server.ts";
import { createStaffOrder } from "#server/orders/create-staff-order.server.ts";
import { dispatchMany, dispatchOrder } from "#server/orders/dispatch.server.ts";
import { releaseOrder } from "#server/orders/disputes.server.ts";
import {
  countFailedOrders,
  dismissFailedOrder,
  dismissManyFailed,
  listFailedOrders,
} from "#server/orders/failed-orders.server.ts";
import { handOverOrder, markOrderReady } from "#server/orders/hand-over.server.ts";
import { orderList } from "#server/orders/order-search.ts";
import { findOrder, listNewestOrders } from "#server/orders/order-views.server.ts";
import { undoDispatch } from "#server/orders/parcels.server.ts";
import { refundOrder } from "#server/orders/refund-order.server.ts";
import {
  closeWithdrawal,
  noteGoodsBack,
  returnGoods,
  settleWithRefund,
} from "#server/orders/returns.server.ts";
import { orderTotals, searchOrders } from "#server/orders/search-orders.server.ts";
import { openOrder } from "#server/orders/staff-order-view.server.ts";
import { byId, mutation, query, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

const RECENT_ORDERS = 10;
/** The newest failed orders on screen; their count says when there are more. */
const FAILED_ORDERS = 100;

/** Its buyer's own, or anybody's for staff who see money. */
const findVisibleOrder = read("orders.viewOwn", findOrder);

export const ordersRouter = router({
  recent: reading(listNewestOrders).query(({ ctx }) => listNewestOrders(ctx, RECENT_ORDERS)),
  search: query(searchOrders, orderList.schema),
  byId: query(findVisibleOrder, byId),
  details: query(openOrder, byId),
  changeStatus: mutation(changeOrderStatus),
  cancel: mutation(cancelOrder),
  dispatch: mutation(dispatchOrder),
  dispatchMany: mutation(dispatchMany),
  readTracking: mutation(readTracking),
  undoDispatch: mutation(undoDispatch),
  completeMany: mutation(completeMany),
  markReady: mutation(markOrderReady),
  handOver: mutation(handOverOrder),
  recordPayment: mutation(recordPaymentByHand),
  refund: mutation(refundOrder),
  release: mutation(releaseOrder),
  returnGoods: mutation(returnGoods),
  settleWithRefund: mutation(settleWithRefund),
  goodsBack: mutation(noteGoodsBack),
  closeWithdrawal: mutation(closeWithdrawal),
  resendConfirmation: mutation(resendConfirmation),
  addNote: mutation(addOrderNote),
  failed: reading(listFailedOrders).query(async ({ ctx }) => ({
    rows: await listFailedOrders(ctx, FAILED_ORDERS),
    total: await countFailedOrders(ctx),
  })),
  dismissFailed: mutation(dismissFailedOrder),
  dismissManyFailed: mutation(dismissManyFailed),
  totals: reading(orderTotals).query(({ ctx }) => orderTotals(ctx)),
});

const CUSTOMERS_PAGE = 25;

/** What the shop manager's screen calls apart from orders and products. */
export const shopRouter = router({
  customers: reading(findCustomers)
    .input(customerList.schema)
    .query(async ({ ctx, input }) => {
      const rows = await findCustomers(ctx, input, CUSTOMERS_PAGE + 1);
      const { page: customers, next } = pageOf(rows, CUSTOMERS_PAGE);
      return { customers, next };
    }),
  createOrder: mutation(createStaffOrder),
  counterSheet: query(readCounterSheet, counterSheetSchema),
  sendCounterOrder: mutation(sendCounterOrder),
  discardCounterOrder: mutation(discardCounterOrder),
});
