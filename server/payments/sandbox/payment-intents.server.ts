import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { FormFields } from "./form-encoding.ts";
import { recordEvent } from "./record-event.server.ts";
import type { IntentState } from "./sandbox-state.ts";
import {
  insertObject,
  listObjects,
  loadObject,
  newId,
  paymentIntents,
  randomText,
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

const automaticSchema = z.strictObject({
  enabled: booleanParameter,
  allow_redirects: choiceParameter(["always", "never"]).optional(),
});

const createSchema = z.strictObject({
  amount: positiveInteger,
  currency: currencyParameter,
  automatic_payment_methods: automaticSchema.optional(),
  payment_method_types: z.array(choiceParameter(["card"])).optional(),
  allowed_payment_method_types: z.array(choiceParameter(["card"])).optional(),
  capture_method: choiceParameter(["automatic", "automatic_async"]).optional(),
  confirmation_method: choiceParameter(["automatic"]).optional(),
  description: textParameter(1000).optional(),
  metadata: metadataParameter.optional(),
  receipt_email: emailParameter.optional(),
  statement_descriptor_suffix: textParameter(22).optional(),
  shipping: z.looseObject({}).optional(),
  // Read by the endpoint that confirms at once.
  confirm: booleanParameter.optional(),
  payment_method: textParameter().optional(),
  payment_method_data: z.looseObject({}).optional(),
  return_url: textParameter().optional(),
  off_session: booleanParameter.optional(),
  error_on_requires_action: booleanParameter.optional(),
  use_stripe_sdk: booleanParameter.optional(),
  expand: expandParameter,
});

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

const cancelSchema = z.strictObject({
  cancellation_reason: choiceParameter([
    "abandoned",
    "duplicate",
    "fraudulent",
    "requested_by_customer",
  ]).optional(),
  expand: expandParameter,
});

const listSchema = z.strictObject({ ...listParameters, customer: textParameter().optional() });

/** What a new intent needs; the session's own intent is made from it too. */
export interface NewIntent {
  amount: number;
  currency: SandboxCurrency;
  metadata: Record<string, string>;
  description: string | null;
  receipt_email: string | null;
  statement_descriptor_suffix: string | null;
  automatic_payment_methods: IntentState["automatic_payment_methods"];
  allowed_payment_method_types: string[] | null;
  session: string | null;
}

/** POST /v1/payment_intents, up to the confirmation that `confirm=true` asks for. */
export function createPaymentIntent(em: EntityManager, fields: FormFields): IntentState {
  const given = parseParameters(createSchema, fields);
  checkChargeable(given.amount, given.currency);
  if (given.payment_method_types && given.automatic_payment_methods?.enabled) {
    throw invalidRequest(
      "You may only specify one of these parameters: automatic_payment_methods, payment_method_types.",
    );
  }
  const automatic =
    given.automatic_payment_methods ?? (given.payment_method_types ? undefined : { enabled: true });
  return addIntent(em, {
    amount: given.amount,
    currency: given.currency,
    metadata: mergeMetadata({}, given.metadata),
    description: given.description ?? null,
    receipt_email: given.receipt_email ?? null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
    automatic_payment_methods: automatic ? { allow_redirects: "always", ...automatic } : null,
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    session: null,
  });
}

export function addIntent(em: EntityManager, given: NewIntent): IntentState {
  const id = newId("pi");
  const intent: IntentState = {
    id,
    ...given,
    amount_received: 0,
    status: "requires_payment_method",
    client_secret: `${id}_secret_${randomText(25)}`,
    created: secondsNow(),
    payment_method_types: ["card"],
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    challenge: null,
    canceled_at: null,
    cancellation_reason: null,
  };
  insertObject(em, paymentIntents, intent);
  recordEvent(em, "payment_intent.created", paymentIntentShape(intent));
  return intent;
}

/** GET /v1/payment_intents/:id */
export async function retrievePaymentIntent(em: EntityManager, id: string): Promise<Shape> {
  return paymentIntentShape(await loadObject(em, paymentIntents, id));
}

/** GET /v1/payment_intents */
export async function listPaymentIntents(em: EntityManager, fields: FormFields): Promise<Shape> {
  const request = parseParameters(listSchema, fields);
  const { states, hasMore } = await listObjects(em, paymentIntents, request);
  return listShape("/v1/payment_intents", states.map(paymentIntentShape), hasMore);
}

const chargeable = ["requires_payment_method", "requires_confirmation", "requires_action"] as const;

export function isOpen(intent: IntentState): boolean {
  return chargeable.some((status) => status === intent.status);
}

/** POST /v1/payment_intents/:id — the amount only while nothing has been charged, the rest at any time. */
export async function updatePaymentIntent(em: EntityManager, id: string, fields: FormFields): Promise<Shape> {
  const given = parseParameters(updateSchema, fields);
  const intent = await loadObject(em, paymentIntents, id, { lock: true });
  const amount = given.amount ?? intent.amount;
  const currency = given.currency ?? intent.currency;
  const repriced = amount !== intent.amount || currency !== intent.currency;
  if (repriced) {
    refuseSessionIntent(intent, "update");
    if (!isOpen(intent)) {
      throw unexpectedState(
        "payment_intent_unexpected_state",
        `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${chargeable.join(", ")}.`,
        paymentIntentShape(intent),
      );
    }
    checkChargeable(amount, currency);
  }
  const updated: IntentState = {
    ...intent,
    amount,
    currency,
    description: given.description === undefined ? intent.description : given.description,
    receipt_email: given.receipt_email === undefined ? intent.receipt_email : given.receipt_email,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
    metadata: given.metadata === undefined ? intent.metadata : mergeMetadata(intent.metadata, given.metadata),
    // What was agreed to on the challenge page was the old amount.
    ...(repriced && intent.status === "requires_action"
      ? { status: "requires_confirmation" as const, challenge: null }
      : {}),
  };
  await saveObject(em, paymentIntents, updated);
  return paymentIntentShape(updated);
}

/** POST /v1/payment_intents/:id/cancel */
export async function cancelPaymentIntent(em: EntityManager, id: string, fields: FormFields): Promise<Shape> {
  const given = parseParameters(cancelSchema, fields);
  const intent = await loadObject(em, paymentIntents, id, { lock: true });
  refuseSessionIntent(intent, "cancel");
  if (!isOpen(intent)) {
    throw unexpectedState(
      "payment_intent_unexpected_state",
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${[...chargeable, "requires_capture", "processing"].join(", ")}.`,
      paymentIntentShape(intent),
    );
  }
  return paymentIntentShape(await cancelIntent(em, intent, given.cancellation_reason ?? null));
}

/** Ends an intent that the caller has locked. */
export async function cancelIntent(
  em: EntityManager,
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
  await saveObject(em, paymentIntents, cancelled);
  recordEvent(em, "payment_intent.canceled", paymentIntentShape(cancelled));
  return cancelled;
}

/** The intent of a hosted Checkout session follows the session. */
export function refuseSessionIntent(intent: IntentState, deed: "update" | "cancel" | "confirm"): void {
  if (!intent.session) return;
  throw unexpectedState(
    "payment_intent_unexpected_state",
    `You cannot ${deed} this PaymentIntent because it was created by a Checkout Session.`,
    paymentIntentShape(intent),
  );
}
