import { z } from "zod";
import { successful } from "#app/lib/forms/http-error.ts";

/** How a capture ended, as the page shows it. */
export type PayPalCallResult =
  /** The money was taken, or PayPal takes its time, or nobody knows: the return page finds out. */
  | { kind: "taken" }
  /** The payer may approve the same order once more. */
  | { kind: "restart"; message: string }
  | { kind: "failed"; message: string };

const errorSchema = z.object({ message: z.string(), restart: z.boolean().optional() });

/** The client's token for PayPal's SDK. */
export async function fetchClientToken(): Promise<string> {
  const response = await successful(await fetch("/paypal/setup", { credentials: "same-origin" }));
  return z.object({ clientToken: z.string() }).parse(await response.json()).clientToken;
}

/** Takes the money of an approved order. Safe to repeat: an order is captured once. */
export async function capturePayPalOrder(orderId: string): Promise<PayPalCallResult> {
  try {
    const address = `/paypal/order/${encodeURIComponent(orderId)}/capture`;
    const response = await fetch(address, { method: "POST", credentials: "same-origin" });
    const json: unknown = await response.json();
    logPayPal("capture", json);
    const isUnknown = response.status >= 500 || response.headers.has("Retry-After");
    if (response.ok || isUnknown) return { kind: "taken" };
    const failure = errorSchema.safeParse(json).data;
    const message = failure?.message ?? PAYPAL_FAILED;
    return failure?.restart ? { kind: "restart", message } : { kind: "failed", message };
  } catch (error) {
    logPayPal("capture error", error);
    return { kind: "taken" };
  }
}

/** What PayPal says is logged in the browser, whatever else is done with it (docs/rules.md#payments-4). */
export function logPayPal(what: string, details: unknown): void {
  // biome-ignore lint/suspicious/noConsole: docs/rules.md#payments-4 asks for it
  console.info(`PayPal ${what}`, details);
}

export const PAYPAL_FAILED =
  "PayPal did not work just now. Nothing is lost: please try again or pay by card.";
