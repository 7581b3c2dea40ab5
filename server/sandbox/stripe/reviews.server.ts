import type Stripe from "stripe";
import type { Store } from "../store.server.ts";
import { recordEvent } from "./record-event.server.ts";
import type { ChargeState, ReviewState } from "./sandbox-state.ts";
import { insertObject, loadObject, newId, reviews, saveObject, secondsNow } from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";

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

/** A payment that was given back whole needs no review any more. */
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
    livemode: false,
    open: review.closed_reason === null,
    opened_reason: "rule",
    payment_intent: review.payment_intent,
    reason: review.closed_reason ?? "rule",
    session: null,
  };
}

/** The card's issuer says that a payment was fraud (docs.stripe.com/disputes/measuring#early-fraud-warnings). */
export function warnOfFraud(store: Store, charge: ChargeState): void {
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: charge.id,
    created: secondsNow(),
    fraud_type: "unauthorized_use_of_card",
    livemode: false,
    payment_intent: charge.payment_intent,
  };
  recordEvent(store, "radar.early_fraud_warning.created", warning);
}
