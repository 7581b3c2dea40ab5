import { randomInt } from "node:crypto";
import { z } from "zod";
import { readFaults } from "../faults.server.ts";
import type { Store } from "../store.server.ts";
import { amountOf, penceOf } from "./create-paypal-order.server.ts";
import { invalidRequest, PayPalFailure, unprocessable } from "./paypal-failure.ts";
import { readRequest, refundRequest } from "./paypal-requests.server.ts";
import {
  type CaptureState,
  type DisputeState,
  disputeShape,
  type RefundState,
  refundShape,
} from "./paypal-shapes.ts";
import {
  insertPayPal,
  loadPayPal,
  newPayPalId,
  nowAtPayPal,
  type PayPalEventType,
  payPalCaptures,
  payPalDisputes,
  payPalRefunds,
  readPayPalBehaviour,
  recordPayPalEvent,
  savePayPal,
} from "./paypal-store.server.ts";

/** POST /v2/payments/captures/:id/refund: the rest of a capture, or a part of it. */
export async function refundCapture(store: Store, captureId: string, body: unknown): Promise<RefundState> {
  const input = readRequest(refundRequest, body ?? {});
  const { refunds: status } = await readPayPalBehaviour(store);
  const refund = await takeFromCapture(store, captureId, { ...input, status });
  recordPayPalEvent(store, eventOf(refund), refundShape(refund));
  return refund;
}

/** The end of a pending refund: the money has gone, or stays where it was. */
export async function settlePayPalRefund(
  store: Store,
  refundId: string,
  status: "COMPLETED" | "FAILED" | "CANCELLED",
): Promise<RefundState> {
  const refund = await loadPayPal(store, payPalRefunds, refundId, { lock: true });
  if (refund.status !== "PENDING") throw new PayPalFailure(422, "UNPROCESSABLE_ENTITY", "It is not pending.");
  const capture = await loadPayPal(store, payPalCaptures, refund.capture, { lock: true });
  const pence = penceOf(refund.amount);
  await savePayPal(
    store,
    payPalCaptures,
    withStatus({
      ...capture,
      refunding: capture.refunding - pence,
      refunded: capture.refunded + (status === "COMPLETED" ? pence : 0),
    }),
  );
  const settled: RefundState = { ...refund, status };
  await savePayPal(store, payPalRefunds, settled);
  recordPayPalEvent(store, eventOf(settled), refundShape(settled));
  return settled;
}

function eventOf({ status }: RefundState): PayPalEventType {
  if (status === "COMPLETED") return "PAYMENT.CAPTURE.REFUNDED";
  return status === "PENDING" ? "PAYMENT.REFUND.PENDING" : "PAYMENT.REFUND.FAILED";
}

interface TakenAmount extends z.infer<typeof refundRequest> {
  status?: "COMPLETED" | "PENDING";
}

/**
 * Takes money back out of a capture; the caller records the event. @throws PayPalFailure when there is not enough left
 */
async function takeFromCapture(
  store: Store,
  captureId: string,
  { status = "COMPLETED", ...amountTaken }: TakenAmount,
): Promise<RefundState> {
  const capture = await loadPayPal(store, payPalCaptures, captureId, { lock: true });
  if (capture.status === "REFUNDED") throw unprocessable("CAPTURE_FULLY_REFUNDED");
  if (capture.status === "PENDING") throw unprocessable("PENDING_CAPTURE");
  if (capture.status !== "COMPLETED" && capture.status !== "PARTIALLY_REFUNDED") {
    throw unprocessable("REFUND_NOT_ALLOWED");
  }
  const left = penceOf(capture.amount) - capture.refunded - capture.refunding;
  const pence = amountTaken.amount ? penceOf(amountTaken.amount) : left;
  if (amountTaken.amount && amountTaken.amount.currency_code !== capture.amount.currency_code) {
    throw unprocessable("REFUND_CAPTURE_CURRENCY_MISMATCH");
  }
  if (pence <= 0) throw unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE");
  if (pence > left) throw unprocessable("REFUND_AMOUNT_EXCEEDED");
  if ((await readFaults(store)).emptyBalance) throw unprocessable("REFUND_FAILED_INSUFFICIENT_FUNDS");
  const refund: RefundState = {
    id: newPayPalId(),
    capture: capture.id,
    status,
    amount: amountOf(pence, capture.amount.currency_code),
    note_to_payer: amountTaken.note_to_payer ?? null,
    custom_id: amountTaken.custom_id ?? null,
    invoice_id: amountTaken.invoice_id ?? null,
    created: nowAtPayPal(),
  };
  insertPayPal(store, payPalRefunds, refund);
  const moved =
    status === "PENDING"
      ? { ...capture, refunding: capture.refunding + pence }
      : { ...capture, refunded: capture.refunded + pence };
  await savePayPal(store, payPalCaptures, withStatus(moved));
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

/** The payer opens a dispute about a capture. */
export function openPayPalDispute(store: Store, capture: CaptureState): DisputeState {
  const dispute: DisputeState = {
    id: `PP-D-${randomInt(100_000_000)}`,
    capture: capture.id,
    amount: capture.amount,
    reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
    status: "WAITING_FOR_SELLER_RESPONSE",
    outcome: null,
    due: new Date(Date.now() + RESPONSE_TIME_MILLISECONDS).toISOString(),
    created: nowAtPayPal(),
  };
  insertPayPal(store, payPalDisputes, dispute);
  recordPayPalEvent(store, "CUSTOMER.DISPUTE.CREATED", disputeShape(dispute));
  return dispute;
}

/** POST /v1/customer/disputes/:id/require-evidence, as in PayPal's sandbox: it asks for evidence, then decides. */
export async function reviewPayPalDispute(store: Store, id: string): Promise<DisputeState> {
  const dispute = await openOne(store, id);
  const reviewed: DisputeState = { ...dispute, status: "UNDER_REVIEW" };
  await savePayPal(store, payPalDisputes, reviewed);
  recordPayPalEvent(store, "CUSTOMER.DISPUTE.UPDATED", disputeShape(reviewed));
  return reviewed;
}

const adjudicateSchema = z.object({ adjudication_outcome: z.enum(["BUYER_FAVOR", "SELLER_FAVOR"]) });

/** POST /v1/customer/disputes/:id/adjudicate, as in PayPal's sandbox. The buyer's money is taken from the capture. */
export async function adjudicatePayPalDispute(
  store: Store,
  id: string,
  body: unknown,
): Promise<DisputeState> {
  const given = adjudicateSchema.safeParse(body).data;
  if (!given) throw invalidRequest("INVALID_PARAMETER_VALUE", "/adjudication_outcome");
  const dispute = await openOne(store, id);
  const forBuyer = given.adjudication_outcome === "BUYER_FAVOR";
  const outcome = forBuyer ? "RESOLVED_BUYER_FAVOUR" : "RESOLVED_SELLER_FAVOUR";
  const resolved: DisputeState = { ...dispute, status: "RESOLVED", outcome };
  await savePayPal(store, payPalDisputes, resolved);
  recordPayPalEvent(store, "CUSTOMER.DISPUTE.RESOLVED", disputeShape(resolved));
  if (forBuyer) {
    const amountTaken = await takeFromCapture(store, dispute.capture, { amount: dispute.amount });
    recordPayPalEvent(store, "PAYMENT.CAPTURE.REVERSED", refundShape(amountTaken));
  }
  return resolved;
}

async function openOne(store: Store, id: string): Promise<DisputeState> {
  const dispute = await loadPayPal(store, payPalDisputes, id, { lock: true });
  if (dispute.status === "RESOLVED") throw unprocessable("ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE");
  return dispute;
}
