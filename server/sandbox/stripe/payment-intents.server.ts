import { addTask, type Store } from "../store.server.ts";
import { openDispute, openReview, warnOfFraud } from "./disputes.server.ts";
import type { ChargeState, IntentState, PaymentError } from "./sandbox-state.ts";
import {
  charges,
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
import { type CardDecline, findTestCard, realCardDecline, type TestCard } from "./test-cards.ts";

/** The states in which nothing is charged or under way. */
const openStatuses = ["requires_payment_method", "requires_confirmation", "requires_action"] as const;

export function isOpen(intent: IntentState): boolean {
  return openStatuses.some((status) => status === intent.status);
}

/** @throws StripeFailure payment_intent_unexpected_state once an intent has been charged or cancelled */
function assertOpen(intent: IntentState): void {
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
export function assertNotOfSession(intent: IntentState, operation: "cancel" | "confirm"): void {
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
  assertNotOfSession(intent, "cancel");
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

export function testCardOf({ card }: Pick<ChargeState, "card">): TestCard | undefined {
  return card === null ? undefined : findTestCard(card);
}

/** How long the slow card stays `processing`. */
const SETTLE_MILLISECONDS = 4000;

/** The result of a payment attempt. A refusal is kept on the intent, so it is a result and not a thrown error. */
export type ConfirmOutcome = { intent: IntentState; error?: PaymentError };

/** @throws StripeFailure payment_intent_unexpected_state */
export function assertConfirmable(store: Store, intent: IntentState): void {
  assertOpen(intent);
  if (intent.status !== "requires_action") return;
  if (readStripeBehaviour(store).confirmInChallenge === "taken") return;
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it has a status of requires_action. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_payment_method.",
    paymentIntentShape(intent),
  );
}

/** Sends an open intent to the card's bank. */
export function attemptPayment(store: Store, intent: IntentState, number: string): ConfirmOutcome {
  const card = findTestCard(number);
  const { outcome } = card ?? { outcome: realCardDecline };
  if (typeof outcome === "object") return declineCharge(store, intent, card, outcome);
  if (outcome === "succeeds") return chargeCard(store, intent, card);
  if (outcome === "processes") return beginProcessing(store, intent, card);
  const waiting: IntentState = {
    ...intent,
    status: "requires_action",
    card: number,
    last_payment_error: null,
  };
  store.put(paymentIntents, waiting);
  return { intent: waiting };
}

/** The end of a 3-D Secure challenge: on success the card is charged, otherwise another card may be tried. */
export function finishChallenge(store: Store, intent: IntentState, passed: boolean): ConfirmOutcome {
  if (intent.status !== "requires_action" || !intent.card) {
    assertOpen(intent);
    throw unexpectedState(
      "This PaymentIntent is not waiting for authentication.",
      paymentIntentShape(intent),
    );
  }
  if (passed) return chargeCard(store, intent, findTestCard(intent.card));
  const error: PaymentError = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  };
  return { intent: storeDecline(store, intent, error), error };
}

function chargeCard(store: Store, intent: IntentState, card: TestCard | undefined): ConfirmOutcome {
  const { disputed: reason, isReviewed, isWarnedOf } = card ?? {};
  const charged = newCharge(intent, card, { status: "succeeded" });
  const made = isReviewed ? { ...charged, review: openReview(store, charged).id } : charged;
  store.put(charges, made);
  const paid = withCharge({ ...intent, status: "succeeded", amount_received: intent.amount }, made);
  store.put(paymentIntents, paid);
  recordEvent(store, "payment_intent.succeeded", paymentIntentShape(paid));
  if (reason) openDispute(store, made, reason);
  if (isWarnedOf) warnOfFraud(store, made);
  return { intent: paid };
}

/** The bank takes its time to respond. */
function beginProcessing(store: Store, intent: IntentState, card: TestCard | undefined): ConfirmOutcome {
  const made = newCharge(intent, card, { status: "pending" });
  store.put(charges, made);
  const processing = withCharge({ ...intent, status: "processing" }, made);
  store.put(paymentIntents, processing);
  addTask(store, "settle_payment", intent.id, Date.now() + SETTLE_MILLISECONDS);
  recordEvent(store, "payment_intent.processing", paymentIntentShape(processing));
  return { intent: processing };
}

function withCharge(intent: IntentState, { id }: ChargeState): IntentState {
  return { ...intent, card: null, latest_charge: id, last_payment_error: null };
}

/** The bank's late response to a payment that was `processing`. */
export function finishPayment(store: Store, intentId: string): IntentState | undefined {
  const intent = load(store, paymentIntents, intentId);
  if (intent.status !== "processing" || !intent.latest_charge) return undefined;
  const finished: ChargeState = { ...load(store, charges, intent.latest_charge), status: "succeeded" };
  const paid: IntentState = { ...intent, status: "succeeded", amount_received: intent.amount };
  store.put(charges, finished);
  store.put(paymentIntents, paid);
  recordEvent(store, "payment_intent.succeeded", paymentIntentShape(paid));
  return paid;
}

/** The bank declines: the attempt is kept and the intent stays open. */
function declineCharge(
  store: Store,
  intent: IntentState,
  card: TestCard | undefined,
  decline: CardDecline,
): ConfirmOutcome {
  const failed = newCharge(intent, card, { status: "failed" });
  store.put(charges, failed);
  const error: PaymentError = { type: "card_error", ...decline };
  return { intent: storeDecline(store, { ...intent, latest_charge: failed.id }, error), error };
}

/** The intent is open again and accepts another card. */
function storeDecline(store: Store, intent: IntentState, error: PaymentError): IntentState {
  const declined: IntentState = {
    ...intent,
    status: "requires_payment_method",
    card: null,
    last_payment_error: error,
  };
  store.put(paymentIntents, declined);
  recordEvent(store, "payment_intent.payment_failed", paymentIntentShape(declined));
  return declined;
}

export function newCharge(
  intent: IntentState,
  card: TestCard | undefined,
  rest: Pick<ChargeState, "status"> & Partial<ChargeState>,
): ChargeState {
  return {
    id: newId("ch"),
    created: secondsNow(),
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    payment_intent: intent.id,
    card: card?.number ?? null,
    disputed: false,
    review: null,
    metadata: intent.metadata,
    ...rest,
  };
}
