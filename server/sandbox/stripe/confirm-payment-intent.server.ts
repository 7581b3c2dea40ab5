import { z } from "zod";
import type { Store } from "../store.server.ts";
import type { FormFields } from "../wire-formats.ts";
import {
  beginProcessing,
  type ConfirmOutcome,
  cardDataSchema,
  chargeCard,
  checkCardData,
  findPaymentMethod,
  refuseCharge,
  storeCard,
  storeRefusal,
  testCardOf,
} from "./charge-card.server.ts";
import { refuseSessionIntent, refuseUnlessOpen } from "./payment-intents.server.ts";
import type { IntentState, PaymentError, PaymentMethodState } from "./sandbox-state.ts";
import {
  loadObject,
  paymentIntents,
  paymentMethods,
  readStripeBehaviour,
  recordEvent,
  saveObject,
} from "./sandbox-store.server.ts";
import { invalidRequest, unexpectedState } from "./stripe-failure.ts";
import {
  addressParameter,
  booleanParameter,
  expandParameter,
  parseParameters,
  textParameter,
} from "./stripe-parameters.ts";
import { paymentIntentShape } from "./stripe-shapes.ts";
import { type CardDecline, realCardDecline } from "./test-cards.ts";

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

/** POST /v1/payment_intents/:id/confirm, and the second half of a creation with `confirm=true`. */
export async function confirmPaymentIntent(
  store: Store,
  id: string,
  fields: FormFields,
  options: { created?: boolean } = {},
): Promise<ConfirmOutcome> {
  const params = parseParameters(options.created ? confirmSchema : confirmAloneSchema, fields);
  const intent = await loadObject(store, paymentIntents, id, { lock: true });
  refuseSessionIntent(intent, "confirm");
  await refuseConfirmation(store, intent);
  const method = await chosenMethod(store, intent, params);
  if (intent.automatic_payment_methods?.allow_redirects === "always" && !params.return_url) {
    throw invalidRequest(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.",
      undefined,
      "return_url",
    );
  }
  const offSession = params.off_session ?? params.error_on_requires_action ?? false;
  const returnUrl = params.return_url ?? null;
  return attemptPayment(store, intent, method, {
    offSession,
    returnUrl,
    challengeUrl: challengeAddress(intent, returnUrl ?? "http://127.0.0.1"),
  });
}

/** @throws StripeFailure payment_intent_unexpected_state */
export async function refuseConfirmation(store: Store, intent: IntentState): Promise<void> {
  refuseUnlessOpen(intent);
  if (intent.status !== "requires_action") return;
  if ((await readStripeBehaviour(store)).confirmInChallenge === "taken") return;
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it has a status of requires_action. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_payment_method.",
    paymentIntentShape(intent),
  );
}

/** The challenge page is at the shop's own address, which only the return address contains. */
function challengeAddress(intent: IntentState, shopAddress: string): string {
  const secret = encodeURIComponent(intent.client_secret);
  return `${new URL(shopAddress).origin}/sandbox/stripe/challenge/${intent.id}?client_secret=${secret}`;
}

async function chosenMethod(
  store: Store,
  intent: IntentState,
  params: z.output<typeof confirmSchema>,
): Promise<PaymentMethodState> {
  if (params.payment_method_data) return storeCard(store, checkCardData(params.payment_method_data.card));
  if (params.payment_method) return findPaymentMethod(store, params.payment_method);
  if (intent.payment_method) return loadObject(store, paymentMethods, intent.payment_method);
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    paymentIntentShape(intent),
  );
}

interface AttemptOptions {
  /** Nobody is present to pass a challenge. */
  offSession: boolean;
  returnUrl: string | null;
  challengeUrl: string;
}

/** Sends an open intent, locked by the caller, to the card's bank. */
export async function attemptPayment(
  store: Store,
  intent: IntentState,
  method: PaymentMethodState,
  options: AttemptOptions,
): Promise<ConfirmOutcome> {
  const card = testCardOf(method);
  const outcome = card?.outcome ?? { kind: "declines" as const, decline: realCardDecline };
  if (outcome.kind === "declines") return refuseCharge(store, intent, method, outcome.decline);
  if (outcome.kind === "succeeds") return chargeCard(store, intent, method, { authenticated: false });
  if (outcome.kind === "processes") return beginProcessing(store, intent, method);
  if (options.offSession) return refuseCharge(store, intent, method, authenticationRequired);
  const waiting: IntentState = {
    ...intent,
    status: "requires_action",
    payment_method: method.id,
    last_payment_error: null,
    challenge: { url: options.challengeUrl, return_url: options.returnUrl },
  };
  await saveObject(store, paymentIntents, waiting);
  recordEvent(store, "payment_intent.requires_action", paymentIntentShape(waiting));
  return { intent: waiting };
}

const authenticationRequired: CardDecline = {
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

/** The end of a 3-D Secure challenge: on success the card is charged, otherwise another card may be tried. */
export async function finishChallenge(
  store: Store,
  intent: IntentState,
  passed: boolean,
): Promise<ConfirmOutcome> {
  if (intent.status !== "requires_action" || !intent.payment_method) {
    refuseUnlessOpen(intent);
    throw unexpectedState(
      "This PaymentIntent is not waiting for authentication.",
      paymentIntentShape(intent),
    );
  }
  if (passed) {
    const method = await loadObject(store, paymentMethods, intent.payment_method);
    const challenged = { ...intent, amount: intent.challenge?.amount ?? intent.amount };
    return chargeCard(store, challenged, method, { authenticated: true });
  }
  const error: PaymentError = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  };
  return { intent: await storeRefusal(store, intent, error), error };
}
