import { addTask } from "../scheduled-tasks.server.ts";
import type { Store } from "../store.server.ts";
import { chargeShape } from "./charge-shape.ts";
import { openDispute } from "./disputes.server.ts";
import { testCardOf } from "./payment-methods.server.ts";
import { recordEvent } from "./record-event.server.ts";
import { openReview, warnOfFraud } from "./reviews.server.ts";
import type { ChargeState, IntentState, PaymentError, PaymentMethodState } from "./sandbox-state.ts";
import {
  charges,
  insertObject,
  loadObject,
  newId,
  paymentIntents,
  saveObject,
  secondsNow,
} from "./sandbox-store.server.ts";
import { paymentIntentShape } from "./stripe-shapes.ts";
import type { CardDecline } from "./test-cards.ts";

/** How long the slow card stays `processing`. */
const SETTLE_MILLISECONDS = 4000;

/** How an attempt to pay ended. A refusal is kept on the intent, so it is an outcome and not a thrown failure. */
export type ConfirmOutcome = { intent: IntentState; error?: PaymentError };

/** Takes the money of an open intent that the caller has locked. */
export async function chargeCard(
  store: Store,
  intent: IntentState,
  method: PaymentMethodState,
  { authenticated }: { authenticated: boolean },
): Promise<ConfirmOutcome> {
  const reason = testCardOf(method)?.disputed;
  const disputed = reason !== undefined;
  const charged = newCharge(intent, method, { status: "succeeded", authenticated, disputed });
  const isReviewed = testCardOf(method)?.isReviewed === true;
  const made = isReviewed ? { ...charged, review: openReview(store, charged).id } : charged;
  insertObject(store, charges, made);
  const paid: IntentState = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    payment_method: method.id,
    latest_charge: made.id,
    last_payment_error: null,
    challenge: null,
  };
  await saveObject(store, paymentIntents, paid);
  recordEvent(store, "charge.succeeded", chargeShape(made));
  recordEvent(store, "payment_intent.succeeded", paymentIntentShape(paid));
  if (reason) openDispute(store, made, reason);
  if (testCardOf(method)?.isWarnedOf) warnOfFraud(store, made);
  return { intent: paid };
}

/** The bank takes its time to answer. */
export async function beginProcessing(
  store: Store,
  intent: IntentState,
  method: PaymentMethodState,
): Promise<ConfirmOutcome> {
  const made = newCharge(intent, method, { status: "pending" });
  insertObject(store, charges, made);
  const processing: IntentState = {
    ...intent,
    status: "processing",
    payment_method: method.id,
    latest_charge: made.id,
    last_payment_error: null,
    challenge: null,
  };
  await saveObject(store, paymentIntents, processing);
  addTask(store, "settle_payment", intent.id, Date.now() + SETTLE_MILLISECONDS);
  recordEvent(store, "payment_intent.processing", paymentIntentShape(processing));
  return { intent: processing };
}

/** The bank's late answer to a payment that was `processing`. */
export async function settlePayment(store: Store, intentId: string): Promise<IntentState | undefined> {
  const intent = await loadObject(store, paymentIntents, intentId, { lock: true });
  if (intent.status !== "processing" || !intent.latest_charge) return undefined;
  const pending = await loadObject(store, charges, intent.latest_charge, { lock: true });
  const settled: ChargeState = { ...pending, status: "succeeded" };
  const paid: IntentState = { ...intent, status: "succeeded", amount_received: intent.amount };
  await saveObject(store, charges, settled);
  await saveObject(store, paymentIntents, paid);
  recordEvent(store, "charge.succeeded", chargeShape(settled));
  recordEvent(store, "payment_intent.succeeded", paymentIntentShape(paid));
  return paid;
}

/** The bank says no: the attempt is kept and the intent stays open. */
export async function refuseCharge(
  store: Store,
  intent: IntentState,
  method: PaymentMethodState,
  decline: CardDecline,
): Promise<ConfirmOutcome> {
  const failed = newCharge(intent, method, { status: "failed", blocked: decline.blocked ?? false });
  const error: PaymentError = {
    type: "card_error",
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    ...(decline.param ? { param: decline.param } : {}),
    charge: failed.id,
  };
  const made = { ...failed, failure: error };
  insertObject(store, charges, made);
  recordEvent(store, "charge.failed", chargeShape(made));
  return { intent: await keepRefusal(store, { ...intent, latest_charge: failed.id }, error), error };
}

/** The intent is open again: the same one takes the next card. */
export async function keepRefusal(
  store: Store,
  intent: IntentState,
  error: PaymentError,
): Promise<IntentState> {
  const refused: IntentState = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: error,
    challenge: null,
  };
  await saveObject(store, paymentIntents, refused);
  recordEvent(store, "payment_intent.payment_failed", paymentIntentShape(refused));
  return refused;
}

function newCharge(
  intent: IntentState,
  method: PaymentMethodState,
  rest: Pick<ChargeState, "status"> & Partial<ChargeState>,
): ChargeState {
  return {
    id: newId("ch"),
    created: secondsNow(),
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    payment_intent: intent.id,
    payment_method: method.id,
    card: method,
    authenticated: false,
    failure: null,
    blocked: false,
    disputed: false,
    review: null,
    metadata: intent.metadata,
    description: intent.description,
    receipt_email: intent.receipt_email,
    ...rest,
  };
}
