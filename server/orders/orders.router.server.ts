import { z } from "zod";
import { permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { findOrder, listRecentOrders } from "./find-orders.server.ts";
import { orderTotals } from "./order-totals.server.ts";

/** Spec section 9: recent orders shown. */
const RECENT_ORDERS = 10;

export const ordersRouter = router({
  recent: permitted("orders.view:any").query(({ ctx }) => listRecentOrders(ctx, RECENT_ORDERS)),
  byId: permitted("orders.view:own")
    .input(z.object({ id: z.number().int().positive() }))
    .query(({ ctx, input }) => findOrder(ctx, input.id)),
  totals: permitted("reports.view:any").query(({ ctx }) => orderTotals(ctx)),
});
