import { defineEntity, p } from "@mikro-orm/core";
import { Order, OrderLine } from "./order.ts";

/** What was sent of an order at one time: a parcel, a pallet or a bulk bag. Deleted only while its mail waits. */
export const ParcelSchema = defineEntity({
  name: "Parcel",
  tableName: "parcel",
  checks: [{ name: "parcel_gross_grams_positive", expression: "gross_grams > 0" }],
  // Sent twice by a double click, it is one parcel.
  uniques: [{ name: "parcel_tracking_unique", properties: ["order", "carrier", "trackingNumber"] }],
  properties: {
    id: p.integer().primary(),
    order: () => p.manyToOne(Order),
    carrier: p.string().length(100),
    trackingNumber: p.string().length(100),
    /** With its packaging; null where nobody weighed it. */
    grossGrams: p.integer().nullable(),
    /** Who sent it. */
    packedBy: p.string().length(200),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class Parcel extends ParcelSchema.class {}
ParcelSchema.setClass(Parcel);

/** Units of an order line in a parcel. */
export const ParcelLineSchema = defineEntity({
  name: "ParcelLine",
  tableName: "parcel_line",
  checks: [{ name: "parcel_line_quantity_positive", expression: "quantity > 0" }],
  properties: {
    parcel: () => p.manyToOne(Parcel).primary().deleteRule("no action").updateRule("no action"),
    orderLine: () =>
      p
        .manyToOne(OrderLine)
        .primary()
        .deleteRule("no action")
        .updateRule("no action")
        .index("parcel_line_order_line_index"),
    quantity: p.integer(),
  },
});

export class ParcelLine extends ParcelLineSchema.class {}
ParcelLineSchema.setClass(ParcelLine);
