import type Stripe from "stripe";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import { pendingDeliveries } from "../tasks.server.ts";
import type { FormFields } from "../wire-formats.ts";
import { chargeShape } from "./charge-shapes.ts";
import type { PaymentMethodDomainState, WebhookEndpointState } from "./sandbox-state.ts";
import {
  charges,
  events,
  insertObject,
  listObjects,
  loadObject,
  newId,
  paymentMethodDomains,
  saveObject,
  secondsNow,
  webhookEndpoints,
} from "./sandbox-store.server.ts";
import {
  addressParameter,
  booleanParameter,
  expandParameter,
  listParameters,
  parseParameters,
  textParameter,
} from "./stripe-parameters.ts";
import { apiVersion, eventShape, isLiveMode, listShape, type Shape } from "./stripe-shapes.ts";

const eventListSchema = z.strictObject({
  ...listParameters,
  type: textParameter().optional(),
  types: z.array(textParameter()).max(20).optional(),
});

const chargeListSchema = z.strictObject({ ...listParameters, payment_intent: textParameter().optional() });

/** GET /v1/events/:id */
export async function retrieveEvent(store: Store, id: string): Promise<Shape> {
  const event = await loadObject(store, events, id);
  const pending = await pendingDeliveries(store, [id]);
  return eventShape(event, pending.has(id) ? 1 : 0);
}

/** GET /v1/events */
export async function listEvents(store: Store, fields: FormFields): Promise<Shape> {
  const { type, types, ...request } = parseParameters(eventListSchema, fields);
  const { states, hasMore } = await listObjects(store, events, request, { type: type ?? types });
  const pending = await pendingDeliveries(
    store,
    states.map((event) => event.id),
  );
  return listShape(
    "/v1/events",
    states.map((event) => eventShape(event, pending.has(event.id) ? 1 : 0)),
    hasMore,
  );
}

/** GET /v1/charges/:id */
export async function retrieveCharge(store: Store, id: string): Promise<Shape> {
  return chargeShape(await loadObject(store, charges, id));
}

/** GET /v1/charges */
export async function listCharges(store: Store, fields: FormFields): Promise<Shape> {
  const { payment_intent, ...request } = parseParameters(chargeListSchema, fields);
  const { states, hasMore } = await listObjects(store, charges, request, { payment_intent });
  return listShape("/v1/charges", states.map(chargeShape), hasMore);
}

/** GET /v1/balance: everything received and not refunded. The sandbox charges no fees and makes no payouts. */
export async function retrieveBalance(store: Store, fields: FormFields): Promise<Shape> {
  parseParameters(z.strictObject({ expand: expandParameter }), fields);
  const rows = await store.query(
    z.object({ currency: z.string(), amount: z.coerce.number() }),
    `select body->>'currency' as currency,
            sum((body->>'amount')::bigint - (body->>'amount_refunded')::bigint) as amount from sandbox.object
      where provider = 'stripe' and kind = 'charge' and body->>'status' = 'succeeded' group by 1 order by 1`,
  );
  const kept = rows.length > 0 ? rows : [{ currency: "gbp", amount: 0 }];
  const shape: Stripe.Balance = {
    object: "balance",
    available: kept.map(({ amount, currency }) => ({ amount, currency, source_types: { card: amount } })),
    livemode: isLiveMode(),
    pending: kept.map(({ currency }) => ({ amount: 0, currency, source_types: { card: 0 } })),
  };
  return shape;
}

const endpointSchema = z.strictObject({
  url: addressParameter,
  enabled_events: z.array(textParameter()),
  expand: expandParameter,
});

/** POST /v1/webhook_endpoints. Only stored: the sandbox sends its events to the shop that started it. */
export async function createWebhookEndpoint(store: Store, fields: FormFields): Promise<Shape> {
  const { url, enabled_events } = parseParameters(endpointSchema, fields);
  const endpoint: WebhookEndpointState = {
    id: newId("we"),
    created: secondsNow(),
    url,
    enabled_events,
    status: "enabled",
  };
  insertObject(store, webhookEndpoints, endpoint);
  return webhookEndpointShape(endpoint);
}

const endpointChangeSchema = endpointSchema.partial().extend({ disabled: booleanParameter.optional() });

/** POST /v1/webhook_endpoints/:id */
export async function updateWebhookEndpoint(store: Store, id: string, fields: FormFields): Promise<Shape> {
  const params = parseParameters(endpointChangeSchema, fields);
  const endpoint = await loadObject(store, webhookEndpoints, id, { lock: true });
  const disabled = params.disabled ?? endpoint.status === "disabled";
  const changed: WebhookEndpointState = {
    ...endpoint,
    url: params.url ?? endpoint.url,
    enabled_events: params.enabled_events ?? endpoint.enabled_events,
    status: disabled ? "disabled" : "enabled",
  };
  await saveObject(store, webhookEndpoints, changed);
  return webhookEndpointShape(changed);
}

const endpointListSchema = z.strictObject(listParameters);

/** GET /v1/webhook_endpoints */
export async function listWebhookEndpoints(store: Store, fields: FormFields): Promise<Shape> {
  const request = parseParameters(endpointListSchema, fields);
  const { states, hasMore } = await listObjects(store, webhookEndpoints, request);
  return listShape("/v1/webhook_endpoints", states.map(webhookEndpointShape), hasMore);
}

const domainSchema = z.strictObject({
  domain_name: textParameter(),
  enabled: booleanParameter.optional(),
  expand: expandParameter,
});

/** POST /v1/payment_method_domains */
export async function createPaymentMethodDomain(store: Store, fields: FormFields): Promise<Shape> {
  const { domain_name, enabled = true } = parseParameters(domainSchema, fields);
  const domain: PaymentMethodDomainState = { id: newId("pmd"), created: secondsNow(), domain_name, enabled };
  insertObject(store, paymentMethodDomains, domain);
  return paymentMethodDomainShape(domain);
}

const domainListSchema = z.strictObject({
  ...listParameters,
  domain_name: textParameter().optional(),
  enabled: booleanParameter.optional(),
});

/** GET /v1/payment_method_domains */
export async function listPaymentMethodDomains(store: Store, fields: FormFields): Promise<Shape> {
  const { domain_name, enabled, ...request } = parseParameters(domainListSchema, fields);
  const match = { domain_name, enabled: enabled === undefined ? undefined : String(enabled) };
  const { states, hasMore } = await listObjects(store, paymentMethodDomains, request, match);
  return listShape("/v1/payment_method_domains", states.map(paymentMethodDomainShape), hasMore);
}

function webhookEndpointShape(endpoint: WebhookEndpointState): Shape {
  const shape: Stripe.WebhookEndpoint = {
    id: endpoint.id,
    object: "webhook_endpoint",
    api_version: apiVersion,
    application: null,
    created: endpoint.created,
    description: null,
    enabled_events: endpoint.enabled_events,
    livemode: isLiveMode(),
    metadata: {},
    status: endpoint.status,
    url: endpoint.url,
  };
  return { ...shape };
}

function paymentMethodDomainShape(domain: PaymentMethodDomainState): Shape {
  const active = { status: "active" } as const;
  const shape: Stripe.PaymentMethodDomain = {
    id: domain.id,
    object: "payment_method_domain",
    amazon_pay: active,
    apple_pay: active,
    created: domain.created,
    domain_name: domain.domain_name,
    enabled: domain.enabled,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: isLiveMode(),
    paypal: active,
  };
  return { ...shape };
}
