import { z } from "zod";

/** What the sandbox keeps of PayPal's objects. The wire shapes of `paypal-shapes.ts` are made from these. */
const amount = z.object({ currency_code: z.string(), value: z.string() });

/** How a test payment goes on once it was approved: everything but "paid" is something that can go wrong. */
export const fundings = [
  "paid",
  "declined",
  "refused",
  "pending",
  "failed",
  "answer-lost",
  "disputed",
] as const;

const captureStatuses = [
  "COMPLETED",
  "PENDING",
  "DECLINED",
  "FAILED",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
] as const;

export const captureStateSchema = z.object({
  id: z.string(),
  order: z.string(),
  status: z.enum(captureStatuses),
  amount,
  custom_id: z.string().nullable(),
  invoice_id: z.string().nullable(),
  /** Pence given back. */
  refunded: z.number().int(),
  /** Pence on their way back. */
  refunding: z.number().int().default(0),
  created: z.string(),
});

export const orderStateSchema = z.object({
  id: z.string(),
  status: z.enum(["CREATED", "PAYER_ACTION_REQUIRED", "APPROVED", "COMPLETED", "VOIDED"]),
  /** As it was asked for; given back whole. */
  purchase_unit: z.looseObject({
    amount: z.looseObject(amount.shape),
    custom_id: z.string().optional(),
    invoice_id: z.string().optional(),
    items: z.array(z.looseObject({ name: z.string(), quantity: z.string(), unit_amount: amount })).optional(),
  }),
  return_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  approval_url: z.string(),
  funding: z.enum(fundings),
  /** After a declined card: the payer may choose again although the order is approved. */
  askAgain: z.boolean().default(false),
  /** Captures that were refused. */
  attempts: z.number().int().default(0),
  captures: z.array(z.string()),
  created: z.string(),
});

export const refundStateSchema = z.object({
  id: z.string(),
  capture: z.string(),
  status: z.enum(["COMPLETED", "PENDING", "FAILED", "CANCELLED"]),
  amount,
  note_to_payer: z.string().nullable(),
  custom_id: z.string().nullable(),
  invoice_id: z.string().nullable(),
  created: z.string(),
});

export const disputeStateSchema = z.object({
  id: z.string(),
  capture: z.string(),
  amount,
  reason: z.string(),
  status: z.enum(["WAITING_FOR_SELLER_RESPONSE", "UNDER_REVIEW", "RESOLVED"]),
  outcome: z.enum(["RESOLVED_BUYER_FAVOUR", "RESOLVED_SELLER_FAVOUR"]).nullable(),
  due: z.string(),
  created: z.string(),
});

export const eventStateSchema = z.object({
  id: z.string(),
  event_type: z.string(),
  resource_type: z.string(),
  summary: z.string(),
  resource: z.record(z.string(), z.unknown()),
  created: z.string(),
});

export type Funding = (typeof fundings)[number];
export type OrderState = z.infer<typeof orderStateSchema>;
export type CaptureState = z.infer<typeof captureStateSchema>;
export type RefundState = z.infer<typeof refundStateSchema>;
export type DisputeState = z.infer<typeof disputeStateSchema>;
export type EventState = z.infer<typeof eventStateSchema>;
