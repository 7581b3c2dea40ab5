import { z } from "zod";
import { parsePounds } from "#server/pricing/money.ts";
import { orderStatuses } from "./status/order-status.ts";

const orderId = z.coerce.number().int().positive().max(2_147_483_647);
/** What the person saw when they decided: when it is no longer so, they are told instead of obeyed. */
const seenStatus = z.enum(orderStatuses);
const note = z.string().trim().max(300, "Keep the note below 300 characters").default("");
const restock = z.preprocess((given) => given === true || given === "on", z.boolean());

export const changeStatusSchema = z.object({
  orderId,
  from: seenStatus,
  to: z.enum(["processing", "completed"], "Choose a status"),
  note,
});

export const cancelOrderSchema = z.object({ orderId, from: seenStatus, note, restock });

export const recordPaymentSchema = z.object({ orderId, from: seenStatus, note });

export const dispatchOrderSchema = z.object({
  orderId,
  from: seenStatus,
  carrier: z
    .string("Carrier is required")
    .trim()
    .min(1, "Carrier is required")
    .max(100, "Keep the carrier below 100 characters"),
  trackingNumber: z
    .string("Tracking number is required")
    .trim()
    .min(1, "Tracking number is required")
    .max(100, "Keep the tracking number below 100 characters"),
  note,
});

export const refundOrderSchema = z.object({
  orderId,
  /** Made with the form, so that a form sent twice is one refund. */
  key: z.uuid(),
  /** Pence that the person saw as refunded. */
  seenRefunded: z.coerce.number().int().min(0),
  /** Pounds as typed; pence from here on. */
  amount: z
    .string("Enter an amount")
    .trim()
    .transform((typed, check) => {
      const pence = parsePounds(typed.replace(/^£/, ""));
      if (pence !== undefined && pence > 0) return pence;
      check.addIssue({ code: "custom", message: "Enter an amount in pounds, such as 12.50" });
      return z.NEVER;
    }),
  reason: z
    .string("Reason is required")
    .trim()
    .min(1, "Reason is required")
    .max(300, "Keep the reason below 300 characters"),
  restock: z
    .array(z.object({ lineId: orderId, quantity: z.coerce.number().int().min(0).max(9999).default(0) }))
    .max(200)
    .default([]),
});

export const orderIdSchema = z.object({ orderId });

export const failedOrderIdSchema = z.object({ failedOrderId: orderId });

export type ChangeStatus = z.output<typeof changeStatusSchema>;
export type CancelOrder = z.output<typeof cancelOrderSchema>;
export type RecordPayment = z.output<typeof recordPaymentSchema>;
export type DispatchOrder = z.output<typeof dispatchOrderSchema>;
export type RefundOrder = z.output<typeof refundOrderSchema>;
