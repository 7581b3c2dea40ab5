import { jsonArrayFrom } from "kysely/helpers/postgres";
import { read } from "#server/access/read.server.ts";
import { findBatchesOfParcels } from "#server/batches/batches-of-lines.server.ts";
import { deliveryFacts, packedDelivery } from "#server/checkout/delivery-choice.ts";
import type { Context } from "#server/core/context.ts";
import { isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { weightText } from "../parcels/parcel-weight.ts";
import { type DeliveryNote, notedBatch } from "./delivery-notes.ts";

/** How many notes anybody prints at once. */
const MOST_NOTES = 200;

/**
 * The delivery notes of parcels that went, the first first, with the batches that were in them; none of a parcel whose
 * dispatch was taken back. @throws ShopError `unauthenticated`, `forbidden`
 */
export const findSentNotes = read(
  "orders.view",
  async ({ em, publicUrl }: Context, parcelIds: readonly number[]): Promise<DeliveryNote[]> => {
    const ids = parcelIds.slice(0, MOST_NOTES);
    if (ids.length === 0) return [];
    const rows = await typedSql(em)
      .selectFrom("parcel as p")
      .innerJoin("customer_order as o", "o.id", "p.order_id")
      .where("p.id", "in", ids)
      .orderBy("p.id")
      .select((p) => [
        "p.id",
        "p.carrier",
        "p.tracking_number as trackingNumber",
        "p.gross_grams as grossGrams",
        isoTime(p.ref("p.created_at")).as("sentAt"),
        "o.invoice_number as invoiceNumber",
        "o.customer_name as customerName",
        "o.customer_address as customerAddress",
        "o.customer_phone as customerPhone",
        "o.delivery",
        isoTime(p.ref("o.created_at")).as("orderedAt"),
        jsonArrayFrom(
          p
            .selectFrom("order_line as l")
            .leftJoin("parcel_line as packed", (join) =>
              join.onRef("packed.order_line_id", "=", "l.id").onRef("packed.parcel_id", "=", "p.id"),
            )
            .whereRef("l.order_id", "=", "o.id")
            .orderBy("l.id")
            .select([
              "l.id as lineId",
              "l.product_name as productName",
              "l.quantity as ordered",
              "packed.quantity",
            ]),
        ).as("lines"),
      ])
      .execute();
    const batches = await findBatchesOfParcels(em, ids);
    return rows.map(({ id, carrier, trackingNumber, grossGrams, delivery, lines, ...note }) => ({
      ...note,
      key: `${note.invoiceNumber} ${id}`,
      lines: lines.flatMap(({ lineId, productName, quantity }) =>
        quantity === null
          ? []
          : {
              ...{ lineId, productName, quantity },
              batches: batches
                .filter((batch) => batch.parcelId === id && batch.lineId === lineId)
                .map((batch) => notedBatch(batch, publicUrl)),
            },
      ),
      facts: [
        // What it was to go out in is not what went: the parcel says that.
        ...(delivery ? deliveryFacts(packedDelivery(delivery)) : []),
        { label: "Sent with", value: `${carrier} ${trackingNumber}` },
        ...(grossGrams === null ? [] : [{ label: "Weight with packaging", value: weightText(grossGrams) }]),
      ],
      remark: lines.some(({ ordered, quantity }) => ordered > (quantity ?? 0)) ? "A part of the order." : "",
    }));
  },
);
