import { z } from "zod";
import { findOrderOfPayment } from "#server/orders/finalise-payment.server.ts";
import { orderPayloadSchema } from "#server/orders/orders.schema.ts";
import { placeOrder } from "#server/orders/place-order.server.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { orderSchema, restOrder } from "#server/rest/rest-shapes.ts";

export const postOrder = defineEndpoint({
  method: "POST",
  path: "/api/orders",
  summary: "Places the order that a payment is for; safe to send again",
  permission: "orders.create:own",
  body: orderPayloadSchema.extend({ taxRate: z.number().min(0).max(1).optional() }).strict(),
  responses: {
    200: { description: "The order, placed before with the same transactionId", schema: orderSchema },
    201: { description: "The order, placed now", schema: orderSchema },
  },
  refusals: ["payment_failed", "not_found", "conflict", "out_of_stock", "unavailable"],
  answer: async ({ context, body }) => {
    const known = await findOrderOfPayment(context, body.transactionId);
    const order = restOrder(await placeOrder(context, body));
    return known ? reply(200, order) : reply(201, order);
  },
});
