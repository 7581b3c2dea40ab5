import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { Parcel } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { findBatchesOfParcels, proposeBatches } from "#server/batches/batches-of-lines.server.ts";
import { deliveryFacts, type PackedDelivery, withoutSplit } from "#server/checkout/delivery-choice.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isRowId } from "#server/core/fields.ts";
import { condition, isoTime, truth, typedSql, withoutKey } from "#server/core/typed-sql.server.ts";
import { tariffIn } from "#server/pricing/tariff-text.ts";
import { isMoneyBack } from "./disputes.server.ts";
import { hasGoneOut, toSend } from "./line-units.ts";
import { everybody, type OrderColumns, type OrdersQuery, ordersOf } from "./order-views.server.ts";
import { type DeliveryNote, inPackingOrder, nextToPack, notedBatch, runTo } from "./packing-list.ts";
import { listParcels } from "./parcels.server.ts";
import { weightText } from "./parcels.ts";
import { withdrawnText } from "./withdrawal-rules.ts";

/** Of `customer_order o`: it waits to be sent or collected. */
export const isToPack = "o.status = 'processing' and o.dispatched_at is null";

/** More than a small yard sends on a day. */
const MOST_ORDERS = 200;

/** The orders that wait to be sent or collected, the oldest first. */
export const findOrdersToPack = read("orders.view", async (context: Context) => {
  const orders = await readToPack(
    context,
    ordersOf(context.em)
      .where(condition`${sql.raw(isToPack)}`)
      .orderBy("o.created_at")
      .orderBy("o.id")
      .limit(MOST_ORDERS + 1),
  );
  return {
    orders: orders.slice(0, MOST_ORDERS),
    isMore: orders.length > MOST_ORDERS,
    /** Most go with the same as the parcel that went last. */
    lastCarrier: await findLastCarrier(context),
  };
});

/** The carrier of the parcel that went last; "" before the first. */
export const findLastCarrier = read("orders.view", async ({ em }: Context): Promise<string> => {
  const [last] = await em.fork().find(Parcel, {}, { orderBy: { id: "desc" }, limit: 1, fields: ["carrier"] });
  return last?.carrier ?? "";
});

/** The orders of these numbers, whether they wait or not, the oldest first. */
export function findOrdersNumbered(context: Context, invoiceNumbers: readonly string[]) {
  const orders = ordersOf(context.em)
    .where(condition`o.invoice_number = any(${[...invoiceNumbers]}::text[])`)
    .orderBy("o.created_at")
    .orderBy("o.id");
  return readToPack(context, orders);
}

/** One order with what it takes to pack it. @throws ShopError `not_found` */
export const findOrderAtBench = read("orders.view", async (context: Context, id: number) => {
  const [order] = isRowId(id) ? await readToPack(context, ordersOf(context.em).where("o.id", "=", id)) : [];
  if (!order) throw new ShopError("not_found", "Order not found");
  const { orders, lastCarrier } = await findOrdersToPack(context);
  const place = inPackingOrder(orders).findIndex((each) => each.id === id);
  const next = nextToPack(orders, id);
  return {
    order,
    /** What has gone of it. */
    parcels: await listParcels(context.em, id),
    /** Its place among those that wait, from 1; null where it does not wait any more. */
    place: place < 0 ? null : place + 1,
    waiting: orders.length,
    /** The order to pack after it. */
    next: next ? { id: next.id, invoiceNumber: next.invoiceNumber } : null,
    lastCarrier,
  };
});

/** An order at the packing bench. */
export type OrderAtBench = Awaited<ReturnType<typeof findOrderAtBench>>;

/** An order that waits to be packed, without a word of money, with the units that are still to be sent. */
export type OrderToPack = Awaited<ReturnType<typeof readToPack>>[number];

/** Its payment is still reviewed: it is not sent before. */
const isUnderReview = truth`exists (
  select from payment_warning warning where warning.order_id = o.id and warning.kind = 'review' and warning.is_open)`;

/** What the customer of an order cancelled of it, and nobody has settled. */
const openWithdrawals = (o: OrderColumns) =>
  jsonArrayFrom(
    o
      .selectFrom("withdrawal as w")
      .whereRef("w.order_id", "=", "o.id")
      .where("w.closed_at", "is", null)
      .orderBy("w.id")
      .select("w.lines"),
  );

async function readToPack({ em, settings }: Context, orders: OrdersQuery) {
  const rows = await orders
    .select((o) => [
      ...everybody(o),
      "o.shipping_address as shippingAddress",
      withoutKey(o.ref("o.delivery"), "price").as("delivery"),
      "o.is_backorder as isBackorder",
      "o.delivery_to_be_agreed as deliveryToBeAgreed",
      isoTime(o.ref("o.ready_at")).as("readyAt"),
      isUnderReview.as("isReviewed"),
      truth`${sql.raw(isMoneyBack)}`.as("isMoneyBack"),
      openWithdrawals(o).as("withdrawals"),
      jsonArrayFrom(
        o
          .selectFrom("parcel")
          .whereRef("parcel.order_id", "=", "o.id")
          .select("parcel.tracking_number as numbers"),
      ).as("parcels"),
      jsonArrayFrom(
        o
          .selectFrom("order_line as l")
          .innerJoin("product as p", "p.id", "l.product_id")
          .whereRef("l.order_id", "=", "o.id")
          .orderBy("l.id")
          .select([
            "l.id as lineId",
            "l.product_id as productId",
            "l.product_name as productName",
            "l.quantity",
            "l.cancelled_quantity as cancelledQuantity",
            "l.left_quantity as leftQuantity",
            "p.gross_grams as grossGrams",
            "p.net_grams as netGrams",
          ]),
      ).as("lines"),
    ])
    .execute();
  const { zones } = tariffIn(settings.deliveryTariff);
  const waiting = rows.map(({ lines }) =>
    lines
      .map(({ cancelledQuantity, leftQuantity, ...line }) => ({
        ...line,
        quantity: toSend({ quantity: line.quantity, cancelledQuantity, leftQuantity }),
      }))
      .filter(({ quantity }) => quantity > 0),
  );
  const proposals = await proposeBatches(em, waiting.flat());
  return rows.map(({ lines, delivery, withdrawals, parcels, ...order }, index) => {
    // What each parcel holds is true only while all of the order is still to be sent.
    const isWhole = lines.every((line) => toSend(line) === line.quantity);
    const packed: PackedDelivery | null = delivery && !isWhole ? withoutSplit(delivery) : delivery;
    return {
      ...{ ...order, delivery: packed },
      /** Where a lorry takes it together with others: a zone of the shop's rates, else its area of postcodes. */
      run: runTo(order.shippingAddress, zones),
      /** What its customer cancelled of it, such as "2 × Premium Biochar"; "" for nothing. It is not sent. */
      withdrawn: withdrawals.flatMap((withdrawal) => withdrawal.lines.map(withdrawnText)).join(", "),
      isPartSent: hasGoneOut(lines),
      /** The tracking numbers of what has gone of it. */
      sentNumbers: parcels.flatMap(({ numbers }) => numbers.split(",").map((number) => number.trim())),
      lines: (waiting[index] ?? []).map(({ netGrams: _net, ...line }) => ({
        ...line,
        batches: proposals.get(line.lineId) ?? null,
      })),
    };
  });
}

/** How many notes anybody prints at once. */
const MOST_NOTES = 200;

/**
 * The delivery notes of parcels that went, the first first, with the batches that were in them; none of a parcel whose
 * dispatch was taken back.
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
        withoutKey(p.ref("o.delivery"), "price").as("delivery"),
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
        ...(delivery ? deliveryFacts(delivery) : []),
        { label: "Sent with", value: `${carrier} ${trackingNumber}` },
        ...(grossGrams === null ? [] : [{ label: "Weight with packaging", value: weightText(grossGrams) }]),
      ],
      remark: lines.some(({ ordered, quantity }) => ordered > (quantity ?? 0)) ? "A part of the order." : "",
    }));
  },
);
