import { z } from "zod";
import type { PreparedPayment } from "#server/checkout/checkout.ts";
import { penceToPounds } from "#server/pricing/money.ts";
import type { FormDetails } from "../form-details.ts";
import { shownOrder } from "../send-order.ts";

/** "paid": an attempt before this one went through, or is being looked into. */
export type OpenedIntent =
  | { kind: "open"; clientSecret: string }
  | { kind: "paid"; paymentIntentId: string }
  | { kind: "refused"; message: string };

const grantedSchema = z.object({ clientSecret: z.string() });
const refusedSchema = z.object({
  message: z.string(),
  alreadyPaid: z.boolean().optional(),
  paymentIntentId: z.string().optional(),
});

/**
 * Gets the payment of exactly what the page shows, right before the card is charged: the amount on the button, the
 * items and the details. When another tab has made it something else meanwhile, it tells why nothing is charged.
 */
export async function openIntent(prepared: PreparedPayment, details: FormDetails): Promise<OpenedIntent> {
  const body = await askForIntent(prepared, details).catch(() => undefined);
  const granted = grantedSchema.safeParse(body).data;
  if (granted) return { kind: "open", clientSecret: granted.clientSecret };
  const refused = refusedSchema.safeParse(body).data;
  if (refused?.alreadyPaid && refused.paymentIntentId) {
    return { kind: "paid", paymentIntentId: refused.paymentIntentId };
  }
  return { kind: "refused", message: refused?.message ?? "Payment processing failed" };
}

async function askForIntent(prepared: PreparedPayment, details: FormDetails): Promise<unknown> {
  const response = await fetch("/api/create-payment-intent", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ amount: penceToPounds(prepared.amount), shown: shownOrder(prepared, details) }),
  });
  return response.json();
}

/** The intent that a client secret belongs to. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_")[0] ?? "";
}
