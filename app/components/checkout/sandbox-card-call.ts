import { z } from "zod";
import type { Pence } from "#server/pricing/money.ts";
import type { CardEntry, CardField } from "#server/sandbox/browser/card-entry.ts";
import { intentIdOf } from "./intent-id.ts";
import { outcomeOf } from "./stripe-outcome.ts";

const intentSchema = z.object({ id: z.string(), status: z.string() });

const responseSchema = z.object({
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

type Answer = z.infer<typeof responseSchema>;

/** How a step of paying ended, as the card form shows it. */
export type CardCallResult =
  | { kind: "paid" | "processing" | "challenge" }
  | { kind: "mistyped"; fields: Partial<Record<CardField, string>> }
  | { kind: "failed"; message: string };

/**
 * Submits the card, as Stripe.js does with confirmPayment, and names the amount that the form was opened for. Safe to
 * repeat: an intent is charged once.
 */
export function confirmCard(clientSecret: string, card: CardEntry, amount: Pence): Promise<CardCallResult> {
  return callSandbox(clientSecret, "confirm", {
    card,
    elements: { mode: "payment", amount, currency: "gbp" },
  });
}

/** Ends the 3-D Secure challenge. */
export function handleChallenge(clientSecret: string, outcome: "pass" | "fail"): Promise<CardCallResult> {
  return callSandbox(clientSecret, "authenticate", { outcome });
}

const RETRY_MILLISECONDS = 1000;

async function callSandbox(clientSecret: string, step: string, body: object): Promise<CardCallResult> {
  const address = `/sandbox/stripe/payment_intents/${encodeURIComponent(intentIdOf(clientSecret))}`;
  const send = () =>
    fetch(`${address}/${step}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ client_secret: clientSecret, ...body }),
    });
  // A lost answer may hide a payment: ask again rather than call it failed.
  const answer = await send()
    .catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      return send();
    })
    .then(readAnswer)
    .catch(() => LOST);
  if (answer.error?.fields) {
    const mistyped = answer.error.fields.map((each) => [each.field, each.message]);
    return { kind: "mistyped", fields: Object.fromEntries(mistyped) };
  }
  if (!answer.error && answer.paymentIntent?.status === "requires_action") return { kind: "challenge" };
  return outcomeOf(answer, async () =>
    readAnswer(await fetch(`${address}?${new URLSearchParams({ client_secret: clientSecret })}`)),
  );
}

/** As Stripe.js tells of a request that got no answer. */
const LOST: Answer = { error: { type: "api_connection_error" } };

async function readAnswer(response: Response): Promise<Answer> {
  return responseSchema.parse(await response.json());
}
