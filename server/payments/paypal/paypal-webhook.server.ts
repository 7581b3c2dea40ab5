import { z } from "zod";
import { countAgainstLimit, returnToLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { ProviderEvent, RefundEvent, VerifiedEvent, WebhookDelivery } from "../provider.ts";
import { findPayPalCapture, type PayPalGateway, requirePayPal } from "./paypal-client.server.ts";
import { findPayPalRefund, refundInEvent } from "./paypal-money.server.ts";

/** Of every event, whatever it is about. */
const deliveredSchema = z.looseObject({ id: z.string().min(1).max(200), event_type: z.string().max(100) });

/** An account has events of much that this shop does not sell by: what it has no use for may have any shape. */
const eventSchema = deliveredSchema.extend({
  resource: z
    .looseObject({
      id: z.string().optional().catch(undefined),
      dispute_id: z.string().optional().catch(undefined),
      links: z
        .array(z.looseObject({ rel: z.string(), href: z.string() }))
        .optional()
        .catch(undefined),
      supplementary_data: z
        .looseObject({ related_ids: z.looseObject({ capture_id: z.string().optional() }).optional() })
        .optional()
        .catch(undefined),
      disputed_transactions: z
        .array(z.looseObject({ seller_transaction_id: z.string().optional() }))
        .optional()
        .catch(undefined),
    })
    .catch({}),
});

type PayPalEvent = z.infer<typeof eventSchema>;

/**
 * @throws ShopError `bad_request` when PayPal says that it did not send exactly these bytes, `rate_limited` for a
 * sender of many such
 */
export async function verifyPayPalEvent(
  context: Context,
  { body: bytes, headers }: WebhookDelivery,
): Promise<VerifiedEvent> {
  const body = new TextDecoder().decode(bytes);
  const event = eventIn(body);
  const delivery = { body, headers, now: context.clock.now() };
  // Asking PayPal costs, and anybody can send what looks like an event.
  const sender = { clientAddress: headers.get("x-client-address") ?? "" };
  await countAgainstLimit(sender, "forged-event");
  if (!event || !(await isFromPayPal(requirePayPal(context), delivery))) {
    throw new ShopError("bad_request", "The signature of this event is not valid.");
  }
  await returnToLimit(sender, "forged-event");
  return { id: event.id, type: event.event_type, payload: JSON.stringify(event) };
}

function eventIn(body: string): z.infer<typeof deliveredSchema> | undefined {
  try {
    return deliveredSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** What an event that has been verified is about: on its arrival, or as it was kept. */
export function readPayPalEvent(payload: unknown): ProviderEvent {
  const event = eventSchema.parse(payload);
  const { resource } = event;
  const id = resource.id ?? "";
  switch (event.event_type) {
    // The payer said yes; the browser may have vanished before it could tell us.
    case "CHECKOUT.ORDER.APPROVED":
      return { about: "session", id };
    case "PAYMENT.CAPTURE.COMPLETED":
    case "PAYMENT.CAPTURE.PENDING":
    case "PAYMENT.CAPTURE.DENIED":
    case "PAYMENT.CAPTURE.DECLINED":
      return {
        about: "payment",
        id,
        isRefusal: false,
        isPaid: event.event_type === "PAYMENT.CAPTURE.COMPLETED",
      };
    case "PAYMENT.CAPTURE.REFUNDED":
    case "PAYMENT.CAPTURE.REVERSED":
    case "PAYMENT.REFUND.PENDING":
    case "PAYMENT.REFUND.FAILED": {
      const paymentId = captureOfRefund(resource);
      return { about: "refund", paymentId, look: (context) => lookAtRefund(context, event, paymentId) };
    }
    case "CUSTOMER.DISPUTE.CREATED":
    case "CUSTOMER.DISPUTE.UPDATED":
    case "CUSTOMER.DISPUTE.RESOLVED": {
      const paymentId = resource.disputed_transactions?.[0]?.seller_transaction_id;
      return { about: "dispute", id: resource.dispute_id ?? "", paymentId };
    }
    default:
      return { about: "nothing of ours" };
  }
}

/**
 * A refund or a reversal. Where PayPal does not show the refund that its own event is about (a reversal's id need not
 * be a refund's), the verified event is what is known of it.
 */
async function lookAtRefund(
  context: Context,
  { resource, event_type: type }: PayPalEvent,
  captureId: string,
): Promise<RefundEvent> {
  const reported = (await findPayPalRefund(context, resource.id ?? "")) ?? refundInEvent(resource, type);
  const capture = await findPayPalCapture(requirePayPal(context), captureId);
  return { reported, isAll: capture?.status === "REFUNDED" };
}

/** A refund names its capture as the link "up"; what has none is the capture itself. */
function captureOfRefund({ id, links, supplementary_data: more }: PayPalEvent["resource"]): string {
  const up = links?.find(({ rel, href }) => rel === "up" && href.includes("/captures/"))?.href;
  return up?.split("/").at(-1) ?? more?.related_ids?.capture_id ?? id ?? "";
}

const verdictSchema = z.object({ verification_status: z.string() });

const OLDEST_MILLISECONDS = 4 * 24 * 60 * 60 * 1000;
/** Clocks differ by a little. */
const AHEAD_MILLISECONDS = 5 * 60 * 1000;

/** The headers of a delivery that PayPal's verification asks for. */
const needed = {
  "paypal-transmission-id": "transmission_id",
  "paypal-transmission-time": "transmission_time",
  "paypal-transmission-sig": "transmission_sig",
  "paypal-cert-url": "cert_url",
  "paypal-auth-algo": "auth_algo",
} as const;

/**
 * Whether PayPal itself says that it sent exactly these bytes to this shop's webhook
 * (POST /v1/notifications/verify-webhook-signature), and not days ago.
 * @throws PayPalError when PayPal cannot be asked now
 */
export async function isFromPayPal(
  paypal: PayPalGateway,
  { body, headers, now }: { body: string; headers: Headers; now: Date },
): Promise<boolean> {
  const given: Record<string, string> = { webhook_id: paypal.webhookId };
  for (const [header, field] of Object.entries(needed)) {
    const value = headers.get(header);
    if (!value || value.length > 2000) return false;
    given[field] = value;
  }
  if (!isRecent(given.transmission_time ?? "", now)) return false;
  if (!paypal.isSandbox && !isPayPalAddress(given.cert_url ?? "")) return false;
  // The event goes back as the very bytes that came: written again, its checksum could be another.
  const request = `${JSON.stringify(given).slice(0, -1)},"webhook_event":${body}}`;
  const verdict = await paypal.client.send(
    verdictSchema,
    "POST",
    "/v1/notifications/verify-webhook-signature",
    { body: request },
  );
  return verdict.verification_status === "SUCCESS";
}

/** PayPal repeats an event for three days; one that is older was recorded by somebody. */
function isRecent(time: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(time);
  return age <= OLDEST_MILLISECONDS && age >= -AHEAD_MILLISECONDS;
}

function isPayPalAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" && hostname.endsWith(".paypal.com");
}
