import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { AuditEntry, OutboxEmail, Parcel, ParcelLine, Withdrawal } from "#db/entities/index.ts";
import { takeBackFromBatches } from "#server/batches/allocate-batches.server.ts";
import { command, runForEach } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { isoTime, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { paidWithCustomer, quantityOf, type UnitsOfLine } from "./line-units.ts";
import { type LockedOrder, lockOrder, openToSend, recordStep } from "./move-order.server.ts";
import { orderStatuses } from "./order.ts";
import { orderCommands } from "./order-commands.ts";
import { onTheWayBack } from "./withdrawal-rules.ts";

/** What was sent of an order, the first first. Anyone who calls has asked whether the order may be seen. */
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

/**
 * How long the mail of a dispatch waits for anyone who pressed too early, in milliseconds: a message with its Undo is
 * shown for half of that (docs/rules.md#staff-44).
 */
export const DISPATCH_MAIL_WAITS_MS = 10_000;

/** The key of the job that sends a parcel's mail, and of the mail itself. */
export function dispatchMailKey(invoiceNumber: string, parcelNumber: number): string {
  return `order-dispatched:${invoiceNumber}${parcelNumber === 1 ? "" : `:${parcelNumber}`}`;
}

/**
 * Takes back that these parcels were sent, each for itself, as long as their mails wait. Returns the numbers of their
 * orders.
 */
export const undoDispatch = command(
  orderCommands.undoDispatch,
  async (context, { id: chosen }): Promise<{ did: string[] }> => {
    const parcels = await context.em
      .fork()
      .find(Parcel, { id: { $in: chosen } }, { populate: ["order"], orderBy: { id: "desc" } });
    const rows = parcels.map(({ id, order }) => ({
      name: order.invoiceNumber,
      field: "id",
      run: () => inTransaction(context.em, (em) => undo(em, context, { id, orderId: order.id })),
    }));
    return { did: await runForEach(rows, "taken back") };
  },
);

/** The order is as it was before this parcel, which is no more. */
async function undo(
  em: EntityManager,
  context: Context,
  { id, orderId }: { id: number; orderId: number },
): Promise<void> {
  const locked = await lockOrder(em, orderId);
  const { order } = locked;
  const parcels = await em.find(Parcel, { order: orderId }, { orderBy: { id: "asc" } });
  const parcel = parcels.at(-1);
  if (parcel?.id !== id) {
    throw new ShopError("conflict", "Something else of this order was sent since. Nothing was taken back.");
  }
  await stopMail(em, dispatchMailKey(order.invoiceNumber, parcels.length));
  const { carrier, trackingNumber } = parcel;
  const dispatch = await em.findOne(
    AuditEntry,
    {
      ...{ area: "orders", subjectId: String(orderId), action: { $like: "%dispatched" } },
      after: { carrier, trackingNumber },
    },
    { orderBy: { id: "desc" } },
  );
  const before = { status: order.status, carrier, trackingNumber };

  const packed = await em.find(ParcelLine, { parcel: id });
  const units = packed.map(({ orderLine, quantity }) => ({ lineId: orderLine.id, quantity }));
  await neverLeft(em, locked, units);
  await takeBackFromBatches(
    em,
    id,
    units.map(({ lineId }) => lineId),
  );
  await em.nativeDelete(ParcelLine, { parcel: id });
  em.remove(parcel);
  const previous = parcels.at(-2);
  order.carrier = previous?.carrier ?? null;
  order.trackingNumber = previous?.trackingNumber ?? null;
  if (dispatch?.after.stillToCome) {
    // Where it ended since, as the rest left without a parcel, was cancelled or was refunded.
    openToSend(locked);
  } else {
    order.dispatchedAt = null;
    // What did not change is not in the entry: an order that had completed itself stays so.
    order.status = z.enum(orderStatuses).catch(order.status).parse(dispatch?.before.status);
  }
  await recordStep(em, context, order, {
    kind: "dispatched",
    message: `Not sent after all: ${carrier}, tracking number ${trackingNumber}`,
    action: "dispatch taken back",
    before,
    after: { status: order.status, carrier: order.carrier, trackingNumber: order.trackingNumber },
    revertOf: dispatch?.id,
  });
}

/**
 * Units that were said to have left never did: they are to be sent again. @throws ShopError `conflict` where they came
 * back, or their money did, or their customer has cancelled them: they would be sent, refunded or cancelled a second time
 */
export async function neverLeft(
  em: EntityManager,
  { order, lines }: LockedOrder,
  units: readonly UnitsOfLine[],
): Promise<void> {
  const open = await em.find(Withdrawal, { order: order.id, closedAt: null, goodsBackAt: null });
  const stated = open.flatMap((withdrawal) => onTheWayBack(withdrawal.lines));
  for (const line of lines) {
    const quantity = quantityOf(units, line.id);
    if (quantity === 0) continue;
    line.leftQuantity -= quantity;
    if (line.leftQuantity < line.returnedQuantity) {
      throw new ShopError("conflict", "Goods of this order came back since. Nothing was taken back.");
    }
    if (line.creditedQuantity > line.cancelledQuantity + line.leftQuantity) {
      throw new ShopError("conflict", "Goods of this order were refunded since. Nothing was taken back.");
    }
    if (paidWithCustomer(line) < quantityOf(stated, line.id)) {
      throw new ShopError(
        "conflict",
        "The customer has cancelled goods of this order since. Nothing was taken back.",
      );
    }
  }
}

const jobSchema = z.object({ isRunning: z.boolean() });

/** The mail is never sent. @throws ShopError `conflict` when it is on its way, or has gone */
async function stopMail(em: EntityManager, key: string): Promise<void> {
  const mail = await em.findOne(OutboxEmail, { key }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const [job] = await rawRows(
    em,
    jobSchema,
    `select job.locked_at is not null as "isRunning" from graphile_worker.remove_job(?) job where job.id is not null`,
    [key],
  );
  // A job that runs was only kept from running again; the refusal takes that back, too.
  if (!mail || mail.sentAt || !job || job.isRunning) {
    throw new ShopError("conflict", "The customer’s mail has gone. Nothing was taken back.");
  }
  em.remove(mail);
}
