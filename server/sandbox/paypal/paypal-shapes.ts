import type {
  CapturedPayment,
  LinkDescription,
  Money,
  Order,
  OrdersCapture,
  PurchaseUnitRequest,
  Refund,
} from "@paypal/paypal-server-sdk";
import type { Wire } from "../../payments/paypal/paypal-order.ts";

/* What the stand-in keeps of PayPal's objects, and the wire shapes that are made from it. */

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
export type Funding = (typeof fundings)[number];

export interface CaptureState {
  id: string;
  order: string;
  status: NonNullable<Wire<CapturedPayment>["status"]>;
  amount: Wire<Money>;
  custom_id: string | null;
  invoice_id: string | null;
  /** Pence refunded. */
  refunded: number;
  /** Pence of refunds under way. */
  refunding: number;
  created: string;
}

export interface OrderState {
  id: string;
  status: NonNullable<Wire<Order>["status"]>;
  /** As requested; returned in full. */
  purchase_unit: Wire<PurchaseUnitRequest>;
  return_url: string | null;
  cancel_url: string | null;
  approval_url: string;
  funding: Funding;
  /** After a declined card the payer may choose again, although the order is approved. */
  askAgain: boolean;
  /** Captures that were refused. */
  attempts: number;
  captures: string[];
  created: string;
}

export interface RefundState {
  id: string;
  capture: string;
  status: NonNullable<Wire<Refund>["status"]>;
  amount: Wire<Money>;
  note_to_payer: string | null;
  custom_id: string | null;
  invoice_id: string | null;
  created: string;
}

export interface DisputeState {
  id: string;
  capture: string;
  amount: Wire<Money>;
  reason: string;
  status: "WAITING_FOR_SELLER_RESPONSE" | "UNDER_REVIEW" | "RESOLVED";
  outcome: "RESOLVED_BUYER_FAVOUR" | "RESOLVED_SELLER_FAVOUR" | null;
  due: string;
  created: string;
}

export interface EventState {
  id: string;
  event_type: string;
  resource_type: string;
  summary: string;
  resource: object;
  created: string;
}

/** PayPal's account ids contain neither 0, 1, I nor O. */
export const PAYER_ID = "TESTPAYERABCD";

/** The base address of links: responses name PayPal's API, as the real ones do. */
const API = "https://api-m.sandbox.paypal.com";

export function link(path: string, rel: string, method: "GET" | "POST" = "GET"): Wire<LinkDescription> {
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
): Wire<Order> {
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
function captureInOrder(capture: CaptureState): Wire<OrdersCapture> {
  const { supplementary_data: _, ...shape } = captureShape(capture);
  return shape;
}

export function captureShape(capture: CaptureState): Wire<CapturedPayment> {
  const reason = { PENDING: "PENDING_REVIEW", DECLINED: "OTHER" } as const;
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

export function refundShape(refund: RefundState): Wire<Refund> {
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

export function disputeShape(dispute: DisputeState): object {
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

export function payPalEventShape(event: EventState): object {
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
