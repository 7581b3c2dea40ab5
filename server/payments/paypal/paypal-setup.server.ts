import { z } from "zod";
import type { ProviderWebhook } from "../webhook-events.ts";
import { unlessMissing } from "./paypal-calls.server.ts";
import type { PayPalGateway } from "./paypal-gateway.server.ts";

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
