import { randomInt } from "node:crypto";
import type { Money } from "@paypal/paypal-server-sdk";
import type { Wire } from "../../payments/paypal/paypal-order.ts";
import { readFaults } from "../faults.server.ts";
import type { Store } from "../store.server.ts";
import { amountOf, penceOf } from "./create-paypal-order.server.ts";
import { unprocessable } from "./paypal-failure.ts";
import { readRequest, refundRequest } from "./paypal-requests.server.ts";
import {
  type CaptureState,
  type DisputeState,
  disputeShape,
  type RefundState,
  refundShape,
} from "./paypal-shapes.ts";
import {
  loadPayPal,
  newPayPalId,
  nowAtPayPal,
  payPalCaptures,
  payPalDisputes,
  payPalRefunds,
  recordPayPalEvent,
} from "./paypal-store.server.ts";

/** POST /v2/payments/captures/:id/refund: the rest of a capture, or a part of it. */
export function refundCapture(store: Store, captureId: string, body: unknown): RefundState {
  const { amount, custom_id: customId = null } = readRequest(refundRequest, body);
  assertWholeIfDisputed(store, captureId, amount);
  const refund = takeFromCapture(store, captureId, { amount, customId });
  recordPayPalEvent(store, "PAYMENT.CAPTURE.REFUNDED", refundShape(refund));
  return refund;
}

/**
 * While a case is open, only all that is left can be given back.
 *
 * @throws PayPalFailure TRANSACTION_DISPUTED
 */
function assertWholeIfDisputed(store: Store, captureId: string, amount: Wire<Money>): void {
  const isDisputed = store
    .list(payPalDisputes)
    .some(({ body: { capture, status } }) => capture === captureId && status !== "RESOLVED");
  if (!isDisputed) return;
  const left = leftOf(loadPayPal(store, payPalCaptures, captureId));
  if (penceOf(amount) < left) throw unprocessable("TRANSACTION_DISPUTED");
}

/** What can still be given back, in pence. */
function leftOf({ amount, refunded }: CaptureState): number {
  return penceOf(amount) - refunded;
}

/**
 * Takes money back out of a capture; the caller records the event. @throws PayPalFailure when there is not enough left
 */
function takeFromCapture(
  store: Store,
  captureId: string,
  { amount, customId }: { amount: Wire<Money>; customId: string | null },
): RefundState {
  const capture = loadPayPal(store, payPalCaptures, captureId);
  if (capture.status === "REFUNDED") throw unprocessable("CAPTURE_FULLY_REFUNDED");
  if (capture.status === "PENDING") throw unprocessable("PENDING_CAPTURE");
  if (capture.status !== "COMPLETED" && capture.status !== "PARTIALLY_REFUNDED") {
    throw unprocessable("REFUND_NOT_ALLOWED");
  }
  const pence = penceOf(amount);
  if (amount.currency_code !== capture.amount.currency_code) {
    throw unprocessable("REFUND_CAPTURE_CURRENCY_MISMATCH");
  }
  if (pence <= 0) throw unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE");
  if (pence > leftOf(capture)) throw unprocessable("REFUND_AMOUNT_EXCEEDED");
  if (readFaults(store).emptyBalance) throw unprocessable("REFUND_FAILED_INSUFFICIENT_FUNDS");
  const refund: RefundState = {
    id: newPayPalId(),
    capture: capture.id,
    status: "COMPLETED",
    amount: amountOf(pence, capture.amount.currency_code),
    custom_id: customId,
    created: nowAtPayPal(),
  };
  store.put(payPalRefunds, refund);
  store.put(payPalCaptures, withStatus({ ...capture, refunded: capture.refunded + pence }));
  return refund;
}

/** Only money that has gone back changes a capture's status. */
function withStatus(capture: CaptureState): CaptureState {
  const { refunded } = capture;
  const all = penceOf(capture.amount);
  return {
    ...capture,
    status: refunded === 0 ? "COMPLETED" : refunded === all ? "REFUNDED" : "PARTIALLY_REFUNDED",
  };
}

/** PayPal gives a shop about this long to respond. */
const RESPONSE_TIME_MILLISECONDS = 10 * 24 * 60 * 60 * 1000;

/** The payer opens a dispute about what is left of a capture. */
export function openPayPalDispute(store: Store, capture: CaptureState): void {
  const dispute: DisputeState = {
    id: `PP-D-${randomInt(100_000_000)}`,
    capture: capture.id,
    amount: amountOf(leftOf(capture), capture.amount.currency_code),
    reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
    status: "WAITING_FOR_SELLER_RESPONSE",
    outcome: null,
    due: new Date(Date.now() + RESPONSE_TIME_MILLISECONDS).toISOString(),
    created: nowAtPayPal(),
  };
  store.put(payPalDisputes, dispute);
  recordPayPalEvent(store, "CUSTOMER.DISPUTE.CREATED", disputeShape(dispute));
}

/** PayPal decides. The buyer's money is taken from the capture, but for what was given back meanwhile. */
export function adjudicatePayPalDispute(store: Store, id: string, forBuyer: boolean): void {
  const dispute = loadPayPal(store, payPalDisputes, id);
  if (dispute.status === "RESOLVED") throw unprocessable("ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE");
  const outcome = forBuyer ? "RESOLVED_BUYER_FAVOUR" : "RESOLVED_SELLER_FAVOUR";
  const resolved: DisputeState = { ...dispute, status: "RESOLVED", outcome };
  store.put(payPalDisputes, resolved);
  recordPayPalEvent(store, "CUSTOMER.DISPUTE.RESOLVED", disputeShape(resolved));
  if (!forBuyer) return;
  const capture = loadPayPal(store, payPalCaptures, dispute.capture);
  const pence = Math.min(penceOf(dispute.amount), leftOf(capture));
  if (pence === 0) return;
  const amount = amountOf(pence, capture.amount.currency_code);
  const taken = takeFromCapture(store, capture.id, { amount, customId: null });
  recordPayPalEvent(store, "PAYMENT.CAPTURE.REVERSED", refundShape(taken));
}
