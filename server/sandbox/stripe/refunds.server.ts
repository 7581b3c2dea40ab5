import { readFaults } from "../faults.server.ts";
import type { Store } from "../store.server.ts";
import { addTask } from "../store.server.ts";
import { formatAmount } from "../wire-formats.ts";
import { closeReviewOfRefund } from "./disputes.server.ts";
import { testCardOf } from "./payment-intents.server.ts";
import type { ChargeState, RefundState } from "./sandbox-state.ts";
import {
  charges,
  load,
  newId,
  paymentIntents,
  recordEvent,
  refunds,
  secondsNow,
} from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";
import type { Input } from "./stripe-parameters.ts";
import { chargeShape, refundShape } from "./stripe-shapes.ts";

/** How long a refund of the slow card stays pending, and how long one of the failing card seems to succeed. */
const SETTLE_MILLISECONDS = 4000;

/** POST /v1/refunds: the rest of a charge, or a part of it. Never more than was charged. */
export function createRefund(store: Store, input: Input<"refund">) {
  const charge = chargeToRefund(store, input.payment_intent);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  }
  const { amount = left, reason = null, metadata } = input;
  if (amount > left) {
    const than = charge.amount_refunded === 0 ? "charge amount" : "unrefunded amount on charge";
    throw invalidRequest(
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than ${than} (${formatAmount(left, charge.currency)})`,
    );
  }
  if (readFaults(store).emptyBalance) {
    throw invalidRequest("Insufficient funds in your Stripe balance to refund this amount.");
  }
  const course = testCardOf(charge)?.refund;
  const refund: RefundState = {
    id: newId("re"),
    created: secondsNow(),
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    status: course === "pending" ? "pending" : "succeeded",
    reason,
    failure_reason: null,
    metadata,
  };
  store.put(refunds, refund);
  const refunded: ChargeState = { ...charge, amount_refunded: charge.amount_refunded + amount };
  store.put(charges, refunded);
  if (refunded.amount_refunded === refunded.amount) closeReviewOfRefund(store, refunded);
  if (course) addTask(store, "settle_refund", refund.id, Date.now() + SETTLE_MILLISECONDS);
  recordEvent(store, "refund.created", refundShape(refund));
  recordEvent(store, "charge.refunded", chargeShape(refunded));
  recordEvent(store, "refund.updated", refundShape(refund));
  return refundShape(refund);
}

function chargeToRefund(store: Store, intentId: string): ChargeState {
  const intent = load(store, paymentIntents, intentId);
  if (intent.status !== "succeeded" || !intent.latest_charge) {
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
  }
  const charge = load(store, charges, intent.latest_charge);
  if (!charge.disputed) return charge;
  throw invalidRequest(
    `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    "charge_disputed",
  );
}

/** The bank's late response to a refund: it arrived, or it came back. */
export function finishRefund(store: Store, refundId: string): void {
  const refund = load(store, refunds, refundId);
  const charge = load(store, charges, refund.charge);
  if (refund.status === "pending") {
    const arrived: RefundState = { ...refund, status: "succeeded" };
    store.put(refunds, arrived);
    recordEvent(store, "refund.updated", refundShape(arrived));
    return;
  }
  if (refund.status === "failed" || testCardOf(charge)?.refund !== "failed") return;
  const failed: RefundState = { ...refund, status: "failed", failure_reason: "lost_or_stolen_card" };
  store.put(refunds, failed);
  store.put(charges, { ...charge, amount_refunded: charge.amount_refunded - refund.amount });
  recordEvent(store, "refund.updated", refundShape(failed));
  recordEvent(store, "refund.failed", refundShape(failed));
}
