import { z } from "zod";

/** What the sandbox stores of PayPal's objects. `paypal-shapes.ts` makes the wire shapes from it. */
const amount = z.object({ currency_code: z.string(), value: z.string() });

/** How a test payment continues after its approval: everything but "paid" is something that can go wrong. */
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
  /** Pence refunded. */
  refunded: z.number().int(),
  /** Pence of refunds under way. */
  refunding: z.number().int().default(0),
  created: z.string(),
});

export const orderStateSchema = z.object({
  id: z.string(),
  status: z.enum(["CREATED", "PAYER_ACTION_REQUIRED", "APPROVED", "COMPLETED", "VOIDED"]),
  /** As requested; returned in full. */
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
  /** After a declined card the payer may choose again, although the order is approved. */
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

export type PayPalShape = Record<string, unknown>;

/** PayPal's account ids contain neither 0, 1, I nor O. */
export const PAYER_ID = "TESTPAYERABCD";

/** The base address of links: responses name PayPal's API, as the real ones do. */
const API = "https://api-m.sandbox.paypal.com";

export function link(path: string, rel: string, method = "GET") {
  return { href: path.startsWith("http") ? path : API + path, rel, method };
}

/** What was paid of an order, and refunded. */
interface OrderPayments {
  captures: readonly CaptureState[];
  refunds: readonly RefundState[];
}

export function orderShape(
  order: OrderState,
  { captures, refunds }: OrderPayments,
  whole = true,
): PayPalShape {
  const open = order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED";
  const path = `/v2/checkout/orders/${order.id}`;
  const links = [link(path, "self")];
  if (open) links.push(link(order.approval_url, "payer-action"));
  if (order.status === "APPROVED") links.push(link(`${path}/capture`, "capture", "POST"));
  if (!whole) return { id: order.id, status: order.status, links };
  return {
    id: order.id,
    intent: "CAPTURE",
    status: order.status,
    ...(open ? {} : { payer: { email_address: "test-payer@example.com", payer_id: PAYER_ID } }),
    payment_source: { paypal: {} },
    purchase_units: [
      {
        reference_id: "default",
        ...order.purchase_unit,
        ...(captures.length > 0
          ? {
              payments: {
                captures: captures.map(captureInOrder),
                ...(refunds.length > 0 ? { refunds: refunds.map(refundShape) } : {}),
              },
            }
          : {}),
      },
    ],
    create_time: order.created,
    links,
  };
}

/** Captures inside an order do not repeat the order's id. */
function captureInOrder(capture: CaptureState): PayPalShape {
  const { supplementary_data: _, ...shape } = captureShape(capture);
  return shape;
}

export function captureShape(capture: CaptureState): PayPalShape {
  const reason = { PENDING: "PENDING_REVIEW", DECLINED: "OTHER" };
  const details =
    capture.status === "PENDING" || capture.status === "DECLINED" ? reason[capture.status] : null;
  return {
    id: capture.id,
    status: capture.status,
    ...(details ? { status_details: { reason: details } } : {}),
    amount: capture.amount,
    final_capture: true,
    ...(capture.custom_id ? { custom_id: capture.custom_id } : {}),
    ...(capture.invoice_id ? { invoice_id: capture.invoice_id } : {}),
    supplementary_data: { related_ids: { order_id: capture.order } },
    create_time: capture.created,
    update_time: capture.created,
    links: [
      link(`/v2/payments/captures/${capture.id}`, "self"),
      link(`/v2/payments/captures/${capture.id}/refund`, "refund", "POST"),
      link(`/v2/checkout/orders/${capture.order}`, "up"),
    ],
  };
}

/** PayPal accepts a refund's `custom_id` with any characters, but returns only these (Payments v2, both schemas). */
function inAnswer(customId: string): string {
  return customId.replace(/[^A-Za-z0-9\-_.,]/g, "");
}

export function refundShape(refund: RefundState): PayPalShape {
  return {
    id: refund.id,
    status: refund.status,
    ...(refund.status === "PENDING" || refund.status === "FAILED"
      ? { status_details: { reason: "ECHECK" } }
      : {}),
    amount: refund.amount,
    ...(refund.note_to_payer ? { note_to_payer: refund.note_to_payer } : {}),
    ...(refund.custom_id ? { custom_id: inAnswer(refund.custom_id) } : {}),
    ...(refund.invoice_id ? { invoice_id: refund.invoice_id } : {}),
    create_time: refund.created,
    update_time: refund.created,
    links: [
      link(`/v2/payments/refunds/${refund.id}`, "self"),
      link(`/v2/payments/captures/${refund.capture}`, "up"),
    ],
  };
}

export function disputeShape(dispute: DisputeState): PayPalShape {
  return {
    dispute_id: dispute.id,
    create_time: dispute.created,
    update_time: dispute.created,
    disputed_transactions: [{ seller_transaction_id: dispute.capture, seller_protection_eligible: true }],
    reason: dispute.reason,
    status: dispute.status,
    dispute_amount: dispute.amount,
    ...(dispute.outcome ? { dispute_outcome: { outcome_code: dispute.outcome } } : {}),
    dispute_life_cycle_stage: "CHARGEBACK",
    dispute_channel: "INTERNAL",
    ...(dispute.status === "WAITING_FOR_SELLER_RESPONSE" ? { seller_response_due_date: dispute.due } : {}),
    links: [link(`/v1/customer/disputes/${dispute.id}`, "self")],
  };
}

/** The response to an action on a dispute: where to look next. */
export function subsequentActionShape({ id }: DisputeState): PayPalShape {
  return { links: [link(`/v1/customer/disputes/${id}`, "self")] };
}

export function payPalEventShape(event: EventState): PayPalShape {
  return {
    id: event.id,
    event_version: "1.0",
    create_time: event.created,
    resource_type: event.resource_type,
    resource_version: "2.0",
    event_type: event.event_type,
    summary: event.summary,
    resource: event.resource,
    links: [link(`/v1/notifications/webhooks-events/${event.id}`, "self")],
  };
}
