import type { IntentState } from "./sandbox-state.ts";
import { unexpectedState } from "./stripe-failure.ts";
import { paymentIntentShape } from "./stripe-shapes.ts";

/** The states in which nothing has been charged and nothing is on its way. */
export const openStatuses = ["requires_payment_method", "requires_confirmation", "requires_action"] as const;

export function isOpen(intent: IntentState): boolean {
  return openStatuses.some((status) => status === intent.status);
}

/** @throws StripeFailure payment_intent_unexpected_state once an intent has been charged or given up */
export function refuseUnlessOpen(intent: IntentState): void {
  if (isOpen(intent)) return;
  const because =
    intent.status === "succeeded"
      ? "it has already succeeded after being previously confirmed"
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action`;
  throw unexpectedState(
    `You cannot confirm this PaymentIntent because ${because}.`,
    paymentIntentShape(intent),
  );
}

/** The intent of a hosted Checkout session follows the session. */
export function refuseSessionIntent(intent: IntentState, deed: "update" | "cancel" | "confirm"): void {
  if (!intent.session) return;
  throw unexpectedState(
    `You cannot ${deed} this PaymentIntent because it was created by a Checkout Session.`,
    paymentIntentShape(intent),
  );
}
