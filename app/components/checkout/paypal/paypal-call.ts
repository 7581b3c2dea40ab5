import { z } from "zod";
import { successful } from "#app/lib/forms/http-error.ts";
import type { PreparedPayment } from "#server/checkout/checkout.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import type { FormDetails } from "../form-details.ts";
import { shownOrder } from "../send-order.ts";

/** How a capture ended, as the page shows it. */
export type PayPalCallResult =
  | { kind: "paid"; captureId: string }
  | { kind: "processing" }
  /** The payer may approve the same order once more. */
  | { kind: "restart"; message: string }
  | { kind: "failed"; message: string };

const refusalSchema = z.object({ message: z.string(), restart: z.boolean().optional() });
const orderSchema = z.object({ id: z.string() });
const capturedSchema = z.object({ captureId: z.string().optional() });

/**
 * Makes the PayPal order of what the page shows; the server charges nothing else.
 * @throws Error with a message for the shopper
 */
export async function createPayPalOrder(prepared: PreparedPayment, details: FormDetails): Promise<string> {
  const request = post("/paypal/order", {
    amount: penceToDecimal(prepared.amount),
    currency: prepared.currency.toUpperCase(),
    intent: "capture",
    shown: shownOrder(prepared, details),
  });
  const { response, json } = await request.catch((cause: unknown) => {
    throw new Error(PAYPAL_FAILED, { cause });
  });
  if (response.ok) return orderSchema.parse(json).id;
  throw new Error(refusalSchema.safeParse(json).data?.message ?? PAYPAL_FAILED);
}

/** The client's token for PayPal's SDK. */
export async function fetchClientToken(): Promise<string> {
  const response = await successful(await fetch("/paypal/setup", { credentials: "same-origin" }));
  return z.object({ clientToken: z.string() }).parse(await response.json()).clientToken;
}

/** Takes the money of an approved order. Safe to repeat: an order is captured once. */
export async function capturePayPalOrder(orderId: string): Promise<PayPalCallResult> {
  try {
    const { response, json } = await post(`/paypal/order/${encodeURIComponent(orderId)}/capture`);
    logPayPal("capture", json);
    if (response.status === 202 || response.headers.has("Retry-After")) return { kind: "processing" };
    const captureId = response.ok ? capturedSchema.parse(json).captureId : undefined;
    // Paid by another payment meanwhile: the return page knows of its order.
    if (response.ok) return captureId ? { kind: "paid", captureId } : { kind: "processing" };
    const refusal = refusalSchema.safeParse(json).data;
    const message = refusal?.message ?? PAYPAL_FAILED;
    return refusal?.restart ? { kind: "restart", message } : { kind: "failed", message };
  } catch (error) {
    // Nobody knows whether it went through; the return page finds out.
    logPayPal("capture error", error);
    return { kind: "processing" };
  }
}

/** What PayPal says is logged in the browser, whatever else is done with it (docs/rules.md#payments-4). */
export function logPayPal(what: string, details: unknown): void {
  // biome-ignore lint/suspicious/noConsole: docs/rules.md#payments-4 asks for it
  console.info(`PayPal ${what}`, details);
}

async function post(address: string, body?: object): Promise<{ response: Response; json: unknown }> {
  const response = await fetch(address, {
    method: "POST",
    credentials: "same-origin",
    ...(body ? { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {}),
  });
  return { response, json: await response.json() };
}

export const PAYPAL_FAILED =
  "PayPal did not work just now. Nothing is lost: please try again or pay by card.";
