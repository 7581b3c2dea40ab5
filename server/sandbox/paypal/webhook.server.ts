import { crc32 } from "node:zlib";
import { z } from "zod";
import { type SandboxPayPalKeys, signatureMatches, signatureOf } from "../sandbox-process.server.ts";
import type { Store } from "../store.server.ts";
import { invalidRequest } from "./paypal-failure.ts";
import { eventStateSchema, link, type PayPalShape, payPalEventShape } from "./paypal-shapes.ts";

const KIND = "webhook";

const webhookSchema = z.object({ url: z.string(), events: z.array(z.string()) });

/** `*` means all events, as in PayPal's own subscription. */
const asSetUp = (shopUrl: string) => ({ url: `${shopUrl}/webhooks/paypal`, events: ["*"] });

/** GET /v1/notifications/webhooks/:id: the one webhook of the shop's app. */
export async function readWebhook(store: Store, id: string, shopUrl: string): Promise<PayPalShape> {
  const row = await store.find({ id, provider: "paypal", kind: KIND });
  return webhookShape(id, webhookSchema.parse(row?.body ?? asSetUp(shopUrl)));
}

const patchSchema = z.array(
  z.discriminatedUnion("path", [
    z.object({ op: z.literal("replace"), path: z.literal("/url"), value: z.url() }),
    z.object({
      op: z.literal("replace"),
      path: z.literal("/event_types"),
      value: z.array(z.object({ name: z.string() })).min(1),
    }),
  ]),
);

/** PATCH /v1/notifications/webhooks/:id: another address, or other events. */
export async function patchWebhook(
  store: Store,
  id: string,
  shopUrl: string,
  body: unknown,
): Promise<PayPalShape> {
  const patches = patchSchema.safeParse(body).data;
  if (!patches) throw invalidRequest("INVALID_PARAMETER_VALUE", "/");
  const row = await store.find({ id, provider: "paypal", kind: KIND });
  const webhook = webhookSchema.parse(row?.body ?? asSetUp(shopUrl));
  for (const patch of patches) {
    if (patch.path === "/url") webhook.url = patch.value;
    else webhook.events = patch.value.map(({ name }) => name);
  }
  store.put({ id, provider: "paypal", kind: KIND, body: webhook });
  return webhookShape(id, webhook);
}

function webhookShape(id: string, { url, events }: z.infer<typeof webhookSchema>): PayPalShape {
  const path = `/v1/notifications/webhooks/${id}`;
  return {
    id,
    url,
    event_types: events.map((name) => ({ name, description: name, status: "ENABLED" })),
    links: [link(path, "self"), link(path, "update", "PATCH"), link(path, "delete", "DELETE")],
  };
}

const eventListSchema = z.strictObject({
  event_type: z.string().optional(),
  page_size: z.coerce.number().int().min(1).max(300).default(10),
});

/** GET /v1/notifications/webhooks-events: the sent events, newest first. */
export async function listPayPalEvents(store: Store, query: Record<string, string>): Promise<PayPalShape> {
  const input = eventListSchema.safeParse(query).data;
  if (!input) throw invalidRequest("INVALID_PARAMETER_VALUE", "query");
  const { event_type: type = null, page_size: size } = input;
  const rows = await store.query(
    z.object({ body: eventStateSchema }),
    `select body from sandbox.object where provider = 'paypal' and kind = 'event'
        and ($1::text is null or body->>'event_type' = $1) order by created_at desc, id desc limit $2`,
    [type, size],
  );
  const events = rows.map(({ body }) => payPalEventShape(body));
  return { events, count: events.length, links: [link("/v1/notifications/webhooks-events", "self")] };
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
export function isTransmissionValid(
  keys: SandboxPayPalKeys,
  signature: {
    transmission_id: string;
    transmission_time: string;
    transmission_sig: string;
    webhook_id: string;
  },
  body: string,
): boolean {
  const transmission = { id: signature.transmission_id, time: signature.transmission_time, body };
  return (
    signature.webhook_id === keys.webhookId &&
    signatureMatches(signTransmission(keys, transmission), signature.transmission_sig)
  );
}
