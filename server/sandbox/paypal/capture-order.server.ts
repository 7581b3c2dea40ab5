import { readFaults } from "../faults.server.ts";
import type { Store } from "../store.server.ts";
import { notFound, PayPalFailure, unprocessable } from "./paypal-failure.ts";
import { type CaptureState, captureShape, link, type OrderState } from "./paypal-shapes.ts";
import {
  isInvoiceIdUsed,
  loadPayPal,
  newPayPalId,
  nowAtPayPal,
  type PayPalEventType,
  payPalCaptures,
  payPalOrders,
  readPayPalBehaviour,
  recordPayPalEvent,
} from "./paypal-store.server.ts";
import { openPayPalDispute } from "./refunds-and-disputes.server.ts";

/** The capture, or the refusal, which keeps its changes. */
export type CaptureResult =
  | { order: OrderState; responseLost: boolean; failure?: undefined }
  | { failure: PayPalFailure };

/** PayPal documents no number; its sandbox stops after about this many. */
const MOST_ATTEMPTS = 10;
/** Three hours to redirect the payer, and three more to approve and capture (Orders v2, `links`). */
const LIFETIME_MILLISECONDS = 6 * 60 * 60 * 1000;

/** Whether an order was never captured and is too old for it now. */
export function hasExpired({ status, created }: OrderState): boolean {
  return status !== "COMPLETED" && Date.now() - Date.parse(created) > LIFETIME_MILLISECONDS;
}

/** POST /v2/checkout/orders/:id/capture */
export function captureOrder(store: Store, orderId: string): CaptureResult {
  const order = loadPayPal(store, payPalOrders, orderId);
  const { expiredOrder } = readPayPalBehaviour(store);
  if (hasExpired(order)) throw expiredOrder === "404" ? notFound() : unprocessable("ORDER_EXPIRED");
  if (order.status === "COMPLETED") throw unprocessable("ORDER_ALREADY_CAPTURED");
  if (order.status !== "APPROVED") {
    throw unprocessable("ORDER_NOT_APPROVED", { links: [link(order.approval_url, "payer-action")] });
  }
  if (order.attempts >= MOST_ATTEMPTS) throw unprocessable("MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED");
  const { captureIssue } = readFaults(store);
  if (captureIssue === "PAYER_ACTION_REQUIRED") return payerReturned(store, order, captureIssue);
  if (captureIssue) throw unprocessable(captureIssue);
  if (order.funding === "declined") return payerReturned(store, order, "INSTRUMENT_DECLINED");
  if (order.funding === "refused") {
    store.put(payPalOrders, { ...order, attempts: order.attempts + 1 });
    return { failure: unprocessable("TRANSACTION_REFUSED") };
  }
  const { amount, custom_id: customId, invoice_id: invoiceId } = order.purchase_unit;
  if (invoiceId && isInvoiceIdUsed(store, invoiceId)) throw unprocessable("DUPLICATE_INVOICE_ID");
  const capture: CaptureState = {
    id: newPayPalId(),
    order: order.id,
    status: order.funding === "pending" ? "PENDING" : order.funding === "failed" ? "DECLINED" : "COMPLETED",
    amount: { currency_code: amount.currency_code, value: amount.value },
    custom_id: customId ?? null,
    invoice_id: invoiceId ?? null,
    refunded: 0,
    created: nowAtPayPal(),
  };
  store.put(payPalCaptures, capture);
  const captured: OrderState = { ...order, status: "COMPLETED", captures: [...order.captures, capture.id] };
  store.put(payPalOrders, captured);
  recordPayPalEvent(store, eventOf(capture), captureShape(capture));
  if (order.funding === "disputed") openPayPalDispute(store, capture);
  return { order: captured, responseLost: order.funding === "answer-lost" };
}

/** The payer has to choose another card, or to approve again. At PayPal the order waits for them in either state. */
function payerReturned(store: Store, order: OrderState, issue: string): CaptureResult {
  const { declinedOrder } = readPayPalBehaviour(store);
  store.put(payPalOrders, {
    ...order,
    status: declinedOrder,
    // An order that stays approved would charge the same card again.
    funding: declinedOrder === "APPROVED" ? order.funding : "paid",
    askAgain: true,
    attempts: order.attempts + 1,
  });
  return { failure: unprocessable(issue, { links: [link(order.approval_url, "redirect")] }) };
}

function eventOf(capture: CaptureState): PayPalEventType {
  if (capture.status === "PENDING") return "PAYMENT.CAPTURE.PENDING";
  return capture.status === "COMPLETED" ? "PAYMENT.CAPTURE.COMPLETED" : "PAYMENT.CAPTURE.DENIED";
}

/** The end of a review: completes or denies a pending capture. */
export function finishCapture(store: Store, captureId: string, status: "COMPLETED" | "DECLINED"): void {
  const capture = loadPayPal(store, payPalCaptures, captureId);
  if (capture.status !== "PENDING")
    throw new PayPalFailure(422, "UNPROCESSABLE_ENTITY", "It is not pending.");
  const finished: CaptureState = { ...capture, status };
  store.put(payPalCaptures, finished);
  recordPayPalEvent(store, eventOf(finished), captureShape(finished));
}
