import type { EntityManager } from "@mikro-orm/postgresql";
import { readFaults } from "#server/payments/sandbox/faults.server.ts";
import { openPayPalDispute } from "./disputes.server.ts";
import { PayPalFailure, unprocessable } from "./paypal-failure.ts";
import { captureShape } from "./paypal-shapes.ts";
import type { CaptureState, OrderState } from "./paypal-state.ts";
import {
  insertPayPal,
  isInvoiceIdUsed,
  loadPayPal,
  newPayPalId,
  nowAtPayPal,
  payPalCaptures,
  payPalOrders,
  savePayPal,
} from "./paypal-store.server.ts";
import { type PayPalEventType, recordPayPalEvent } from "./record-paypal-event.server.ts";

/** What was captured, or why not; a refusal keeps what it changed. */
export type CaptureResult =
  | { order: OrderState; answerLost: boolean; failure?: undefined }
  | { failure: PayPalFailure };

/** POST /v2/checkout/orders/:id/capture */
export async function captureOrder(em: EntityManager, orderId: string): Promise<CaptureResult> {
  const order = await loadPayPal(em, payPalOrders, orderId, { lock: true });
  if (order.status === "COMPLETED") throw unprocessable("ORDER_ALREADY_CAPTURED");
  if (order.status !== "APPROVED") {
    const links = [{ href: order.approval_url, rel: "payer-action", method: "GET" }];
    throw unprocessable("ORDER_NOT_APPROVED", { links });
  }
  const { captureIssue } = await readFaults(em);
  if (captureIssue === "PAYER_ACTION_REQUIRED") return sentBack(em, order, captureIssue);
  if (captureIssue) throw unprocessable(captureIssue);
  if (order.funding === "declined") return sentBack(em, order, "INSTRUMENT_DECLINED");
  if (order.funding === "refused") return { failure: unprocessable("TRANSACTION_REFUSED") };
  const { amount, custom_id: customId, invoice_id: invoiceId } = order.purchase_unit;
  if (invoiceId && (await isInvoiceIdUsed(em, invoiceId))) throw unprocessable("DUPLICATE_INVOICE_ID");
  const capture: CaptureState = {
    id: newPayPalId(),
    order: order.id,
    status: order.funding === "pending" ? "PENDING" : order.funding === "failed" ? "DECLINED" : "COMPLETED",
    amount: { currency_code: amount.currency_code, value: amount.value },
    custom_id: customId ?? null,
    invoice_id: invoiceId ?? null,
    refunded: 0,
    refunding: 0,
    created: nowAtPayPal(),
  };
  insertPayPal(em, payPalCaptures, capture);
  const captured: OrderState = { ...order, status: "COMPLETED", captures: [...order.captures, capture.id] };
  await savePayPal(em, payPalOrders, captured);
  recordPayPalEvent(em, eventOf(capture), captureShape(capture));
  if (order.funding === "disputed") openPayPalDispute(em, capture);
  await em.flush();
  return { order: captured, answerLost: order.funding === "answer-lost" };
}

/** The payer has to choose another card, or to say yes again: the order is open once more. */
async function sentBack(em: EntityManager, order: OrderState, issue: string): Promise<CaptureResult> {
  await savePayPal(em, payPalOrders, { ...order, status: "PAYER_ACTION_REQUIRED", funding: "paid" });
  const links = [{ href: order.approval_url, rel: "redirect", method: "GET" }];
  return { failure: unprocessable(issue, { links }) };
}

function eventOf(capture: CaptureState): PayPalEventType {
  if (capture.status === "PENDING") return "PAYMENT.CAPTURE.PENDING";
  return capture.status === "COMPLETED" ? "PAYMENT.CAPTURE.COMPLETED" : "PAYMENT.CAPTURE.DENIED";
}

/** The end of a review: a pending capture is let through or denied. */
export async function settleCapture(
  em: EntityManager,
  captureId: string,
  status: "COMPLETED" | "DECLINED",
): Promise<void> {
  const capture = await loadPayPal(em, payPalCaptures, captureId, { lock: true });
  if (capture.status !== "PENDING")
    throw new PayPalFailure(422, "UNPROCESSABLE_ENTITY", "It is not pending.");
  const settled: CaptureState = { ...capture, status };
  await savePayPal(em, payPalCaptures, settled);
  recordPayPalEvent(em, eventOf(settled), captureShape(settled));
}
