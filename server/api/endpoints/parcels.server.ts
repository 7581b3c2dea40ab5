import { z } from "@hono/zod-openapi";
import { defineEndpoint, reply } from "#server/api/endpoint.ts";
import { idParams } from "#server/api/paging.ts";
import { parcelExample } from "#server/api/shape-examples.ts";
import { requiredText, trimmedText } from "#server/core/fields.ts";
import { dispatchByProduct, dispatchOrder } from "#server/orders/dispatch.server.ts";
import { trackingNumber } from "#server/orders/order-commands.ts";
import type { ParcelView } from "#server/orders/parcels.server.ts";
import { openOrder } from "#server/orders/staff-order-view.server.ts";

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
  refusals: ["not_found"],
  answer: async ({ context, params: { id } }) => {
    const { parcels } = await openOrder(context, id);
    return reply(200, parcels.map(restParcel));
  },
});

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
        .max(200)
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
  refusals: ["not_found", "conflict"],
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
