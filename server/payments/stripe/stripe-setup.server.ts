import type Stripe from "stripe";
import type { ProviderWebhook } from "../webhook-events.ts";
import type { StripeGateway } from "./stripe-gateway.server.ts";

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
