import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { FormFields } from "../form-encoding.ts";
import { recordEvent } from "./record-event.server.ts";
import type { IntentState } from "./sandbox-state.ts";
import { insertObject, newId, paymentIntents, randomText, secondsNow } from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";
import {
  booleanParameter,
  checkChargeable,
  choiceParameter,
  currencyParameter,
  emailParameter,
  expandParameter,
  mergeMetadata,
  metadataParameter,
  parseParameters,
  positiveInteger,
  type SandboxCurrency,
  textParameter,
} from "./stripe-parameters.ts";
import { paymentIntentShape } from "./stripe-shapes.ts";
import { readStripeTempers } from "./stripe-tempers.server.ts";

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
  payment_method_types: string[];
  session: string | null;
}

/** POST /v1/payment_intents, up to the confirmation that `confirm=true` asks for. */
export async function createPaymentIntent(em: EntityManager, fields: FormFields): Promise<IntentState> {
  const given = parseParameters(createSchema, fields);
  checkChargeable(given.amount, given.currency);
  const automatic = given.automatic_payment_methods ?? { enabled: true };
  return addIntent(em, {
    amount: given.amount,
    currency: given.currency,
    metadata: mergeMetadata({}, given.metadata),
    description: given.description ?? null,
    receipt_email: given.receipt_email ?? null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
    automatic_payment_methods: { allow_redirects: "always", ...automatic },
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    payment_method_types: await methodsOffered(em, given.allowed_payment_method_types),
    session: null,
  });
}

/**
 * What of the dashboard's methods a payment may be made with.
 * @throws StripeFailure when none is left
 */
export async function methodsOffered(em: EntityManager, allowed: string[] | undefined): Promise<string[]> {
  const { dashboardMethods } = await readStripeTempers(em);
  const offered = dashboardMethods.filter((method) => !allowed || allowed.includes(method));
  if (offered.length > 0) return offered;
  throw invalidRequest(
    "No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).",
  );
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
