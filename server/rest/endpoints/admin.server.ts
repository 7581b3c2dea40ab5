import { z } from "zod";
import { listFailedOrders } from "#server/orders/failed-orders.server.ts";
import { listRecentOrders } from "#server/orders/order-views.server.ts";
import { orderTotals } from "#server/orders/search-orders.server.ts";
import { currencies, nameOf, penceToPounds } from "#server/pricing/money.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { listReply, pagingFields } from "#server/rest/paging.ts";
import { failedOrderSchema, orderSchema, restFailedOrder, restOrder } from "#server/rest/rest-shapes.ts";
import { postAdminLogin } from "./sign-in.server.ts";

const getAdminOrders = defineEndpoint({
  method: "GET",
  path: "/api/admin/orders",
  summary: "All orders, the newest first",
  reads: listRecentOrders,
  query: z.strictObject(pagingFields),
  responses: { 200: { description: "Up to `limit` orders", schema: z.array(orderSchema) } },
  answer: async ({ context, request, query }) => {
    const batch = await listRecentOrders(context, query.limit + 1, query.cursor);
    return listReply(request, batch, query.limit, restOrder);
  },
});

const getFailedOrders = defineEndpoint({
  method: "GET",
  path: "/api/admin/failed-orders",
  summary: "Checkouts whose payment failed and that are still open, the newest first",
  reads: listFailedOrders,
  query: z.strictObject(pagingFields),
  responses: { 200: { description: "Up to `limit` failed orders", schema: z.array(failedOrderSchema) } },
  answer: async ({ context, request, query }) => {
    const batch = await listFailedOrders(context, query.limit + 1, query.cursor);
    return listReply(request, batch, query.limit, restFailedOrder);
  },
});

const money = z.number().meta({ description: "In `currency`, at most two decimals." });
const count = z.int().min(0);
const statsSchema = z
  .strictObject({
    totalOrders: count,
    totalRevenue: money,
    ordersThisMonth: count,
    revenueExcludingCancelled: money,
    currency: z.enum(currencies).meta({ description: "The shop's." }),
    products: count,
  })
  .meta({
    examples: [
      {
        totalOrders: 214,
        totalRevenue: 10_490.5,
        ordersThisMonth: 31,
        revenueExcludingCancelled: 10_240.7,
        currency: "GBP",
        products: 12,
      },
    ],
  });

const getAdminStats = defineEndpoint({
  method: "GET",
  path: "/api/admin/stats",
  summary: "The figures of the dashboard's cards",
  reads: orderTotals,
  responses: { 200: { description: "The figures", schema: statsSchema } },
  answer: async ({ context }) => {
    const { totalRevenue, revenueExcludingCancelled, currency, ...counts } = await orderTotals(context);
    return reply(200, {
      ...counts,
      totalRevenue: penceToPounds(totalRevenue),
      revenueExcludingCancelled: penceToPounds(revenueExcludingCancelled),
      currency: nameOf(currency),
    });
  },
});

/** Orders and figures, for staff. */
export const adminEndpoints = [postAdminLogin, getAdminOrders, getFailedOrders, getAdminStats];
