import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Context } from "#server/core/context.ts";
import { isoTime, typedSql } from "#server/core/typed-sql.server.ts";

/** What was sent of an order, the first first. Whoever calls has asked whether the order may be seen. */
export function listParcels(em: Context["em"], orderId: number) {
  return typedSql(em)
    .selectFrom("parcel as p")
    .where("p.order_id", "=", orderId)
    .orderBy("p.id")
    .select((p) => [
      "p.id",
      "p.carrier",
      "p.tracking_number as trackingNumber",
      "p.packed_by as packedBy",
      "p.gross_grams as grossGrams",
      isoTime(p.ref("p.created_at")).as("createdAt"),
      jsonArrayFrom(
        p
          .selectFrom("parcel_line as packed")
          .innerJoin("order_line as l", "l.id", "packed.order_line_id")
          .whereRef("packed.parcel_id", "=", "p.id")
          .orderBy("l.id")
          .select(["l.product_id as productId", "l.product_name as productName", "packed.quantity"]),
      ).as("lines"),
    ])
    .execute();
}

/** A parcel that was sent, as staff see it: its weight is with its packaging, null where nobody weighed it. */
export type ParcelView = Awaited<ReturnType<typeof listParcels>>[number];
