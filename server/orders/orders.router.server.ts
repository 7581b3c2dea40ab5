import { z } from "zod";
import { permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { changeOrderStatus } from "./change-order-status.server.ts";
import { dispatchOrder } from "./dispatch-order.server.ts";
import { findOrder, listRecentOrders } from "./find-orders.server.ts";
import { findStaffOrder } from "./find-staff-order.server.ts";
import { orderTotals } from "./order-totals.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import {
  cancelOrderSchema,
  changeStatusSchema,
  dispatchOrderSchema,
  refundOrderSchema,
} from "./staff-order.schema.ts";

/** Spec section 9: recent orders shown. */
const RECENT_ORDERS = 10;

export const ordersRouter = router({
  recent: permitted("orders.view:any").query(({ ctx }) => listRecentOrders(ctx, RECENT_ORDERS)),
  byId: permitted("orders.view:own")
    .input(z.object({ id: z.number().int().positive() }))
    .query(({ ctx, input }) => findOrder(ctx, input.id)),
  details: permitted("orders.view:any")
    .input(z.object({ id: z.number().int().positive() }))
    .query(({ ctx, input }) => findStaffOrder(ctx, input.id)),
  changeStatus: permitted("orders.edit:any")
    .input(changeStatusSchema)
    .mutation(async ({ ctx, input }) => {
      await changeOrderStatus(ctx, input);
      return findStaffOrder(ctx, input.orderId);
    }),
  cancel: permitted("orders.edit:any")
    .input(cancelOrderSchema)
    .mutation(async ({ ctx, input }) => {
      await cancelOrder(ctx, input);
      return findStaffOrder(ctx, input.orderId);
    }),
  dispatch: permitted("orders.edit:any")
    .input(dispatchOrderSchema)
    .mutation(async ({ ctx, input }) => {
      await dispatchOrder(ctx, input);
      return findStaffOrder(ctx, input.orderId);
    }),
  refund: permitted("orders.edit:any")
    .input(refundOrderSchema)
    .mutation(async ({ ctx, input }) => {
      await refundOrder(ctx, input);
      return findStaffOrder(ctx, input.orderId);
    }),
  totals: permitted("reports.view:any").query(({ ctx }) => orderTotals(ctx)),
});
