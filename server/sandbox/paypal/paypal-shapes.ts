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
  custom_id: string | null;
  created: string;
}

export interface DisputeState {
  id: string;
  capture: string;
  amount: Wire<Money>;
  reason: string;
  status: "WAITING_FOR_SELLER_RESPONSE" | "RESOLVED";
  outcome: "RESOLVED_BUYER_FAVOUR" | "RESOLVED_SELLER_FAVOUR" | null;
  due: string;
  created: string;
}

/** As it is sent. */
export interface EventState {
  id: string;
  event_type: string;
  resource: object;
  create_time: string;
}

/** PayPal's account ids contain neither 0, 1, I nor O. */
export const PAYER_ID = "TESTPAYERABCD";

/** Responses name PayPal's API, as the real ones do. */
const API = "https://api-m.sandbox.paypal.com";

/** Of the links of PayPal's answers only those which the shop follows. */
export function link(href: string, rel: string): Wire<LinkDescription> {
  return { href, rel, method: "GET" };
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
  const links = open ? [link(order.approval_url, "payer-action")] : [];
  if (!whole) return { id: order.id, status: order.status, links };
  return {
    id: order.id,
    status: order.status,
    purchase_units: [
      {
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
    links,
  };
}

/** Captures inside an order do not repeat the order's id. */
function captureInOrder(capture: CaptureState): Wire<OrdersCapture> {
  const { supplementary_data: _, ...shape } = captureShape(capture);
  return shape;
}

export function captureShape(capture: CaptureState): Wire<CapturedPayment> {
  return {
    id: capture.id,
    status: capture.status,
    amount: capture.amount,
    final_capture: true,
    ...(capture.custom_id ? { custom_id: capture.custom_id } : {}),
    ...(capture.invoice_id ? { invoice_id: capture.invoice_id } : {}),
    supplementary_data: { related_ids: { order_id: capture.order } },
    create_time: capture.created,
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
    ...(refund.custom_id ? { custom_id: inAnswer(refund.custom_id) } : {}),
    create_time: refund.created,
    links: [link(`${API}/v2/payments/captures/${refund.capture}`, "up")],
  };
}

export function disputeShape(dispute: DisputeState): object {
  return {
    dispute_id: dispute.id,
    create_time: dispute.created,
    disputed_transactions: [{ seller_transaction_id: dispute.capture }],
    reason: dispute.reason,
    status: dispute.status,
    dispute_amount: dispute.amount,
    ...(dispute.outcome ? { dispute_outcome: { outcome_code: dispute.outcome } } : {}),
    ...(dispute.status === "WAITING_FOR_SELLER_RESPONSE" ? { seller_response_due_date: dispute.due } : {}),
  };
}
