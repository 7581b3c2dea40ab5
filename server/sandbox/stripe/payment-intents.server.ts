import type { Store } from "../store.server.ts";
import type { IntentState } from "./sandbox-state.ts";
import {
  load,
  newId,
  paymentIntents,
  randomText,
  readStripeBehaviour,
  recordEvent,
  secondsNow,
} from "./sandbox-store.server.ts";
import { invalidRequest, unexpectedState } from "./stripe-failure.ts";
import { checkChargeable, type Input } from "./stripe-parameters.ts";
import { paymentIntentShape } from "./stripe-shapes.ts";

/** The states in which nothing is charged or under way. */
const openStatuses = ["requires_payment_method", "requires_confirmation", "requires_action"] as const;

export function isOpen(intent: IntentState): boolean {
  return openStatuses.some((status) => status === intent.status);
}

/** @throws StripeFailure payment_intent_unexpected_state once an intent has been charged or cancelled */
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

/** The intent of a hosted Checkout session has the session's state. */
export function refuseSessionIntent(intent: IntentState, operation: "cancel" | "confirm"): void {
  if (!intent.session) return;
  throw unexpectedState(
    `You cannot ${operation} this PaymentIntent because it was created by a Checkout Session.`,
    paymentIntentShape(intent),
  );
}

/** The input of a new intent, also of a session's. */
type NewIntent = Pick<IntentState, "amount" | "currency" | "metadata" | "payment_method_types" | "session">;

/** POST /v1/payment_intents */
export function createPaymentIntent(store: Store, input: Input<"intent">) {
  const { amount, currency, metadata } = input;
  checkChargeable(amount, currency);
  const intent = addIntent(store, {
    amount,
    currency,
    metadata,
    payment_method_types: methodsOffered(store, input),
    session: null,
  });
  return paymentIntentShape(intent);
}

/** The dashboard's methods that this payment allows. @throws StripeFailure when none is left */
export function methodsOffered(
  store: Store,
  { allowed_payment_method_types: allowed }: Pick<Input<"intent">, "allowed_payment_method_types">,
): string[] {
  const { dashboardMethods } = readStripeBehaviour(store);
  const offered = dashboardMethods.filter((method) => !allowed || allowed.some((each) => each === method));
  if (offered.length > 0) return offered;
  throw invalidRequest(
    "No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).",
  );
}

export function addIntent(store: Store, params: NewIntent): IntentState {
  const intent = newIntent(params);
  store.put(paymentIntents, intent);
  return intent;
}

export function newIntent(params: NewIntent, id = newId("pi")): IntentState {
  return {
    id,
    ...params,
    amount_received: 0,
    status: "requires_payment_method",
    client_secret: `${id}_secret_${randomText(25)}`,
    created: secondsNow(),
    card: null,
    latest_charge: null,
    last_payment_error: null,
  };
}

/** POST /v1/payment_intents/:id/cancel */
export function cancelPaymentIntent(store: Store, id: string) {
  const intent = load(store, paymentIntents, id);
  refuseSessionIntent(intent, "cancel");
  if (!isOpen(intent)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${[...openStatuses, "requires_capture", "processing"].join(", ")}.`,
      paymentIntentShape(intent),
    );
  }
  return paymentIntentShape(cancelIntent(store, intent));
}

export function cancelIntent(store: Store, intent: IntentState): IntentState {
  const cancelled: IntentState = { ...intent, status: "canceled" };
  store.put(paymentIntents, cancelled);
  recordEvent(store, "payment_intent.canceled", paymentIntentShape(cancelled));
  return cancelled;
}
