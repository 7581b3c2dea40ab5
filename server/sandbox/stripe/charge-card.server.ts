import { z } from "zod";
import type { Store } from "../store.server.ts";
import { addTask } from "../tasks.server.ts";
import type { FormFields } from "../wire-formats.ts";
import { type CheckedCard, checkCardEntry } from "./card-entry.ts";
import { chargeShape } from "./charge-shapes.ts";
import { openDispute, openReview, warnOfFraud } from "./disputes.server.ts";
import type { ChargeState, IntentState, PaymentError, PaymentMethodState } from "./sandbox-state.ts";
import {
  charges,
  insertObject,
  loadObject,
  newId,
  paymentIntents,
  paymentMethods,
  recordEvent,
  saveObject,
  secondsNow,
} from "./sandbox-store.server.ts";
import { StripeFailure } from "./stripe-failure.ts";
import {
  choiceParameter,
  expandParameter,
  integerParameter,
  metadataParameter,
  parseParameters,
  textParameter,
} from "./stripe-parameters.ts";
import { paymentIntentShape, paymentMethodShape, type Shape } from "./stripe-shapes.ts";
import { brandOf, type CardDecline, findTestCard, findTestCardByToken, type TestCard } from "./test-cards.ts";

/** A card in an API request: as `payment_method_data` or for a payment method of its own. */
export const cardDataSchema = z.strictObject({
  type: choiceParameter(["card"]),
  card: z.strictObject({
    number: textParameter(),
    exp_month: integerParameter,
    exp_year: integerParameter,
    cvc: textParameter().optional(),
  }),
  billing_details: z.looseObject({}).optional(),
  metadata: metadataParameter.optional(),
});

const createSchema = cardDataSchema.extend({ expand: expandParameter });

/** POST /v1/payment_methods */
export async function createPaymentMethod(store: Store, fields: FormFields): Promise<Shape> {
  const { card } = parseParameters(createSchema, fields);
  return paymentMethodShape(storeCard(store, checkCardData(card)));
}

/** GET /v1/payment_methods/:id */
export async function retrievePaymentMethod(store: Store, id: string): Promise<Shape> {
  return paymentMethodShape(await loadObject(store, paymentMethods, id));
}

/**
 * Validates a card of the API. @throws StripeFailure 402 card_error with the API's messages, which differ from those
 * of the card form
 */
export function checkCardData(card: z.output<typeof cardDataSchema>["card"]): CheckedCard {
  const exp = `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
  const checked = checkCardEntry({ number: card.number, exp, cvc: card.cvc ?? "123" }, new Date());
  if (checked.ok) return checked.card;
  const field = checked.errors[0]?.field;
  if (field === "number") throw cardError("incorrect_number", "Your card number is incorrect.", "number");
  if (field === "cvc") throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc");
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw cardError("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  }
  throw cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
}

function cardError(code: string, message: string, param: string): StripeFailure {
  return new StripeFailure(402, { type: "card_error", code, message, param });
}

/** Stores a card without its number: only a test card can be recognised later. */
export function storeCard(store: Store, card: CheckedCard): PaymentMethodState {
  const method: PaymentMethodState = {
    id: newId("pm"),
    created: secondsNow(),
    brand: brandOf(card.number),
    last4: card.number.slice(-4),
    exp_month: card.expMonth,
    exp_year: card.expYear,
    test_card: findTestCard(card.number)?.number ?? null,
  };
  insertObject(store, paymentMethods, method);
  return method;
}

/**
 * The payment method with this id: a stored one, or one of Stripe's ready-made ones (`pm_card_visa`). @throws
 * StripeFailure 404 resource_missing
 */
export async function findPaymentMethod(store: Store, id: string): Promise<PaymentMethodState> {
  const readyMade = findTestCardByToken(id);
  if (!readyMade) return loadObject(store, paymentMethods, id);
  const expYear = new Date().getUTCFullYear() + 1;
  return storeCard(store, { number: readyMade.number, expMonth: 12, expYear });
}

export function testCardOf(method: PaymentMethodState): TestCard | undefined {
  return method.test_card === null ? undefined : findTestCard(method.test_card);
}

/** How long the slow card stays `processing`. */
const SETTLE_MILLISECONDS = 4000;

/** The result of a payment attempt. A refusal is stored on the intent, so it is a result and not a thrown error. */
export type ConfirmOutcome = { intent: IntentState; error?: PaymentError };

/** Charges an open intent that the caller has locked. */
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

/** The bank takes its time to respond. */
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

/** The bank's late response to a payment that was `processing`. */
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

/** The bank declines: the attempt is stored and the intent stays open. */
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
  return { intent: await storeRefusal(store, { ...intent, latest_charge: failed.id }, error), error };
}

/** The intent is open again and accepts another card. */
export async function storeRefusal(
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
