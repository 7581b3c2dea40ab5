import { crc32 } from "node:zlib";
import type { SandboxPayPalKeys } from "../sandbox-process.server.ts";
import { signatureMatches, signatureOf } from "../signatures.server.ts";

interface Transmission {
  id: string;
  time: string;
  body: string;
}

/** Stands for PayPal's certificate signature, over the same text: ids, time and the body's checksum. */
function signTransmission(keys: SandboxPayPalKeys, { id, time, body }: Transmission): string {
  const text = `${id}|${time}|${keys.webhookId}|${crc32(body)}`;
  // PayPal takes none that begins with a sign.
  return `v1${signatureOf(keys.clientSecret, "paypal sandbox transmission", text)}`;
}

/** The headers with which PayPal sends an event. */
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
