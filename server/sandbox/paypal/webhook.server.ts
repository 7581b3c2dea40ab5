import { crc32 } from "node:zlib";
import type { z } from "zod";
import { type SandboxPayPalKeys, signatureMatches, signatureOf } from "../sandbox-process.server.ts";
import type { Kind, Store } from "../store.server.ts";
import type { verifyRequest } from "./paypal-requests.server.ts";

interface WebhookState {
  id: string;
  url: string;
  events: string[];
}

export const payPalWebhooks: Kind<WebhookState> = { provider: "paypal", kind: "webhook" };

/** The one webhook of the shop's app. `*` means all events, as in PayPal's own subscription. */
export function findWebhook(store: Store, id: string, shopUrl: string): WebhookState {
  return store.find(payPalWebhooks, id) ?? { id, url: `${shopUrl}/webhooks/paypal`, events: ["*"] };
}

/** GET /v1/notifications/webhooks/:id */
export function webhookShape({ id, url, events }: WebhookState): object {
  return {
    id,
    url,
    event_types: events.map((name) => ({ name, status: "ENABLED" })),
  };
}

interface Transmission {
  id: string;
  time: string;
  body: string;
}

/** Stands for PayPal's certificate signature, over the same text: ids, time and the body's checksum. */
function signTransmission(keys: SandboxPayPalKeys, { id, time, body }: Transmission): string {
  const text = `${id}|${time}|${keys.webhookId}|${crc32(body)}`;
  // PayPal accepts none that begins with a sign.
  return `v1${signatureOf(keys.clientSecret, "paypal sandbox transmission", text)}`;
}

/** The headers of PayPal's events. */
export function transmissionHeaders(
  keys: SandboxPayPalKeys,
  transmission: Transmission,
): Record<string, string> {
  return {
    "PayPal-Transmission-Id": transmission.id,
    "PayPal-Transmission-Time": transmission.time,
    "PayPal-Transmission-Sig": signTransmission(keys, transmission),
    "PayPal-Cert-Url": "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-SANDBOX",
    "PayPal-Auth-Algo": "SHA256withRSA",
  };
}

/** POST /v1/notifications/verify-webhook-signature */
export function isTransmissionValid(keys: SandboxPayPalKeys, sent: z.output<typeof verifyRequest>): boolean {
  const { transmission_id: id, transmission_time: time, webhook_event: event } = sent;
  const expected = signTransmission(keys, { id, time, body: JSON.stringify(event) });
  return sent.webhook_id === keys.webhookId && signatureMatches(expected, sent.transmission_sig);
}
