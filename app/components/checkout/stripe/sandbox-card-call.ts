import { z } from "zod";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import { intentIdOf, outcomeOf } from "./pay-with-elements.ts";
import type { CardEntry, CardField } from "./sandbox-card-form.tsx";

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

type CardResponse = z.infer<typeof responseSchema>;

/** What is wrong with each field, in Stripe's words. */
type MistypedFields = Partial<Record<CardField, string>>;

/** How a step of paying ended, as the card form shows it. */
export type CardCallResult =
  | { kind: "taken" | "challenge" }
  | { kind: "mistyped"; fields: MistypedFields }
  | { kind: "failed"; message: string };

const CALLS = "/sandbox/stripe/payment_intents";

/**
 * What of a card is mistyped, as Stripe's own form finds out before a payment is opened. None while nobody answers: the
 * card is checked again when it is submitted.
 */
export async function checkCard(card: CardEntry): Promise<MistypedFields | undefined> {
  const answer = await post(`${CALLS}/check`, { card })
    .then(readAnswer)
    .catch(() => LOST);
  return fieldsOf(answer);
}

/**
 * Submits the card, as Stripe.js does with confirmPayment, and names the amount that the form was opened for. Safe to
 * repeat: an intent is charged once.
 */
export function confirmCard(
  clientSecret: string,
  card: CardEntry,
  { amount, currency }: { amount: Pence; currency: CurrencyCode },
): Promise<CardCallResult> {
  return callSandbox(clientSecret, "confirm", {
    card,
    elements: { mode: "payment", amount, currency },
  });
}

/** Ends the 3-D Secure challenge. */
export function handleChallenge(clientSecret: string, outcome: "pass" | "fail"): Promise<CardCallResult> {
  return callSandbox(clientSecret, "authenticate", { outcome });
}

const RETRY_MILLISECONDS = 1000;

async function callSandbox(clientSecret: string, step: string, body: object): Promise<CardCallResult> {
  const address = `${CALLS}/${encodeURIComponent(intentIdOf(clientSecret))}`;
  const send = () => post(`${address}/${step}`, { client_secret: clientSecret, ...body });
  // A lost answer may hide a payment: ask again rather than call it failed.
  const answer = await send()
    .catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      return send();
    })
    .then(readAnswer)
    .catch(() => LOST);
  const fields = fieldsOf(answer);
  if (fields) return { kind: "mistyped", fields };
  if (!answer.error && answer.paymentIntent?.status === "requires_action") return { kind: "challenge" };
  return outcomeOf(answer, async () =>
    readAnswer(await fetch(`${address}?${new URLSearchParams({ client_secret: clientSecret })}`)),
  );
}

function post(address: string, body: object): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
}

function fieldsOf({ error }: CardResponse): MistypedFields | undefined {
  return error?.fields && Object.fromEntries(error.fields.map((each) => [each.field, each.message]));
}

/** As Stripe.js tells of a request that got no answer. */
const LOST: CardResponse = { error: { type: "api_connection_error" } };

async function readAnswer(response: Response): Promise<CardResponse> {
  return responseSchema.parse(await response.json());
}
