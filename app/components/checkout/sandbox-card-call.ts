import { z } from "zod";
import type { CardEntry, CardField } from "#server/payments/sandbox/card-entry.ts";
import { intentIdOf } from "./intent-id.ts";
import { paymentErrorMessage } from "./payment-error-message.ts";

const intentSchema = z.object({ id: z.string(), status: z.string() });

const answerSchema = z.object({
  paymentIntent: intentSchema.optional(),
  error: z
    .object({
      type: z.string().optional(),
      code: z.string().optional(),
      decline_code: z.string().optional(),
      message: z.string().optional(),
      fields: z.array(z.object({ field: z.enum(["number", "exp", "cvc"]), message: z.string() })).optional(),
      payment_intent: intentSchema.optional(),
    })
    .optional(),
});

/** How a step of paying ended, as the card form shows it. */
export type CardCallResult =
  | { kind: "paid" | "processing" | "challenge" }
  | { kind: "mistyped"; fields: Partial<Record<CardField, string>> }
  | { kind: "failed"; message: string };

/** Submits the card, as Stripe.js does with confirmPayment. Safe to repeat: an intent is charged once. */
export function confirmCard(clientSecret: string, card: CardEntry): Promise<CardCallResult> {
  return callSandbox(clientSecret, "confirm", { card });
}

/** Ends the 3-D Secure challenge. */
export function answerChallenge(clientSecret: string, outcome: "pass" | "fail"): Promise<CardCallResult> {
  return callSandbox(clientSecret, "authenticate", { outcome });
}

const RETRY_MILLISECONDS = 1000;

async function callSandbox(clientSecret: string, step: string, body: object): Promise<CardCallResult> {
  const send = () =>
    fetch(`/sandbox/stripe/payment_intents/${encodeURIComponent(intentIdOf(clientSecret))}/${step}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ client_secret: clientSecret, ...body }),
    });
  try {
    // A lost answer may hide a payment: ask again rather than call it failed.
    const response = await send().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      return send();
    });
    return resultOf(answerSchema.parse(await response.json()));
  } catch {
    // Nobody knows what became of it: the page for that asks the provider.
    return { kind: "processing" };
  }
}

function resultOf({ paymentIntent, error }: z.infer<typeof answerSchema>): CardCallResult {
  if (error?.fields) {
    return {
      kind: "mistyped",
      fields: Object.fromEntries(error.fields.map((each) => [each.field, each.message])),
    };
  }
  // An attempt before this one may have paid already.
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  if (status === "succeeded") return { kind: "paid" };
  if (status === "processing") return { kind: "processing" };
  if (error) return { kind: "failed", message: paymentErrorMessage(error) };
  if (status === "requires_action") return { kind: "challenge" };
  return { kind: "failed", message: "Payment was not completed successfully" };
}
