import type Stripe from "stripe";
import type { Store } from "../store.server.ts";
import type { ChargeState, DisputeState, ReviewState } from "./sandbox-state.ts";
import { charges, disputes, load, newId, recordEvent, reviews, secondsNow } from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";
import { disputeShape, isLiveMode, reviewShape } from "./stripe-shapes.ts";

/** The bank gives a shop about this long to respond. */
const EVIDENCE_SECONDS = 9 * 24 * 60 * 60;

/** The cardholder goes to the bank, which withdraws the money at once. */
export function openDispute(store: Store, charge: ChargeState, reason: string): void {
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
  store.put(disputes, dispute);
  store.put(charges, { ...charge, disputed: true });
  recordEvent(store, "charge.dispute.created", disputeShape(dispute));
  recordEvent(store, "charge.dispute.funds_withdrawn", disputeShape(dispute));
}

/** The dashboard: evidence is submitted, and the bank looks at it. */
export function reviewDispute(store: Store, id: string): void {
  const reviewed: DisputeState = { ...openOne(store, id), status: "under_review" };
  store.put(disputes, reviewed);
  recordEvent(store, "charge.dispute.updated", disputeShape(reviewed));
}

/** The bank decides. @throws StripeFailure for a dispute that is over */
export function decideDispute(store: Store, id: string, status: "won" | "lost"): void {
  const decided: DisputeState = { ...openOne(store, id), status };
  store.put(disputes, decided);
  if (status === "won") {
    store.put(charges, { ...load(store, charges, decided.charge), disputed: false });
    recordEvent(store, "charge.dispute.funds_reinstated", disputeShape(decided));
  }
  recordEvent(store, "charge.dispute.closed", disputeShape(decided));
}

function openOne(store: Store, id: string): DisputeState {
  const dispute = load(store, disputes, id);
  if (dispute.status === "needs_response" || dispute.status === "under_review") return dispute;
  throw invalidRequest("This dispute is already closed", "dispute_already_closed");
}

/** Stripe's fraud rules put a payment into the review queue (docs.stripe.com/radar/reviews). */
export function openReview(store: Store, charge: ChargeState): ReviewState {
  const review: ReviewState = {
    id: newId("prv"),
    created: secondsNow(),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    closed_reason: null,
  };
  store.put(reviews, review);
  recordEvent(store, "review.opened", reviewShape(review));
  return review;
}

/** The dashboard: somebody lets the payment pass. */
export function approveReview(store: Store, id: string): void {
  const review = load(store, reviews, id);
  if (review.closed_reason) throw invalidRequest("This review is already closed.");
  close(store, review, "approved");
}

/** A fully refunded payment needs no review any more. */
export function closeReviewOfRefund(store: Store, { review }: ChargeState): void {
  if (!review) return;
  const open = load(store, reviews, review);
  if (!open.closed_reason) close(store, open, "refunded");
}

function close(store: Store, review: ReviewState, reason: "approved" | "refunded"): void {
  const closed: ReviewState = { ...review, closed_reason: reason };
  store.put(reviews, closed);
  recordEvent(store, "review.closed", reviewShape(closed));
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
