import { z } from "zod";
import type { Store } from "../store.server.ts";
import type { FormFields } from "../wire-formats.ts";
import type { IntentState } from "./sandbox-state.ts";
import {
  insertObject,
  listObjects,
  loadObject,
  newId,
  paymentIntents,
  randomText,
  readStripeBehaviour,
  recordEvent,
  type StripeBehaviour,
  saveObject,
  secondsNow,
} from "./sandbox-store.server.ts";
import { invalidRequest, unexpectedState } from "./stripe-failure.ts";
import {
  booleanParameter,
  checkChargeable,
  choiceParameter,
  currencyParameter,
  emailParameter,
  expandParameter,
  listParameters,
  mergeMetadata,
  metadataParameter,
  parseParameters,
  positiveInteger,
  type SandboxCurrency,
  textParameter,
  unsettableText,
} from "./stripe-parameters.ts";
import { listShape, paymentIntentShape, type Shape } from "./stripe-shapes.ts";

/** The states in which nothing is charged or under way. */
const openStatuses = ["requires_payment_method", "requires_confirmation", "requires_action"] as const;

export function isOpen(intent: IntentState): boolean {
  return openStatuses.some((status) => status === intent.status);
}

/**
 * @throws StripeFailure payment_intent_unexpected_state once an intent has been charged or cancelled
 */
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
export function refuseSessionIntent(intent: IntentState, operation: "update" | "cancel" | "confirm"): void {
  if (!intent.session) return;
  throw unexpectedState(
    `You cannot ${operation} this PaymentIntent because it was created by a Checkout Session.`,
    paymentIntentShape(intent),
  );
}

const automaticSchema = z.strictObject({
  enabled: booleanParameter,
  allow_redirects: choiceParameter(["always", "never"]).optional(),
});

const createSchema = z.strictObject({
  amount: positiveInteger,
  currency: currencyParameter,
  automatic_payment_methods: automaticSchema.optional(),
  allowed_payment_method_types: z.array(choiceParameter(["card"])).optional(),
  capture_method: choiceParameter(["automatic", "automatic_async"]).optional(),
  confirmation_method: choiceParameter(["automatic"]).optional(),
  description: textParameter(1000).optional(),
  metadata: metadataParameter.optional(),
  receipt_email: emailParameter.optional(),
  statement_descriptor_suffix: textParameter(22).optional(),
  shipping: z.looseObject({}).optional(),
  // Used by the endpoint that confirms at once.
  confirm: booleanParameter.optional(),
  payment_method: textParameter().optional(),
  payment_method_data: z.looseObject({}).optional(),
  return_url: textParameter().optional(),
  off_session: booleanParameter.optional(),
  error_on_requires_action: booleanParameter.optional(),
  use_stripe_sdk: booleanParameter.optional(),
  expand: expandParameter,
});

/** The input of a new intent, also of a session's. */
export interface NewIntent {
  amount: number;
  currency: SandboxCurrency;
  metadata: Record<string, string>;
  description: string | null;
  receipt_email: string | null;
  statement_descriptor_suffix: string | null;
  automatic_payment_methods: IntentState["automatic_payment_methods"];
  allowed_payment_method_types: string[] | null;
  payment_method_types: string[];
  session: string | null;
}

/** POST /v1/payment_intents, up to the confirmation that `confirm=true` requests. */
export async function createPaymentIntent(store: Store, fields: FormFields): Promise<IntentState> {
  const params = parseParameters(createSchema, fields);
  checkChargeable(params.amount, params.currency);
  const automatic = params.automatic_payment_methods ?? { enabled: true };
  return addIntent(store, {
    amount: params.amount,
    currency: params.currency,
    metadata: mergeMetadata({}, params.metadata),
    description: params.description ?? null,
    receipt_email: params.receipt_email ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    automatic_payment_methods: { allow_redirects: "always", ...automatic },
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    payment_method_types: await methodsOffered(store, params.allowed_payment_method_types),
    session: null,
  });
}

/**
 * The dashboard's methods that this payment allows. @throws StripeFailure when none is left
 */
export async function methodsOffered(store: Store, allowed: string[] | undefined): Promise<string[]> {
  const { dashboardMethods } = await readStripeBehaviour(store);
  const offered = dashboardMethods.filter((method) => !allowed || allowed.includes(method));
  if (offered.length > 0) return offered;
  throw invalidRequest(
    "No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).",
  );
}

export function addIntent(store: Store, params: NewIntent): IntentState {
  const id = newId("pi");
  const intent: IntentState = {
    id,
    ...params,
    amount_received: 0,
    status: "requires_payment_method",
    client_secret: `${id}_secret_${randomText(25)}`,
    created: secondsNow(),
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    challenge: null,
    canceled_at: null,
    cancellation_reason: null,
  };
  insertObject(store, paymentIntents, intent);
  recordEvent(store, "payment_intent.created", paymentIntentShape(intent));
  return intent;
}

const updateSchema = z.strictObject({
  amount: positiveInteger.optional(),
  currency: currencyParameter.optional(),
  description: unsettableText.optional(),
  metadata: metadataParameter.optional(),
  receipt_email: z.union([z.literal("").transform(() => null), emailParameter]).optional(),
  statement_descriptor_suffix: textParameter(22).optional(),
  shipping: z.union([z.literal(""), z.looseObject({})]).optional(),
  expand: expandParameter,
});

/** POST /v1/payment_intents/:id. The amount can change only before a charge, the rest at any time. */
export async function updatePaymentIntent(store: Store, id: string, fields: FormFields): Promise<Shape> {
  const params = parseParameters(updateSchema, fields);
  const intent = await loadObject(store, paymentIntents, id, { lock: true });
  const amount = params.amount ?? intent.amount;
  const currency = params.currency ?? intent.currency;
  const repriced = amount !== intent.amount || currency !== intent.currency;
  if (repriced) {
    refuseSessionIntent(intent, "update");
    if (!isOpen(intent)) {
      throw unexpectedState(
        `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${openStatuses.join(", ")}.`,
        paymentIntentShape(intent),
      );
    }
    checkChargeable(amount, currency);
  }
  const updated: IntentState = {
    ...intent,
    amount,
    currency,
    description: params.description === undefined ? intent.description : params.description,
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
    metadata:
      params.metadata === undefined ? intent.metadata : mergeMetadata(intent.metadata, params.metadata),
    ...(repriced ? challengeAfter(intent, (await readStripeBehaviour(store)).challengeAfterUpdate) : {}),
  };
  await saveObject(store, paymentIntents, updated);
  return paymentIntentShape(updated);
}

/** The person on the challenge page agreed to the old amount. */
function challengeAfter(
  { status, challenge, amount }: IntentState,
  behaviour: StripeBehaviour["challengeAfterUpdate"],
): Partial<IntentState> {
  if (status !== "requires_action" || !challenge || behaviour === "charges-new-amount") return {};
  if (behaviour === "over") return { status: "requires_confirmation", challenge: null };
  return { challenge: { amount, ...challenge } };
}

const cancelSchema = z.strictObject({
  cancellation_reason: choiceParameter([
    "abandoned",
    "duplicate",
    "fraudulent",
    "requested_by_customer",
  ]).optional(),
  expand: expandParameter,
});

/** POST /v1/payment_intents/:id/cancel */
export async function cancelPaymentIntent(store: Store, id: string, fields: FormFields): Promise<Shape> {
  const params = parseParameters(cancelSchema, fields);
  const intent = await loadObject(store, paymentIntents, id, { lock: true });
  refuseSessionIntent(intent, "cancel");
  if (!isOpen(intent)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${[...openStatuses, "requires_capture", "processing"].join(", ")}.`,
      paymentIntentShape(intent),
    );
  }
  return paymentIntentShape(await cancelIntent(store, intent, params.cancellation_reason ?? null));
}

/** Ends an intent that the caller has locked. */
export async function cancelIntent(
  store: Store,
  intent: IntentState,
  reason: string | null,
): Promise<IntentState> {
  const cancelled: IntentState = {
    ...intent,
    status: "canceled",
    challenge: null,
    canceled_at: secondsNow(),
    cancellation_reason: reason,
  };
  await saveObject(store, paymentIntents, cancelled);
  recordEvent(store, "payment_intent.canceled", paymentIntentShape(cancelled));
  return cancelled;
}

const listSchema = z.strictObject({ ...listParameters, customer: textParameter().optional() });

/** GET /v1/payment_intents/:id */
export async function retrievePaymentIntent(store: Store, id: string): Promise<Shape> {
  return paymentIntentShape(await loadObject(store, paymentIntents, id));
}

/** GET /v1/payment_intents */
export async function listPaymentIntents(store: Store, fields: FormFields): Promise<Shape> {
  const request = parseParameters(listSchema, fields);
  const { states, hasMore } = await listObjects(store, paymentIntents, request);
  return listShape("/v1/payment_intents", states.map(paymentIntentShape), hasMore);
}
