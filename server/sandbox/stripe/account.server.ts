import type Stripe from "stripe";
import type { Store } from "../store.server.ts";
import type { PaymentMethodDomainState, WebhookEndpointState } from "./sandbox-state.ts";
import { listObjects, paymentMethodDomains, webhookEndpoints } from "./sandbox-store.server.ts";
import type { Fields } from "./stripe-parameters.ts";
import { apiVersion, isLiveMode, listShape } from "./stripe-shapes.ts";

/** GET /v1/webhook_endpoints. Only kept: the sandbox sends its events to the shop that started it. */
export function listWebhookEndpoints(store: Store, fields: Fields): object {
  const { states, hasMore } = listObjects(store, webhookEndpoints, fields);
  return listShape("/v1/webhook_endpoints", states.map(webhookEndpointShape), hasMore);
}

/** GET /v1/payment_method_domains */
export function listPaymentMethodDomains(store: Store, fields: Fields): object {
  const name = fields.get("domain_name");
  const isAsked = (domain: PaymentMethodDomainState) => name === undefined || domain.domain_name === name;
  const { states, hasMore } = listObjects(store, paymentMethodDomains, fields, isAsked);
  return listShape("/v1/payment_method_domains", states.map(paymentMethodDomainShape), hasMore);
}

function webhookEndpointShape(endpoint: WebhookEndpointState): Stripe.WebhookEndpoint {
  return {
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
}

function paymentMethodDomainShape(domain: PaymentMethodDomainState): Stripe.PaymentMethodDomain {
  const active = { status: "active" } as const;
  return {
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
}
