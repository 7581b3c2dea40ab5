import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import { invalidRequest, unprocessable } from "./paypal-failure.ts";
import { disputeShape, refundShape } from "./paypal-shapes.ts";
import type { CaptureState, DisputeState } from "./paypal-state.ts";
import { insertPayPal, loadPayPal, nowAtPayPal, payPalDisputes, savePayPal } from "./paypal-store.server.ts";
import { recordPayPalEvent } from "./record-paypal-event.server.ts";
import { takeFromCapture } from "./refund-capture.server.ts";

/** PayPal gives a shop about this long to answer. */
const ANSWER_MILLISECONDS = 10 * 24 * 60 * 60 * 1000;

/** The payer opens a case about a capture. */
export function openPayPalDispute(store: Store, capture: CaptureState): DisputeState {
  const dispute: DisputeState = {
    id: `PP-D-${randomInt(100_000_000)}`,
    capture: capture.id,
    amount: capture.amount,
    reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
    status: "WAITING_FOR_SELLER_RESPONSE",
    outcome: null,
    due: new Date(Date.now() + ANSWER_MILLISECONDS).toISOString(),
    created: nowAtPayPal(),
  };
  insertPayPal(store, payPalDisputes, dispute);
  recordPayPalEvent(store, "CUSTOMER.DISPUTE.CREATED", disputeShape(dispute));
  return dispute;
}

/** POST /v1/customer/disputes/:id/require-evidence — as in PayPal's sandbox: it asks for evidence, then decides. */
export async function reviewPayPalDispute(store: Store, id: string): Promise<DisputeState> {
  const dispute = await openOne(store, id);
  const reviewed: DisputeState = { ...dispute, status: "UNDER_REVIEW" };
  await savePayPal(store, payPalDisputes, reviewed);
  recordPayPalEvent(store, "CUSTOMER.DISPUTE.UPDATED", disputeShape(reviewed));
  return reviewed;
}

const adjudicateSchema = z.object({ adjudication_outcome: z.enum(["BUYER_FAVOR", "SELLER_FAVOR"]) });

/** POST /v1/customer/disputes/:id/adjudicate — as in PayPal's sandbox. The buyer's money comes out of the capture. */
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
    const taken = await takeFromCapture(store, dispute.capture, { amount: dispute.amount });
    recordPayPalEvent(store, "PAYMENT.CAPTURE.REVERSED", refundShape(taken));
  }
  return resolved;
}

async function openOne(store: Store, id: string): Promise<DisputeState> {
  const dispute = await loadPayPal(store, payPalDisputes, id, { lock: true });
  if (dispute.status === "RESOLVED") throw unprocessable("ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE");
  return dispute;
}
