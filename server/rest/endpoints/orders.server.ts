import { z } from "zod";
import { cartIdFrom } from "#server/cart/cart-cookie.server.ts";
import { orderPayloadSchema } from "#server/orders/placing/orders.schema.ts";
import { placeOrder } from "#server/orders/placing/place-order.server.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { briefOrderSchema, orderSchema, restOrder } from "#server/rest/rest-shapes.ts";

const placedSchema = z.union([orderSchema, briefOrderSchema]);

export const postOrder = defineEndpoint({
  method: "POST",
  path: "/api/orders",
  summary: "Places the order that a payment is for; safe to send again",
  permission: "orders.place",
  repeating: "after-effect",
  example: {
    body: {
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
  },
  body: orderPayloadSchema.extend({ taxRate: z.number().min(0).max(1).optional() }).strict(),
  responses: {
    200: {
      description:
        "The order, placed before with the same transactionId; all of it for its buyer, staff and keys that read orders, else number and status",
      schema: placedSchema,
    },
    201: { description: "The order, placed now", schema: placedSchema },
  },
  refusals: ["payment_failed", "not_found", "conflict", "out_of_stock", "unavailable"],
  answer: async ({ context, request, body }) => {
    const placed = await placeOrder(context, body, await cartIdFrom(context, request));
    const { id, invoiceNumber, status } = placed.order;
    const order = placed.isTheirs ? restOrder(placed.order) : { id, invoiceNumber, status };
    return placed.created ? reply(201, order) : reply(200, order);
  },
});
