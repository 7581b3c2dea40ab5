import { z } from "zod";
import { undoChanges } from "#server/audit/audit-search.ts";
import { type ChangeSummary, changeMessage } from "#server/audit/change-labels.ts";
import { chosenRows, describeCommand, messageForMany } from "#server/commands/command.ts";
import type { UndoCommand } from "#server/core/errors.ts";
import {
  labelledText,
  optionalText,
  patternText,
  searchable,
  transformedText,
  trimmedText,
  uuid,
} from "#server/core/fields.ts";
import { signsOfCode } from "#server/core/text.ts";
import { amountOfMoney } from "#server/pricing/typed-money.ts";
import { counterOrderSchema, discardedOrderSchema, shopOrderSchema } from "./order.schema.ts";
import { orderStatuses } from "./order.ts";
import { gramsOf, WEIGHT_HINT, weightError, weightUnits } from "./parcels.ts";

/** The largest total that an order's columns hold, in pence. */
const GREATEST_REFUND = 2_000_000_000;

const orderId = z.coerce.number().int().positive().max(2_147_483_647);
/** What the person saw when they decided: when it is no longer so, they are told instead of obeyed. */
const expectedStatus = z.enum(orderStatuses);
const note = optionalText(300, "Keep the note below 300 characters").default("");
/** More than a courier takes along: so that a body has an end. */
const MOST_AT_ONCE = 1000;
const ticked = z.preprocess((value) => value === true || value === "on", z.boolean());
const unitsOfLines = z
  .array(
    z.object({
      lineId: orderId,
      quantity: z.coerce.number().int().min(0).max(9999).default(0),
      /** They go back into stock, whatever the rest does. */
      isBackToStock: z.boolean().optional(),
    }),
  )
  .max(200);

/** Which batch units of a line come from, and what they weigh where nobody has said what a pack weighs. */
const fromBatch = {
  batch: trimmedText(20).optional(),
  kilograms: z
    .number("Type kilograms, such as 12.5")
    .positive("Type kilograms, such as 12.5")
    .max(100_000)
    .optional(),
};

/** Of a parcel with its packaging, in `weightUnit`; nobody has to weigh it. */
const typedWeight = z.number(WEIGHT_HINT).positive(WEIGHT_HINT).optional();

const typedAmount = amountOfMoney("Enter an amount of money, such as 12.50", {
  least: 1,
  most: GREATEST_REFUND,
});

/** As it stands on a label, without what is copied along with it from a carrier's page. */
export const trackingNumber = labelledText("Tracking number", 100).overwrite(searchable);

/** What somebody names who collects an order. */
export const collectionCode = labelledText("Code", 20).overwrite((code) => signsOfCode(code).toUpperCase());

/** The name of an order's field in a form about many. */
export function orderField(id: number): string {
  return `o${id}`;
}

const TAKE_BACK = "orders.undoDispatch";

/** The mails of these parcels wait a moment: until then all of it can be taken back. */
export function undoDispatches(ids: number[]): { takeBack?: UndoCommand } {
  return ids.length > 0 ? { takeBack: { to: "/admin/packing", command: TAKE_BACK, ids } } : {};
}

/** What staff do to an order, a failed one among them. */
export const orderCommands = {
  changeStatus: describeCommand({
    name: "orders.changeStatus",
    permission: "orders.changeStatus",
    input: z.object({
      orderId,
      from: expectedStatus,
      to: z.enum(["processing", "completed"], "Choose a status"),
      note,
    }),
    done: ({ change }: { change: ChangeSummary | null }) => changeMessage("Order updated", change),
  }),
  completeMany: describeCommand({
    name: "orders.completeMany",
    permission: "orders.changeStatus",
    input: z.object({ order: chosenRows("orders") }),
    done: ({ did, changes }: { did: readonly string[]; changes: number[] }) => ({
      ...messageForMany(did, "order", "completed"),
      ...undoChanges("/admin", changes),
    }),
  }),
  dispatch: describeCommand({
    name: "orders.dispatch",
    permission: "orders.dispatch",
    input: z
      .object({
        orderId,
        from: expectedStatus,
        carrier: labelledText("Carrier", 100),
        trackingNumber,
        weight: typedWeight,
        /** Kilograms where it is missing. */
        weightUnit: z.enum(weightUnits).optional(),
        /** What is in it; none is all that is left. */
        lines: z
          .array(
            z.object({
              lineId: orderId,
              quantity: z.coerce.number().int().min(0).max(9999).default(0),
              ticked: ticked.optional(),
              ...fromBatch,
            }),
          )
          .max(200)
          .optional(),
        /** Of a checklist: a line that is not ticked is not in it. */
        isChecklist: ticked.optional(),
        note,
      })
      .superRefine(({ weight, weightUnit }, context) => {
        const error = weight === undefined ? undefined : weightError(gramsOf(weight, weightUnit));
        if (error) context.addIssue({ code: "custom", message: error, path: ["weight"] });
      }),
    done: ({ parcelId }: { parcelId: number }) => ({
      title: "Order dispatched",
      ...undoDispatches([parcelId]),
    }),
  }),
  dispatchMany: describeCommand({
    name: "orders.dispatchMany",
    permission: "orders.dispatch",
    input: z.object({
      carrier: labelledText("Carrier", 100),
      /** Tracking numbers by `orderField`; an order without one stays. */
      numbers: z
        .record(
          patternText(11, /^o[1-9]\d{0,9}$/),
          transformedText(100, searchable, "Keep the tracking number below 100 characters").default(""),
        )
        .refine((numbers) => Object.keys(numbers).length <= MOST_AT_ONCE, `At most ${MOST_AT_ONCE} orders`),
    }),
    done: ({ sent, parcels }: { sent: readonly string[]; parcels: number[] }) => {
      const { title, description } = messageForMany(sent, "order", "dispatched");
      return { title, description: `${description} Each customer has a mail.`, ...undoDispatches(parcels) };
    },
  }),
  readTracking: describeCommand({
    name: "orders.readTracking",
    permission: "orders.dispatch",
    input: z.object({ csv: z.string().default("") }),
    done: "The file was read: nothing has been sent yet",
  }),
  undoDispatch: describeCommand({
    name: TAKE_BACK,
    permission: "orders.dispatch",
    input: z.object({ id: chosenRows("parcels") }),
    done: ({ did }: { did: readonly string[] }) => ({
      ...messageForMany(did, "dispatch", "taken back"),
      title: did.length === 1 ? "Dispatch taken back" : `${did.length} dispatches taken back`,
    }),
  }),
  markReady: describeCommand({
    name: "orders.markReady",
    permission: "orders.dispatch",
    input: z.object({ orderId, from: expectedStatus, note }),
    done: "The customer was told that it is ready",
  }),
  handOver: describeCommand({
    name: "orders.handOver",
    permission: "orders.dispatch",
    input: z.object({
      orderId,
      from: expectedStatus,
      collectionCode: collectionCode.optional(),
      note,
    }),
    done: "Order handed over",
  }),
  release: describeCommand({
    name: "orders.release",
    permission: "orders.refund",
    input: z.object({ orderId, from: expectedStatus, note }),
    done: "Order released: it can be sent",
  }),
  returnGoods: describeCommand({
    name: "orders.returnGoods",
    permission: "orders.refund",
    input: z.object({ orderId, units: unitsOfLines, note }),
    done: "Noted: the goods are back",
  }),
  cancel: describeCommand({
    name: "orders.cancel",
    permission: "orders.cancel",
    input: z.object({ orderId, from: expectedStatus, note, restock: ticked }),
    done: "Order cancelled",
  }),
  recordPayment: describeCommand({
    name: "orders.recordPayment",
    permission: "orders.recordPayment",
    input: z.object({ orderId, from: expectedStatus, note }),
    done: "Payment recorded",
  }),
  refund: describeCommand({
    name: "orders.refund",
    permission: "orders.refund",
    input: z
      .object({
        orderId,
        /** Made with the form, so that a form sent twice is one refund. */
        key: uuid,
        /** Pence that the person saw as refunded. */
        seenRefunded: z.coerce.number().int().min(0),
        /** As typed; whole pence or cents from here on. Left out, it is what the units and the delivery came to. */
        amount: typedAmount.optional(),
        reason: labelledText("Reason", 300),
        /** What the customer cancelled, where it is for that: the refund closes it. */
        withdrawalId: orderId.optional(),
        /** Whose price goes back. */
        units: unitsOfLines.optional(),
        /** So does that of the delivery, or this much of it. */
        withDelivery: ticked.optional(),
        deliveryAmount: typedAmount.optional(),
        /** The units go back into stock. */
        backToStock: ticked.optional(),
      })
      .superRefine(({ amount, units = [], withDelivery, deliveryAmount }, check) => {
        if (
          amount !== undefined ||
          withDelivery ||
          deliveryAmount ||
          units.some(({ quantity }) => quantity > 0)
        )
          return;
        check.addIssue({ code: "custom", path: ["amount"], message: "Choose units, or enter an amount" });
      }),
    done: "Refund made",
  }),
  goodsBack: describeCommand({
    name: "orders.goodsBack",
    permission: "orders.dispatch",
    input: z.object({ orderId, withdrawalId: orderId, note }),
    done: "Noted: the goods are back",
  }),
  closeWithdrawal: describeCommand({
    name: "orders.closeWithdrawal",
    permission: "orders.refund",
    input: z.object({ orderId, withdrawalId: orderId, reason: labelledText("Reason", 300) }),
    done: "Closed without a refund; the customer has a mail",
  }),
  settleWithRefund: describeCommand({
    name: "orders.settleWithRefund",
    permission: "orders.refund",
    input: z.object({ orderId, withdrawalId: orderId, refundId: orderId }),
    done: "Settled with the refund that was made at the provider",
  }),
  resendConfirmation: describeCommand({
    name: "orders.resendConfirmation",
    permission: "orders.resendConfirmation",
    input: z.object({ orderId }),
    done: ({ recipient }: { recipient: string }) => ({
      title: "Confirmation sent",
      description: `To ${recipient}`,
    }),
  }),
  dismissManyFailed: describeCommand({
    name: "orders.dismissManyFailed",
    permission: "failedOrders.dismiss",
    input: z.object({ failed: chosenRows("failed orders") }),
    done: ({ did }: { did: readonly string[] }) => messageForMany(did, "failed order", "put aside"),
  }),
  dismissFailed: describeCommand({
    name: "orders.dismissFailed",
    permission: "failedOrders.dismiss",
    input: z.object({ failedOrderId: orderId }),
    done: "Failed order put aside",
  }),
  create: describeCommand({
    name: "shop.createOrder",
    permission: "orders.create",
    input: shopOrderSchema,
    done: "Order created successfully",
  }),
  sendCounter: describeCommand({
    name: "shop.sendCounterOrder",
    permission: "orders.create",
    input: counterOrderSchema,
    done: ({ invoiceNumber }: { invoiceNumber: string }) => ({ title: `Order ${invoiceNumber} sent` }),
  }),
  discardCounter: describeCommand({
    name: "shop.discardCounterOrder",
    permission: "orders.create",
    input: discardedOrderSchema,
    done: ({ invoiceNumber }: { invoiceNumber: string | null }) => ({
      title: invoiceNumber ? `It had been sent already: order ${invoiceNumber}` : "Order discarded",
    }),
  }),
};

export type RefundOrder = z.output<typeof orderCommands.refund.input>;
