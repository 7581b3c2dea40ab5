import type { EntityManager } from "@mikro-orm/postgresql";
import { readFaults } from "../faults.server.ts";
import { openPayPalDispute } from "./disputes.server.ts";
import { notFound, PayPalFailure, unprocessable } from "./paypal-failure.ts";
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
import { readPayPalTempers } from "./paypal-tempers.server.ts";
import { type PayPalEventType, recordPayPalEvent } from "./record-paypal-event.server.ts";

/** What was captured, or why not; a refusal keeps what it changed. */
export type CaptureResult =
  | { order: OrderState; answerLost: boolean; failure?: undefined }
  | { failure: PayPalFailure };

/** PayPal names no number; its sandbox stops after about so many. */
const MOST_ATTEMPTS = 10;
/** Three hours to send the payer, and three more to approve and capture (Orders v2, `links`). */
const LIFETIME_MILLISECONDS = 6 * 60 * 60 * 1000;

/** Whether an order that was never captured is too old to be. */
export function hasExpired({ status, created }: OrderState): boolean {
  return status !== "COMPLETED" && Date.now() - Date.parse(created) > LIFETIME_MILLISECONDS;
}

/** POST /v2/checkout/orders/:id/capture */
export async function captureOrder(em: EntityManager, orderId: string): Promise<CaptureResult> {
  const order = await loadPayPal(em, payPalOrders, orderId, { lock: true });
  const { expiredOrder } = await readPayPalTempers(em);
  if (hasExpired(order)) throw expiredOrder === "404" ? notFound() : unprocessable("ORDER_EXPIRED");
  if (order.status === "COMPLETED") throw unprocessable("ORDER_ALREADY_CAPTURED");
  if (order.status !== "APPROVED") {
    throw unprocessable("ORDER_NOT_APPROVED", { links: [approvalLink(order, "payer-action")] });
  }
  if (order.attempts >= MOST_ATTEMPTS) throw unprocessable("MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED");
  const { captureIssue } = await readFaults(em);
  if (captureIssue === "PAYER_ACTION_REQUIRED") return sentBack(em, order, captureIssue);
  if (captureIssue) throw unprocessable(captureIssue);
  if (order.funding === "declined") return sentBack(em, order, "INSTRUMENT_DECLINED");
  if (order.funding === "refused") {
    await savePayPal(em, payPalOrders, { ...order, attempts: order.attempts + 1 });
    return { failure: unprocessable("TRANSACTION_REFUSED") };
  }
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

/** The payer has to choose another card, or to say yes again: at PayPal the order waits for them, in either state. */
async function sentBack(em: EntityManager, order: OrderState, issue: string): Promise<CaptureResult> {
  const { declinedOrder } = await readPayPalTempers(em);
  await savePayPal(em, payPalOrders, {
    ...order,
    status: declinedOrder,
    // An order that stays approved would be charged to the same card again.
    funding: declinedOrder === "APPROVED" ? order.funding : "paid",
    askAgain: true,
    attempts: order.attempts + 1,
  });
  return { failure: unprocessable(issue, { links: [approvalLink(order, "redirect")] }) };
}

function approvalLink({ approval_url: href }: OrderState, rel: string) {
  return { href, rel, method: "GET" };
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
