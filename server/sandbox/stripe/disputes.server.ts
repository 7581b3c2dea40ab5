import type Stripe from "stripe";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import type { FormFields } from "../wire-formats.ts";
import { disputeShape } from "./charge-shapes.ts";
import type { ChargeState, DisputeState, ReviewState } from "./sandbox-state.ts";
import {
  charges,
  disputes,
  insertObject,
  listObjects,
  loadObject,
  newId,
  recordEvent,
  reviews,
  saveObject,
  secondsNow,
} from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";
import {
  booleanParameter,
  expandParameter,
  listParameters,
  metadataParameter,
  parseParameters,
  textParameter,
} from "./stripe-parameters.ts";
import { isLiveMode, listShape, type Shape } from "./stripe-shapes.ts";

/** The bank gives a shop about this long to respond. */
const EVIDENCE_SECONDS = 9 * 24 * 60 * 60;

/** The cardholder goes to the bank, which withdraws the money at once. The caller saves the charge. */
export function openDispute(store: Store, charge: ChargeState, reason: string): DisputeState {
  const dispute: DisputeState = {
    id: newId("du"),
    created: secondsNow(),
    amount: charge.amount - charge.amount_refunded,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
    due_by: secondsNow() + EVIDENCE_SECONDS,
  };
  insertObject(store, disputes, dispute);
  recordEvent(store, "charge.dispute.created", disputeShape(dispute));
  recordEvent(store, "charge.dispute.funds_withdrawn", disputeShape(dispute));
  return dispute;
}

const updateSchema = z.strictObject({
  evidence: z.looseObject({ uncategorized_text: textParameter().optional() }).optional(),
  metadata: metadataParameter.optional(),
  submit: booleanParameter.optional(),
  expand: expandParameter,
});

/**
 * POST /v1/disputes/:id. As in Stripe's test mode, the text `winning_evidence` or `losing_evidence` decides it; any
 * other stays under review (docs.stripe.com/testing#disputes).
 */
export async function updateDispute(store: Store, id: string, fields: FormFields): Promise<Shape> {
  const { evidence } = parseParameters(updateSchema, fields);
  const dispute = await openOne(store, id);
  const text = evidence?.uncategorized_text;
  if (text === "winning_evidence") return decide(store, dispute, "won");
  if (text === "losing_evidence") return decide(store, dispute, "lost");
  const reviewed: DisputeState = { ...dispute, status: text ? "under_review" : dispute.status };
  await saveObject(store, disputes, reviewed);
  recordEvent(store, "charge.dispute.updated", disputeShape(reviewed), { status: dispute.status });
  return disputeShape(reviewed);
}

/** POST /v1/disputes/:id/close: the shop accepts the loss. */
export async function closeDispute(store: Store, id: string): Promise<Shape> {
  return decide(store, await openOne(store, id), "lost");
}

async function openOne(store: Store, id: string): Promise<DisputeState> {
  const dispute = await loadObject(store, disputes, id, { lock: true });
  if (dispute.status === "needs_response" || dispute.status === "under_review") return dispute;
  throw invalidRequest("This dispute is already closed", "dispute_already_closed");
}

async function decide(store: Store, dispute: DisputeState, status: "won" | "lost"): Promise<Shape> {
  const decided: DisputeState = { ...dispute, status };
  await saveObject(store, disputes, decided);
  if (status === "won") {
    const charge = await loadObject(store, charges, dispute.charge, { lock: true });
    await saveObject(store, charges, { ...charge, disputed: false });
    recordEvent(store, "charge.dispute.funds_reinstated", disputeShape(decided));
  }
  recordEvent(store, "charge.dispute.closed", disputeShape(decided));
  return disputeShape(decided);
}

/** GET /v1/disputes/:id */
export async function retrieveDispute(store: Store, id: string): Promise<Shape> {
  return disputeShape(await loadObject(store, disputes, id));
}

const listSchema = z.strictObject({
  ...listParameters,
  charge: textParameter().optional(),
  payment_intent: textParameter().optional(),
});

/** GET /v1/disputes */
export async function listDisputes(store: Store, fields: FormFields): Promise<Shape> {
  const { charge, payment_intent, ...request } = parseParameters(listSchema, fields);
  const { states, hasMore } = await listObjects(store, disputes, request, { charge, payment_intent });
  return listShape("/v1/disputes", states.map(disputeShape), hasMore);
}

/** Stripe's fraud rules put a payment into the review queue (docs.stripe.com/radar/reviews). Returns the review's id. */
export function openReview(store: Store, charge: Pick<ChargeState, "id" | "payment_intent">): ReviewState {
  const review: ReviewState = {
    id: newId("prv"),
    created: secondsNow(),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    closed_reason: null,
  };
  insertObject(store, reviews, review);
  recordEvent(store, "review.opened", reviewShape(review));
  return review;
}

/** GET /v1/reviews/:id */
export async function retrieveReview(store: Store, id: string): Promise<Stripe.Review> {
  return reviewShape(await loadObject(store, reviews, id));
}

/** POST /v1/reviews/:id/approve */
export async function approveReview(store: Store, id: string): Promise<Stripe.Review> {
  const review = await loadObject(store, reviews, id, { lock: true });
  if (review.closed_reason) throw invalidRequest("This review is already closed.");
  return reviewShape(await close(store, review, "approved"));
}

/** A fully refunded payment needs no review any more. */
export async function closeReviewOfRefund(store: Store, { review }: ChargeState): Promise<void> {
  if (!review) return;
  const open = await loadObject(store, reviews, review, { lock: true });
  if (!open.closed_reason) await close(store, open, "refunded");
}

async function close(
  store: Store,
  review: ReviewState,
  reason: "approved" | "refunded",
): Promise<ReviewState> {
  const closed: ReviewState = { ...review, closed_reason: reason };
  await saveObject(store, reviews, closed);
  recordEvent(store, "review.closed", reviewShape(closed));
  return closed;
}

function reviewShape(review: ReviewState): Stripe.Review {
  return {
    id: review.id,
    object: "review",
    billing_zip: null,
    charge: review.charge,
    closed_reason: review.closed_reason,
    created: review.created,
    ip_address: null,
    ip_address_location: null,
    livemode: isLiveMode(),
    open: review.closed_reason === null,
    opened_reason: "rule",
    payment_intent: review.payment_intent,
    reason: review.closed_reason ?? "rule",
    session: null,
  };
}

/** The card's issuer reports that a payment was fraud (docs.stripe.com/disputes/measuring#early-fraud-warnings). */
export function warnOfFraud(store: Store, charge: ChargeState): void {
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: charge.id,
    created: secondsNow(),
    fraud_type: "unauthorized_use_of_card",
    livemode: isLiveMode(),
    payment_intent: charge.payment_intent,
  };
  recordEvent(store, "radar.early_fraud_warning.created", warning);
}
