import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, Parcel, ParcelLine } from "#db/entities/index.ts";
import { allocateBatches, isMeasured } from "#server/batches/allocate-batches.server.ts";
import { batchPath } from "#server/batches/batch.ts";
import { command, runForEach } from "#server/commands/run-command.server.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { type QueuedEmail, queueEmail } from "#server/email/queue-email.server.ts";
import { withTypedCarrier } from "#server/settings/carriers.ts";
import { buyerMailOf } from "./confirmation.server.ts";
import { assertMaySend } from "./disputes.server.ts";
import { restOf, toSend } from "./line-units.ts";
import {
  addBatchEvent,
  type LockedOrder,
  leaveTheHouse,
  linesOfOrder,
  lockOrder,
  moveOrder,
  namedUnits,
  recordStep,
  withNote,
} from "./move-order.server.ts";
import { carbonStatementPath } from "./order.ts";
import { orderCommands, orderField, undoDispatches } from "./order-commands.ts";
import { DISPATCH_MAIL_WAITS_MS, dispatchMailKey, listParcels, type ParcelView } from "./parcels.server.ts";
import {
  canBeSent,
  contentsText,
  gramsOf,
  type PackedUnits,
  parcelError,
  parcelSentence,
  unitsOf,
} from "./parcels.ts";
import { cancelByOf } from "./withdrawal-texts.ts";

const NOTHING_TICKED = "Tick what is packed.";

/**
 * Sends a parcel of an order, all that is left of it unless its lines say what, and mails the customer. With the last
 * parcel the order is completed; one that completed itself (setting autoCompleteOrders) is sent all the same. Returns the
 * parcel, which `undoDispatch` takes back while its mail waits.
 */
export const dispatchOrder = command(
  orderCommands.dispatch,
  async (
    context,
    { orderId, from, weight, weightUnit, isChecklist, lines, ...dispatch },
  ): Promise<{ parcelId: number }> => {
    await assertMaySend(context, orderId);
    const packed = isChecklist ? (lines ?? []).filter(({ ticked }) => ticked) : lines;
    const grossGrams = weight === undefined ? null : gramsOf(weight, weightUnit);
    const parcel = { ...dispatch, grossGrams, lines: packed };
    if (isChecklist && packed?.every(({ quantity }) => quantity === 0)) {
      throw new ShopError("validation_failed", NOTHING_TICKED, { fields: { lines: [NOTHING_TICKED] } });
    }
    const sent = await inTransaction(context.em, async (em) =>
      sendParcel(em, context, await lockOrder(em, orderId, from), parcel),
    );
    return { parcelId: sent.id };
  },
  {
    read: async (_context, form) => ({ form: withTypedCarrier(form), schema: orderCommands.dispatch.input }),
  },
);

interface ParcelOfProducts extends Pick<Parcel, "carrier" | "trackingNumber"> {
  grossGrams?: number | null | undefined;
  /** All that is left of the order where it is missing. */
  lines?: Parameters<typeof unitsOf>[0] | undefined;
}

/** The same for a script, which names products: an order may have a product on two lines. */
export async function dispatchByProduct(
  context: Context,
  orderId: number,
  { carrier, trackingNumber, grossGrams, lines }: ParcelOfProducts,
): Promise<ParcelView> {
  const em = context.em.fork();
  const order = await em.findOne(Order, orderId);
  if (!order) throw new ShopError("not_found", "Order not found");
  const left = (await linesOfOrder(em, orderId)).map((line) => ({
    ...{ lineId: line.id, productId: line.product.id, quantity: toSend(line) },
  }));
  const { parcelId } = await dispatchOrder(context, {
    ...{ orderId, from: order.status, carrier, trackingNumber, note: "" },
    ...(grossGrams ? { weight: grossGrams, weightUnit: "g" } : {}),
    lines: lines && unitsOf(lines, left),
  });
  const parcel = (await listParcels(context.em, orderId)).find(({ id }) => id === parcelId);
  if (!parcel) throw new Error(`Order ${orderId} has no parcel ${trackingNumber} although it was sent`);
  return parcel;
}

/** The order must be locked. */
async function sendParcel(
  em: EntityManager,
  context: Context,
  { order, lines }: LockedOrder,
  sent: Pick<Parcel, "carrier" | "trackingNumber"> & {
    grossGrams: number | null;
    note: string;
    lines?: readonly PackedUnits[] | undefined;
  },
): Promise<Parcel> {
  const { carrier, trackingNumber, grossGrams, note } = sent;
  if (order.dispatchedAt) throw new ShopError("conflict", "This order has been dispatched already.");
  if (!canBeSent(order.status)) {
    throw new ShopError("conflict", `An order that is ${order.status} cannot be sent.`);
  }
  const earlier = await em.find(Parcel, { order: order.id });
  if (earlier.some((parcel) => parcel.carrier === carrier && parcel.trackingNumber === trackingNumber)) {
    const message = "A parcel of this order has this number already.";
    throw new ShopError("conflict", message, { fields: { trackingNumber: [message] } });
  }
  const units = sent.lines?.length ? sent.lines.filter(({ quantity }) => quantity > 0) : restOf(lines);
  const error = parcelError(units, lines);
  if (error) throw new ShopError("validation_failed", error, { fields: { lines: [error] } });

  const now = context.clock.now();
  const parcel = em.create(Parcel, {
    order,
    carrier,
    trackingNumber,
    grossGrams,
    packedBy: actorName(context.actor).slice(0, 200),
    createdAt: now,
  });
  await leaveTheHouse(em, context, { order, lines, units });
  const { sentence, allocated } = await allocateBatches(em, { units, parcel });
  for (const { lineId, quantity } of units) em.create(ParcelLine, { parcel, orderLine: lineId, quantity });
  const contents = namedUnits(lines, units);
  const stillToCome = namedUnits(lines, restOf(lines));

  const before = order.status;
  order.carrier = carrier;
  order.trackingNumber = trackingNumber;
  if (stillToCome.length === 0) {
    if (order.status !== "completed") moveOrder(order, "completed");
    order.dispatchedAt = now;
  }
  const number = earlier.length + 1;
  const isWhole = number === 1 && stillToCome.length === 0;
  await recordStep(em, context, order, {
    kind: "dispatched",
    message: withNote(
      parcelSentence({ carrier, trackingNumber, number, lines: contents, stillToCome }),
      note,
    ),
    action: isWhole ? "dispatched" : `parcel ${number} dispatched`,
    before: { status: before },
    after: {
      status: order.status,
      carrier,
      trackingNumber,
      ...(isWhole ? {} : { contents: contentsText(contents) }),
      ...(stillToCome.length > 0 ? { stillToCome: contentsText(stillToCome) } : {}),
    },
  });
  addBatchEvent(em, context, order, sentence);
  const { token, recipient, facts } = await buyerMailOf(em, context, order);
  const cancelBy = cancelByOf(order);
  const codes = [...new Set(allocated.map(({ code }) => code))];
  const key = dispatchMailKey(order.invoiceNumber, number);
  const mail: QueuedEmail = {
    key,
    template: "order-dispatched",
    recipient,
    props: {
      ...facts,
      carrier,
      trackingNumber,
      note,
      deliverTo: order.customerAddress,
      lines: contents,
      stillToCome,
      ...(codes.length > 0
        ? { batches: codes.map((code) => ({ code, url: context.publicUrl + batchPath(code) })) }
        : {}),
      ...((await isMeasured(em, allocated))
        ? { statementUrl: context.publicUrl + carbonStatementPath(order.invoiceNumber, token) }
        : {}),
      ...(cancelBy ? { cancelBy: displayLongDate(cancelBy) } : {}),
    },
  };
  // A script does not press too early.
  const isPerson = context.actor.kind === "user";
  const until = new Date(now.getTime() + DISPATCH_MAIL_WAITS_MS);
  await queueEmail(em, context, mail, isPerson ? { waits: { until, key } } : {});
  return parcel;
}

/**
 * Sends all that is left of each order whose tracking number was typed, each for itself: one that cannot be sent keeps
 * none of the others back, and its reason stands beside its number.
 */
export const dispatchMany = command(
  orderCommands.dispatchMany,
  async (context, { carrier, numbers }): Promise<{ sent: string[]; parcels: number[] }> => {
    const typed = Object.entries(numbers).filter(([, trackingNumber]) => trackingNumber !== "");
    if (typed.length === 0) {
      const message = "Type the tracking number of each order that goes out.";
      throw new ShopError("validation_failed", message, { fields: { carrier: [message] } });
    }
    const ids = typed.map(([field]) => Number(field.slice(1)));
    const orders = await context.em.fork().find(Order, { id: { $in: ids } }, { fields: ["invoiceNumber"] });
    const parcels: number[] = [];
    const rows = orders.map(({ id, invoiceNumber }) => {
      const trackingNumber = numbers[orderField(id)] ?? "";
      return {
        name: invoiceNumber,
        field: `numbers.${orderField(id)}`,
        run: async () => {
          const order = { orderId: id, from: "processing", carrier, trackingNumber, note: "" } as const;
          parcels.push((await dispatchOrder(context, order)).parcelId);
        },
      };
    });
    return { sent: await runForEach(rows, "dispatched", () => undoDispatches(parcels).takeBack), parcels };
  },
  {
    read: async (_context, form) => ({
      form: withTypedCarrier(form),
      schema: orderCommands.dispatchMany.input,
    }),
  },
);
