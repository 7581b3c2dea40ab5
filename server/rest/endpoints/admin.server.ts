import { z } from "zod";
import { ShopError } from "#server/core/errors.ts";
import { currentUser } from "#server/identity/account/user-views.server.ts";
import { staffSignInSchema } from "#server/identity/identity.schema.ts";
import { signIn } from "#server/identity/sessions/sign-in.server.ts";
import { signInCode } from "#server/identity/two-factor/two-factor.schema.ts";
import { listFailedOrders } from "#server/orders/failed/failed-orders.server.ts";
import { listRecentOrders } from "#server/orders/lists/find-orders.server.ts";
import { orderTotals } from "#server/orders/lists/search-orders.server.ts";
import { currencies, nameOf, penceToPounds } from "#server/pricing/money.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { pageOf, pagingFields } from "#server/rest/paging.ts";
import {
  failedOrderSchema,
  orderSchema,
  restFailedOrder,
  restOrder,
  restSignIn,
  signedInSchema,
} from "#server/rest/rest-shapes.ts";

const postAdminLogin = defineEndpoint({
  method: "POST",
  path: "/api/admin/login",
  summary: "Signs staff in with email and password; the answer sets the session cookie",
  permission: "public",
  setsCookie: true,
  body: z
    .strictObject({ ...staffSignInSchema.shape, code: signInCode })
    .meta({ examples: [{ email: "admin@example.com", password: "biochar-demo" }] }),
  responses: {
    200: { description: "Signed in", schema: signedInSchema },
  },
  refusals: ["unauthenticated", "two_factor_required", "forbidden", "rate_limited"],
  answer: async ({ context, request, body }) => {
    const { actor, cookieHeader } = await signIn(context, request, { audience: "staff", ...body });
    const user = await currentUser({ ...context, actor });
    if (!user) throw new ShopError("unauthenticated", "Please sign in to continue.");
    return reply(200, restSignIn(user), { "Set-Cookie": cookieHeader });
  },
});

const getAdminOrders = defineEndpoint({
  method: "GET",
  path: "/api/admin/orders",
  summary: "All orders, the newest first",
  reads: listRecentOrders,
  query: z.strictObject(pagingFields),
  responses: { 200: { description: "Up to `limit` orders", schema: z.array(orderSchema) } },
  answer: async ({ context, request, query }) => {
    const batch = await listRecentOrders(context, query.limit + 1, query.cursor);
    const { rows, headers } = pageOf(request, batch, query.limit);
    return reply(200, rows.map(restOrder), headers);
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
    const { rows, headers } = pageOf(request, batch, query.limit);
    return reply(200, rows.map(restFailedOrder), headers);
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
