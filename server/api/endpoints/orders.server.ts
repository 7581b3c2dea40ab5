import { z } from "@hono/zod-openapi";
import { defineEndpoint, idParams, listReply, pagingFields, reply } from "#server/api/endpoint.ts";
import { postAdminLogin } from "#server/api/endpoints/sign-in.server.ts";
import {
  briefOrderSchema,
  customerSchema,
  failedOrderSchema,
  orderSchema,
  restFailedOrder,
  restOrder,
} from "#server/api/rest-shapes.ts";
import { parcelExample } from "#server/api/shape-examples.ts";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { requiredText, trimmedText } from "#server/core/fields.ts";
import type { Capability } from "#server/core/roles.ts";
import { findCustomers } from "#server/customers/list-users.server.ts";
import { userFilters } from "#server/customers/users-query.ts";
import { createStaffOrder } from "#server/orders/create-staff-order.server.ts";
import { dispatchByProduct, dispatchOrder } from "#server/orders/dispatch.server.ts";
import { listFailedOrders } from "#server/orders/failed-orders.server.ts";
import { orderPayloadSchema, shopOrderSchema } from "#server/orders/order.schema.ts";
import { trackingNumber } from "#server/orders/order-commands.ts";
import { findOrder, listRecentOrders } from "#server/orders/order-views.server.ts";
import type { ParcelView } from "#server/orders/parcels.server.ts";
import { placeOrder } from "#server/orders/place-order.server.ts";
import { orderTotals } from "#server/orders/search-orders.server.ts";
import { openOrder } from "#server/orders/staff-order-view.server.ts";
import { currencies, nameOf, penceToPounds } from "#server/pricing/money.ts";

const placedSchema = z.union([orderSchema, briefOrderSchema]);

const postOrder = defineEndpoint({
  method: "POST",
  path: "/api/orders",
  summary: "Places the order that a payment is for; safe to send again",
  permission: "orders.place",
  repeating: "after-effect",
  checksSettings: true,
  body: orderPayloadSchema
    .extend({ taxRate: z.number().min(0).max(1).optional() })
    .strict()
    .meta({
      examples: [
        {
          customerName: "Gwen Guest",
          customerEmail: "gwen.guest@example.com",
          customerAddress: "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
          customerPhone: "01584 111 222",
          shippingCountry: "United Kingdom",
          subtotal: 49.98,
          taxRate: 0.2,
          taxAmount: "10.00",
          shippingCost: 0,
          totalAmount: 49.98,
          paymentMethod: "stripe",
          transactionId: "pi_3RkExample",
          invoiceNumber: "INV-1772453100000",
          items: [{ productId: 1, productName: "Premium Biochar", quantity: 2, price: 24.99 }],
        },
      ],
    }),
  responses: {
    200: {
      description:
        "The order, placed before with the same transactionId; all of it for its buyer, staff and keys that read orders, else number and status",
      schema: placedSchema,
    },
    201: { description: "The order, placed now", schema: placedSchema },
  },
  errorCodes: ["payment_failed", "not_found", "conflict", "out_of_stock", "unavailable"],
  answer: async ({ context, request, body }) => {
    const placed = await placeOrder(context, body, await cartIdFrom(context, request));
    const { id, invoiceNumber, status } = placed.order;
    const order = placed.isTheirs ? restOrder(placed.order) : { id, invoiceNumber, status };
    return placed.created ? reply(201, order) : reply(200, order);
  },
});

const getAdminOrders = allOrdersAt("/api/admin/orders", "All orders, the newest first");
const getShopOrders = allOrdersAt(
  "/api/shop/orders",
  "All orders, the newest first, for those who sell in the shop",
  ["orders.create"],
);

function allOrdersAt(path: string, summary: string, alsoNeeds: readonly Capability[] = []) {
  return defineEndpoint({
    method: "GET",
    path,
    summary,
    reads: listRecentOrders,
    alsoNeeds,
    query: z.strictObject(pagingFields),
    responses: { 200: { description: "Up to `limit` orders", schema: z.array(orderSchema) } },
    answer: async ({ context, request, query }) => {
      const batch = await listRecentOrders(context, query.limit + 1, query.cursor);
      return listReply(request, batch, query.limit, restOrder);
    },
  });
}

const getShopCustomers = defineEndpoint({
  method: "GET",
  path: "/api/shop/customers",
  summary: "Customers by name, email or username, the newest first, with what a sale needs of them",
  reads: findCustomers,
  alsoNeeds: ["orders.create"],
  query: z.strictObject({ ...pagingFields, search: userFilters.search }),
  responses: { 200: { description: "Up to `limit` customers", schema: z.array(customerSchema) } },
  answer: async ({ context, request, query: { limit, cursor, search } }) => {
    const batch = await findCustomers(context, { search, after: cursor }, limit + 1);
    return listReply(request, batch, limit, (row) => row);
  },
});

const postShopOrder = defineEndpoint({
  method: "POST",
  path: "/api/shop/orders",
  summary:
    "Takes an order for a customer; cash and card make it paid. With a retryKey it is safe to send again",
  command: createStaffOrder,
  alsoNeeds: listRecentOrders.permissions,
  repeating: "with-effect",
  body: shopOrderSchema.strict().meta({
    examples: [
      {
        customerId: 12,
        customerName: "Gwen Guest",
        customerEmail: "gwen.guest@example.com",
        customerPhone: "01584 111 222",
        customerAddress: "1 Mill Lane, Ludlow, SY8 1AA",
        items: [{ productId: 1, quantity: 1, price: 22.5 }],
        paymentMethod: "cash",
        payLater: false,
        sendConfirmation: true,
      },
    ],
  }),
  responses: {
    200: { description: "The order, made before with the same retryKey", schema: orderSchema },
    201: { description: "The order, made now", schema: orderSchema },
  },
  errorCodes: ["conflict", "out_of_stock"],
  answer: async ({ context, body }) => {
    const { orderId, created } = await createStaffOrder(context, body);
    const order = restOrder(await findOrder(context, orderId));
    return created ? reply(201, order) : reply(200, order);
  },
});

/** The calls that place orders, in the shop and at its counter. */
export const orderEndpoints = [postOrder, getShopOrders, getShopCustomers, postShopOrder];

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

const grossGrams = z
  .int()
  .min(1)
  .max(1_500_000)
  .nullable()
  .meta({ description: "With its packaging; null where nobody weighed it." });
const packedLine = {
  productId: z.int().min(1),
  quantity: z.int().min(1).max(9999),
};

const parcelSchema = z
  .strictObject({
    id: z.int(),
    carrier: z.string(),
    number: z.string().meta({ description: "The carrier's tracking number." }),
    grossGrams,
    lines: z.array(z.strictObject({ ...packedLine, productName: z.string() })),
    packedBy: z.string(),
    dispatchedAt: z.iso.datetime().meta({ description: "ISO 8601 in UTC." }),
  })
  .openapi("Parcel", { examples: [parcelExample] });

const ofOrder = idParams("The order's id.", 41);

const getParcels = defineEndpoint({
  method: "GET",
  path: "/api/admin/orders/{id}/parcels",
  summary: "What was sent of an order, the first parcel first",
  reads: openOrder,
  params: ofOrder,
  responses: { 200: { description: "Its parcels", schema: z.array(parcelSchema) } },
  errorCodes: ["not_found"],
  answer: async ({ context, params: { id } }) => {
    const { parcels } = await openOrder(context, id);
    return reply(200, parcels.map(restParcel));
  },
});

/** A parcel's units of a product are of one batch, and weigh together what is named. */
function namesOneBatchEach(lines: readonly { productId: number; batch?: unknown; kilograms?: unknown }[]) {
  return lines.every(
    ({ productId, batch, kilograms }) =>
      (batch === undefined && kilograms === undefined) ||
      lines.filter((line) => line.productId === productId).length === 1,
  );
}

const postParcel = defineEndpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/parcels",
  summary: "Sends a parcel of an order and mails the customer; the last one completes the order",
  command: dispatchOrder,
  alsoNeeds: openOrder.permissions,
  repeating: "with-effect",
  params: ofOrder,
  body: z
    .strictObject({
      carrier: requiredText(100),
      number: trackingNumber,
      grossGrams: grossGrams.optional(),
      lines: z
        .array(
          z.strictObject({
            ...packedLine,
            batch: trimmedText(20).optional().meta({
              description: "The code of the batch that they come from; the oldest first where it is missing.",
            }),
            kilograms: z.number().positive().max(100_000).optional().meta({
              description: "What they weigh together, net, where the product's net weight is not known.",
            }),
          }),
        )
        .min(1)
        .max(200)
        .refine(namesOneBatchEach, "Name each product once where its batch or its weight is named")
        .optional()
        .meta({ description: "What is in it; all that is left of the order where it is missing." }),
    })
    .meta({
      examples: [
        {
          carrier: "Royal Mail",
          number: "AB123456789GB",
          grossGrams: 5350,
          lines: [{ productId: 1, quantity: 1 }],
        },
      ],
    }),
  responses: { 201: { description: "The parcel", schema: parcelSchema } },
  errorCodes: ["not_found", "conflict"],
  answer: async ({ context, params: { id }, body: { number, ...body } }) =>
    reply(201, restParcel(await dispatchByProduct(context, id, { ...body, trackingNumber: number }))),
});

function restParcel(parcel: ParcelView): z.input<typeof parcelSchema> {
  const { id, carrier, trackingNumber, packedBy, createdAt, lines } = parcel;
  return {
    id,
    carrier,
    number: trackingNumber,
    grossGrams: parcel.grossGrams,
    lines: lines.map(({ productId, productName, quantity }) => ({ productId, productName, quantity })),
    packedBy,
    dispatchedAt: createdAt,
  };
}

/** What goes out of the door. */
export const parcelEndpoints = [getParcels, postParcel];
