import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { FormFields } from "./form-encoding.ts";
import { isOpen, refuseSessionIntent } from "./payment-intents.server.ts";
import {
  cardDataSchema,
  checkCardData,
  findPaymentMethod,
  keepCard,
  testCardOf,
} from "./payment-methods.server.ts";
import { recordEvent } from "./record-event.server.ts";
import type { ChargeState, IntentState, PaymentError, PaymentMethodState } from "./sandbox-state.ts";
import {
  charges,
  insertObject,
  loadObject,
  newId,
  paymentIntents,
  paymentMethods,
  saveObject,
  secondsNow,
} from "./sandbox-store.server.ts";
import { addTask } from "./scheduled-tasks.server.ts";
import { invalidRequest, unexpectedState } from "./stripe-failure.ts";
import {
  addressParameter,
  booleanParameter,
  expandParameter,
  parseParameters,
  textParameter,
} from "./stripe-parameters.ts";
import { chargeShape, paymentIntentShape } from "./stripe-shapes.ts";
import { type CardDecline, realCardDecline } from "./test-cards.ts";

/** How long the slow card stays `processing`. */
const SETTLE_MILLISECONDS = 4000;

const confirmSchema = z.looseObject({
  payment_method: textParameter().optional(),
  payment_method_data: cardDataSchema.optional(),
  return_url: addressParameter.optional(),
  off_session: booleanParameter.optional(),
  error_on_requires_action: booleanParameter.optional(),
});

const confirmAloneSchema = z.strictObject({
  ...confirmSchema.shape,
  receipt_email: textParameter().optional(),
  use_stripe_sdk: booleanParameter.optional(),
  expand: expandParameter,
});

/** How an attempt to pay ended. A refusal is kept on the intent, so it is an outcome and not a thrown failure. */
export type ConfirmOutcome = { intent: IntentState; error?: PaymentError };

/** POST /v1/payment_intents/:id/confirm, and the second half of a creation with `confirm=true`. */
export async function confirmPaymentIntent(
  em: EntityManager,
  id: string,
  fields: FormFields,
  options: { created?: boolean } = {},
): Promise<ConfirmOutcome> {
  const given = parseParameters(options.created ? confirmSchema : confirmAloneSchema, fields);
  const intent = await loadObject(em, paymentIntents, id, { lock: true });
  refuseSessionIntent(intent, "confirm");
  refuseUnlessOpen(intent);
  const method = await chosenMethod(em, intent, given);
  if (intent.automatic_payment_methods?.allow_redirects === "always" && !given.return_url) {
    throw invalidRequest(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.",
      undefined,
      "return_url",
    );
  }
  const offSession = given.off_session ?? given.error_on_requires_action ?? false;
  const returnUrl = given.return_url ?? null;
  return attemptPayment(em, intent, method, {
    offSession,
    returnUrl,
    challengeUrl: challengeAddress(intent, returnUrl ?? "http://127.0.0.1"),
  });
}

/** The challenge page lies at the shop's own address, which only the return address tells. */
function challengeAddress(intent: IntentState, shopAddress: string): string {
  const secret = encodeURIComponent(intent.client_secret);
  return `${new URL(shopAddress).origin}/sandbox/stripe/challenge/${intent.id}?client_secret=${secret}`;
}

async function chosenMethod(
  em: EntityManager,
  intent: IntentState,
  given: z.output<typeof confirmSchema>,
): Promise<PaymentMethodState> {
  if (given.payment_method_data) return keepCard(em, checkCardData(given.payment_method_data.card));
  if (given.payment_method) return findPaymentMethod(em, given.payment_method);
  if (intent.payment_method) return loadObject(em, paymentMethods, intent.payment_method);
  throw unexpectedState(
    "payment_intent_unexpected_state",
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    paymentIntentShape(intent),
  );
}

/** @throws StripeFailure payment_intent_unexpected_state once an intent has been charged or given up */
export function refuseUnlessOpen(intent: IntentState): void {
  if (isOpen(intent)) return;
  const because =
    intent.status === "succeeded"
      ? "it has already succeeded after being previously confirmed"
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action`;
  throw unexpectedState(
    "payment_intent_unexpected_state",
    `You cannot confirm this PaymentIntent because ${because}.`,
    paymentIntentShape(intent),
  );
}

interface AttemptOptions {
  /** Nobody is there who could pass a challenge. */
  offSession: boolean;
  returnUrl: string | null;
  challengeUrl: string;
}

/** Asks the card's bank about an open intent that the caller has locked. */
export async function attemptPayment(
  em: EntityManager,
  intent: IntentState,
  method: PaymentMethodState,
  options: AttemptOptions,
): Promise<ConfirmOutcome> {
  const card = testCardOf(method);
  const outcome = card?.outcome ?? { kind: "declines" as const, decline: realCardDecline };
  if (outcome.kind === "declines") return refuseCharge(em, intent, method, outcome.decline);
  if (outcome.kind === "succeeds") return charge(em, intent, method, { authenticated: false });
  if (outcome.kind === "processes") return beginProcessing(em, intent, method);
  if (options.offSession) return refuseCharge(em, intent, method, authenticationRequired);
  const waiting: IntentState = {
    ...intent,
    status: "requires_action",
    payment_method: method.id,
    last_payment_error: null,
    challenge: { url: options.challengeUrl, return_url: options.returnUrl },
  };
  await saveObject(em, paymentIntents, waiting);
  recordEvent(em, "payment_intent.requires_action", paymentIntentShape(waiting));
  return { intent: waiting };
}

const authenticationRequired: CardDecline = {
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

/** The end of a 3-D Secure challenge: passed, the card is charged; failed, another card may be tried. */
export async function finishChallenge(
  em: EntityManager,
  intent: IntentState,
  passed: boolean,
): Promise<ConfirmOutcome> {
  if (intent.status !== "requires_action" || !intent.payment_method) {
    refuseUnlessOpen(intent);
    throw unexpectedState(
      "payment_intent_unexpected_state",
      "This PaymentIntent is not waiting for authentication.",
      paymentIntentShape(intent),
    );
  }
  if (passed) {
    const method = await loadObject(em, paymentMethods, intent.payment_method);
    return charge(em, intent, method, { authenticated: true });
  }
  const error: PaymentError = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  };
  return { intent: await keepRefusal(em, intent, error), error };
}

async function charge(
  em: EntityManager,
  intent: IntentState,
  method: PaymentMethodState,
  { authenticated }: { authenticated: boolean },
): Promise<ConfirmOutcome> {
  const made = newCharge(intent, method, { status: "succeeded", authenticated });
  insertObject(em, charges, made);
  const paid: IntentState = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    payment_method: method.id,
    latest_charge: made.id,
    last_payment_error: null,
    challenge: null,
  };
  await saveObject(em, paymentIntents, paid);
  recordEvent(em, "charge.succeeded", chargeShape(made));
  recordEvent(em, "payment_intent.succeeded", paymentIntentShape(paid));
  return { intent: paid };
}

async function beginProcessing(
  em: EntityManager,
  intent: IntentState,
  method: PaymentMethodState,
): Promise<ConfirmOutcome> {
  const made = newCharge(intent, method, { status: "pending" });
  insertObject(em, charges, made);
  const processing: IntentState = {
    ...intent,
    status: "processing",
    payment_method: method.id,
    latest_charge: made.id,
    last_payment_error: null,
    challenge: null,
  };
  await saveObject(em, paymentIntents, processing);
  addTask(em, "settle_payment", intent.id, Date.now() + SETTLE_MILLISECONDS);
  recordEvent(em, "payment_intent.processing", paymentIntentShape(processing));
  return { intent: processing };
}

/** The bank's late answer to a payment that was `processing`. */
export async function settlePayment(em: EntityManager, intentId: string): Promise<IntentState | undefined> {
  const intent = await loadObject(em, paymentIntents, intentId, { lock: true });
  if (intent.status !== "processing" || !intent.latest_charge) return undefined;
  const pending = await loadObject(em, charges, intent.latest_charge, { lock: true });
  const settled: ChargeState = { ...pending, status: "succeeded" };
  const paid: IntentState = { ...intent, status: "succeeded", amount_received: intent.amount };
  await saveObject(em, charges, settled);
  await saveObject(em, paymentIntents, paid);
  recordEvent(em, "charge.succeeded", chargeShape(settled));
  recordEvent(em, "payment_intent.succeeded", paymentIntentShape(paid));
  return paid;
}

async function refuseCharge(
  em: EntityManager,
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
  insertObject(em, charges, made);
  recordEvent(em, "charge.failed", chargeShape(made));
  return { intent: await keepRefusal(em, { ...intent, latest_charge: failed.id }, error), error };
}

/** The intent is open again: the same one takes the next card. */
async function keepRefusal(
  em: EntityManager,
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
  await saveObject(em, paymentIntents, refused);
  recordEvent(em, "payment_intent.payment_failed", paymentIntentShape(refused));
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
    metadata: intent.metadata,
    description: intent.description,
    receipt_email: intent.receipt_email,
    ...rest,
  };
}
