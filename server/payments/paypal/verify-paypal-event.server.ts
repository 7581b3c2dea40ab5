import { z } from "zod";
import type { PayPalGateway } from "#server/payments/gateways.ts";

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
  // The event goes back as the very bytes that came: written anew, its checksum could be another.
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
