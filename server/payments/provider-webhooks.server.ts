import type Stripe from "stripe";
import { z } from "zod";
import type { PayPalGateway, StripeGateway } from "./gateways.ts";
import { unlessMissing } from "./paypal/paypal-calls.server.ts";

/** Where a provider sends events, as it is set up there. */
export interface ProviderWebhook {
  address: string;
  isEnabled: boolean;
  /** Names of events; `*` is all of them. */
  events: string[];
}

/** The largest page that Stripe gives. */
const PAGE = 100;

/** Every webhook endpoint of the account, in the mode of the key. @throws Stripe's errors */
export async function listStripeWebhooks({ client }: StripeGateway): Promise<ProviderWebhook[]> {
  const webhooks: ProviderWebhook[] = [];
  for await (const endpoint of client.webhookEndpoints.list({ limit: PAGE })) {
    webhooks.push({
      address: endpoint.url,
      isEnabled: endpoint.status === "enabled",
      events: endpoint.enabled_events,
    });
  }
  return webhooks;
}

/** What Stripe.js may offer at a host: wallets only where the host is registered. */
export type WalletDomain = Pick<Stripe.PaymentMethodDomain, "enabled" | "apple_pay" | "google_pay">;

/** A host among Stripe's payment method domains; undefined when it is not registered. @throws Stripe's errors */
export async function findWalletDomain(
  { client }: StripeGateway,
  host: string,
): Promise<WalletDomain | undefined> {
  return (await client.paymentMethodDomains.list({ domain_name: host, limit: 1 })).data[0];
}

/** GET /v1/notifications/webhooks/{id} (developer.paypal.com, "Webhooks Management"), as far as this shop reads it. */
const payPalWebhookSchema = z.looseObject({
  url: z.string(),
  event_types: z.array(z.looseObject({ name: z.string(), status: z.string().optional() })),
});

/** The webhook that PAYPAL_WEBHOOK_ID names; undefined when PayPal knows none of this id. @throws PayPalError */
export async function findPayPalWebhook({
  client,
  webhookId,
}: PayPalGateway): Promise<ProviderWebhook | undefined> {
  const path = `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`;
  const webhook = await unlessMissing(client.send(payPalWebhookSchema, "GET", path));
  if (!webhook) return undefined;
  const sent = webhook.event_types.filter(({ status }) => status !== "DISABLED");
  return { address: webhook.url, isEnabled: true, events: sent.map(({ name }) => name) };
}
