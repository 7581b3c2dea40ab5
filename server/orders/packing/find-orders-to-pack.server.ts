import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { Parcel } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import {
  type OrderDelivery,
  type PackedDelivery,
  packedDelivery,
  withoutSplit,
} from "#server/checkout/delivery-choice.ts";
import type { Context } from "#server/core/context.ts";
import { condition, isoTime } from "#server/core/typed-sql.server.ts";
import { ordersOf } from "../lists/find-orders.server.ts";
import { leftToSend } from "../parcels/parcels.ts";
import { withdrawnText } from "../withdrawals/withdrawal-rules.ts";
import type { OrderToPack } from "./packing-list.ts";

/** Of `customer_order o`: it waits to be sent or collected. */
export const isToPack = "o.status = 'processing' and o.dispatched_at is null";

/** More than a small yard sends on a day. */
const MOST_ORDERS = 200;

interface OrdersToPack {
  /** The oldest first, 200 at most. */
  orders: OrderToPack[];
  /** There are more than these. */
  isMore: boolean;
  /** The carrier of the parcel that went last: most go with the same. */
  lastCarrier: string;
}

/** The orders that wait to be sent or collected. @throws ShopError `unauthenticated`, `forbidden` */
export const findOrdersToPack = read("orders.view", async (context: Context): Promise<OrdersToPack> => {
  const rows = await ordersOf(context.em)
    .where(condition`${sql.raw(isToPack)}`)
    .orderBy("o.created_at")
    .orderBy("o.id")
    .limit(MOST_ORDERS + 1)
    .select((o) => [
      "o.id",
      "o.invoice_number as invoiceNumber",
      "o.customer_name as customerName",
      "o.customer_phone as customerPhone",
      "o.customer_address as customerAddress",
      "o.delivery",
      "o.is_backorder as isBackorder",
      "o.delivery_to_be_agreed as deliveryToBeAgreed",
      isoTime(o.ref("o.created_at")).as("createdAt"),
      o
        .exists(
          o
            .selectFrom("payment_warning as warning")
            .whereRef("warning.order_id", "=", "o.id")
            .where("warning.kind", "=", "review")
            .where("warning.is_open", "=", true)
            .select("warning.id"),
        )
        .as("isReviewed"),
      jsonArrayFrom(
        o
          .selectFrom("withdrawal as w")
          .whereRef("w.order_id", "=", "o.id")
          .where("w.closed_at", "is", null)
          .orderBy("w.id")
          .select("w.lines"),
      ).as("withdrawals"),
      jsonArrayFrom(
        o
          .selectFrom("order_line as l")
          .whereRef("l.order_id", "=", "o.id")
          .orderBy("l.id")
          .select([
            "l.id as lineId",
            "l.product_id as productId",
            "l.product_name as productName",
            "l.quantity",
            "l.dispatched_quantity as dispatchedQuantity",
            "l.restocked_quantity as restockedQuantity",
          ]),
      ).as("lines"),
    ])
    .execute();
  const [last] = await context.em
    .fork()
    .find(Parcel, {}, { orderBy: { id: "desc" }, limit: 1, fields: ["carrier"] });
  return {
    orders: rows.slice(0, MOST_ORDERS).map(({ lines, withdrawals, ...order }) => ({
      ...order,
      delivery: order.delivery ? deliveryToPack(order.delivery, lines) : null,
      isReviewed: Boolean(order.isReviewed),
      withdrawn: withdrawals.flatMap((withdrawal) => withdrawal.lines.map(withdrawnText)).join(", "),
      isPartSent: lines.some(({ dispatchedQuantity }) => dispatchedQuantity > 0),
      lines: lines
        .map(({ lineId, productId, productName, ...units }) => ({
          ...{ lineId, productId, productName },
          quantity: leftToSend(units, { dispatchedAt: null }),
        }))
        .filter(({ quantity }) => quantity > 0),
    })),
    isMore: rows.length > MOST_ORDERS,
    lastCarrier: last?.carrier ?? "",
  };
});

/** What each parcel holds is true only while all of the order is still to be sent. */
function deliveryToPack(
  delivery: OrderDelivery,
  lines: readonly Parameters<typeof leftToSend>[0][],
): PackedDelivery {
  const packed = packedDelivery(delivery);
  const isWhole = lines.every((line) => leftToSend(line, { dispatchedAt: null }) === line.quantity);
  return isWhole ? packed : withoutSplit(packed);
}
