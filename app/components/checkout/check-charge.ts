import { z } from "zod";
import type { PreparedPayment } from "#server/checkout/checkout-answer.ts";
import { formatPounds, parsePounds, penceToPounds } from "#server/pricing/money.ts";

const grantedSchema = z.object({ clientSecret: z.string() });
const refusedSchema = z.object({
  message: z.string(),
  expected: z.number().optional(),
  alreadyPaid: z.boolean().optional(),
});

const LOOK_AGAIN = "Please check it and pay again.";

/**
 * Asks, right before the card is charged, whether the payment still is what the button says: the same cart may have
 * been changed in another tab, and the payment's amount with it (resolution B10). Returns why not to charge.
 */
export async function checkCharge({ amount, clientSecret }: PreparedPayment): Promise<string | undefined> {
  const answer = await askForIntent(amount).catch(() => undefined);
  const granted = grantedSchema.safeParse(answer);
  if (granted.success) {
    return granted.data.clientSecret === clientSecret ? undefined : `Your order has changed. ${LOOK_AGAIN}`;
  }
  const refused = refusedSchema.safeParse(answer).data;
  // An attempt before this one went through and its answer was lost: confirming again finds that out.
  if (refused?.alreadyPaid) return undefined;
  const expected = refused?.expected === undefined ? undefined : parsePounds(refused.expected);
  if (expected !== undefined) return `The total is now ${formatPounds(expected)}. ${LOOK_AGAIN}`;
  return refused?.message ?? "Payment processing failed";
}

async function askForIntent(amount: number): Promise<unknown> {
  const response = await fetch("/api/create-payment-intent", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ amount: penceToPounds(amount) }),
  });
  return response.json();
}
