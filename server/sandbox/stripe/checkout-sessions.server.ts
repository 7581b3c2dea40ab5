import { z } from "zod";
import type { Store } from "../store.server.ts";
import { addTask } from "../tasks.server.ts";
import type { FormFields } from "../wire-formats.ts";
import { checkoutSessionShape, lineItemShapes } from "./checkout-session-shapes.ts";
import { methodsOffered } from "./payment-intents.server.ts";
import { type SessionState, sessionTotal } from "./sandbox-state.ts";
import {
  checkoutSessions,
  insertObject,
  listObjects,
  loadObject,
  newId,
  randomText,
  secondsNow,
} from "./sandbox-store.server.ts";
import { invalidParameter } from "./stripe-failure.ts";
import {
  addressParameter,
  booleanParameter,
  checkChargeable,
  choiceParameter,
  currencyParameter,
  emailParameter,
  expandParameter,
  integerParameter,
  listParameters,
  mergeMetadata,
  metadataParameter,
  parseParameters,
  positiveInteger,
  type SandboxCurrency,
  textParameter,
} from "./stripe-parameters.ts";
import { listShape, type Shape } from "./stripe-shapes.ts";

/** A session stays open for 24 hours by default, and for at least 30 minutes. */
const LONGEST_SECONDS = 24 * 60 * 60;
const SHORTEST_SECONDS = 30 * 60;

const amountParameter = integerParameter.refine((amount) => amount >= 0, {
  error: "Invalid non-negative integer",
  params: { stripeCode: "parameter_invalid_integer" },
});

const lineSchema = z.strictObject({
  quantity: positiveInteger.optional(),
  price_data: z.strictObject({
    currency: currencyParameter,
    unit_amount: amountParameter,
    tax_behavior: choiceParameter(["inclusive", "exclusive", "unspecified"]).optional(),
    product_data: z.strictObject({
      name: textParameter(),
      description: textParameter().optional(),
      images: z.array(addressParameter).max(8).optional(),
      metadata: metadataParameter.optional(),
      tax_code: textParameter().optional(),
    }),
  }),
});

const shippingSchema = z.strictObject({
  shipping_rate_data: z.strictObject({
    display_name: textParameter(100),
    type: choiceParameter(["fixed_amount"]).optional(),
    fixed_amount: z.strictObject({ amount: amountParameter, currency: currencyParameter }),
    delivery_estimate: z.looseObject({}).optional(),
    tax_behavior: choiceParameter(["inclusive", "exclusive", "unspecified"]).optional(),
    tax_code: textParameter().optional(),
    metadata: metadataParameter.optional(),
  }),
});

const createSchema = z.strictObject({
  mode: choiceParameter(["payment"]),
  ui_mode: choiceParameter(["hosted_page"]).optional(),
  line_items: z.array(lineSchema).min(1).max(100),
  success_url: addressParameter,
  cancel_url: addressParameter.optional(),
  client_reference_id: textParameter(200).optional(),
  currency: currencyParameter.optional(),
  customer_email: emailParameter.optional(),
  customer_creation: choiceParameter(["always", "if_required"]).optional(),
  adaptive_pricing: z.strictObject({ enabled: booleanParameter.optional() }).optional(),
  billing_address_collection: choiceParameter(["auto", "required"]).optional(),
  expires_at: integerParameter.optional(),
  locale: textParameter(10).optional(),
  metadata: metadataParameter.optional(),
  allowed_payment_method_types: z.array(choiceParameter(["card"])).optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadataParameter.optional(),
      description: textParameter(1000).optional(),
      receipt_email: emailParameter.optional(),
      statement_descriptor_suffix: textParameter(22).optional(),
      capture_method: choiceParameter(["automatic", "automatic_async"]).optional(),
      shipping: z.looseObject({}).optional(),
    })
    .optional(),
  phone_number_collection: z.strictObject({ enabled: booleanParameter }).optional(),
  allow_promotion_codes: booleanParameter.optional(),
  shipping_options: z.array(shippingSchema).max(5).optional(),
  submit_type: choiceParameter(["auto", "book", "donate", "pay"]).optional(),
  expand: expandParameter,
});

const listSchema = z.strictObject({
  ...listParameters,
  payment_intent: textParameter().optional(),
  status: choiceParameter(["open", "complete", "expired"]).optional(),
});

/** POST /v1/checkout/sessions. Its page is at the shop's own address, taken from `success_url`. */
export async function createCheckoutSession(store: Store, fields: FormFields): Promise<Shape> {
  const params = parseParameters(createSchema, fields);
  const id = `cs_test_${randomText(58)}`;
  const created = secondsNow();
  const session: SessionState = {
    id,
    created,
    expires_at: expiryOf(params.expires_at, created),
    status: "open",
    payment_status: "unpaid",
    currency: oneCurrency(params),
    lines: params.line_items.map(({ quantity, price_data }) => ({
      id: newId("li"),
      name: price_data.product_data.name,
      description: price_data.product_data.description ?? null,
      quantity: quantity ?? 1,
      unit_amount: price_data.unit_amount,
    })),
    shipping: shippingOf(params.shipping_options),
    url: `${new URL(params.success_url).origin}/sandbox/stripe/checkout/${id}`,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    customer_email: params.customer_email ?? null,
    locale: params.locale ?? null,
    submit_type: params.submit_type ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    payment_method_types: await methodsOffered(store, params.allowed_payment_method_types),
    // The dashboard's own setting is on, as in a new account.
    adaptive_pricing: params.adaptive_pricing?.enabled ?? true,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: null,
    payment_intent_data: {
      metadata: mergeMetadata({}, params.payment_intent_data?.metadata),
      description: params.payment_intent_data?.description ?? null,
      receipt_email: params.payment_intent_data?.receipt_email ?? null,
      statement_descriptor_suffix: params.payment_intent_data?.statement_descriptor_suffix ?? null,
    },
  };
  checkChargeable(sessionTotal(session), session.currency, "line_items");
  insertObject(store, checkoutSessions, session);
  addTask(store, "expire_session", session.id, session.expires_at * 1000);
  return checkoutSessionShape(session);
}

function expiryOf(requested: number | undefined, created: number): number {
  const expiry = requested ?? created + LONGEST_SECONDS;
  // Accepts slightly less than 30 minutes, for clocks that differ by seconds.
  if (expiry < created + SHORTEST_SECONDS - 60) {
    throw invalidParameter(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      undefined,
      "expires_at",
    );
  }
  if (expiry > created + LONGEST_SECONDS) {
    throw invalidParameter(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      undefined,
      "expires_at",
    );
  }
  return expiry;
}

function oneCurrency(params: z.output<typeof createSchema>): SandboxCurrency {
  const currencies = new Set([
    ...params.line_items.map((line) => line.price_data.currency),
    ...(params.shipping_options ?? []).map((option) => option.shipping_rate_data.fixed_amount.currency),
    ...(params.currency ? [params.currency] : []),
  ]);
  const [currency, other] = currencies;
  if (!currency || other)
    throw invalidParameter("All prices must have the same currency.", undefined, "line_items");
  return currency;
}

function shippingOf(options: z.output<typeof createSchema>["shipping_options"]): SessionState["shipping"] {
  const rate = options?.[0]?.shipping_rate_data;
  return rate ? { id: newId("shr"), name: rate.display_name, amount: rate.fixed_amount.amount } : null;
}

/** GET /v1/checkout/sessions/:id */
export async function retrieveCheckoutSession(store: Store, id: string): Promise<Shape> {
  return checkoutSessionShape(await loadObject(store, checkoutSessions, id));
}

/** GET /v1/checkout/sessions */
export async function listCheckoutSessions(store: Store, fields: FormFields): Promise<Shape> {
  const { payment_intent, status, ...request } = parseParameters(listSchema, fields);
  const { states, hasMore } = await listObjects(store, checkoutSessions, request, { payment_intent, status });
  return listShape("/v1/checkout/sessions", states.map(checkoutSessionShape), hasMore);
}

const lineListSchema = z.strictObject({
  limit: listParameters.limit,
  starting_after: listParameters.starting_after,
  expand: expandParameter,
});

/** GET /v1/checkout/sessions/:id/line_items */
export async function listSessionLineItems(store: Store, id: string, fields: FormFields): Promise<Shape> {
  const request = parseParameters(lineListSchema, fields);
  const session = await loadObject(store, checkoutSessions, id);
  const all = lineItemShapes(session);
  const after = all.findIndex((line) => line.id === request.starting_after) + 1;
  const shown = all.slice(after, after + (request.limit ?? 10));
  return listShape(`/v1/checkout/sessions/${id}/line_items`, shown, after + shown.length < all.length);
}
