import { z } from "zod";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import { type CardElements, type CardStripe, type Confirmed, intentIdOf } from "./pay-with-elements.ts";
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
export type MistypedFields = Partial<Record<CardField, string>>;

const CALLS = "/sandbox/stripe/payment_intents";

interface SandboxCard {
  card: CardEntry;
  /** What the form was opened for: the sandbox refuses to charge anything else. */
  amount: Pence;
  currency: CurrencyCode;
  onMistyped: (fields: MistypedFields) => void;
  /** Asks the shopper how the 3-D Secure challenge ends. */
  challenge: () => Promise<"pass" | "fail">;
}

/**
 * The stand-in for Stripe.js and its form: what was typed is checked before a payment is opened. Nothing is wrong while
 * nobody answers: the card is checked again when it is submitted.
 */
export function sandboxElements({ card, onMistyped }: SandboxCard): CardElements {
  return {
    submit: async () => {
      const answer = await post(`${CALLS}/check`, { card })
        .then(readAnswer)
        .catch(() => LOST);
      return marked(answer, onMistyped) ?? {};
    },
  };
}

/** Safe to repeat: an intent is charged once. */
export function sandboxStripe({
  card,
  amount,
  currency,
  onMistyped,
  challenge,
}: SandboxCard): CardStripe<CardElements> {
  return {
    confirmPayment: async ({ clientSecret }) => {
      const elements = { mode: "payment", amount, currency };
      const answer = await callSandbox(clientSecret, "confirm", { card, elements });
      const needsChallenge = !answer.error && answer.paymentIntent?.status === "requires_action";
      if (!needsChallenge) return marked(answer, onMistyped) ?? answer;
      return callSandbox(clientSecret, "authenticate", { outcome: await challenge() });
    },
    retrievePaymentIntent: async (clientSecret) =>
      readAnswer(
        await fetch(`${addressOf(clientSecret)}?${new URLSearchParams({ client_secret: clientSecret })}`),
      ),
  };
}

/** What is wrong with the card, told at its fields, as Stripe's form does. */
function marked(answer: CardResponse, onMistyped: SandboxCard["onMistyped"]): Confirmed | undefined {
  const fields = answer.error?.fields;
  if (!fields) return undefined;
  onMistyped(Object.fromEntries(fields.map((each) => [each.field, each.message])));
  return { error: { ...answer.error, type: "validation_error" } };
}

const RETRY_MILLISECONDS = 1000;

async function callSandbox(clientSecret: string, step: string, body: object): Promise<CardResponse> {
  const send = () => post(`${addressOf(clientSecret)}/${step}`, { client_secret: clientSecret, ...body });
  // A lost answer may hide a payment: ask again rather than call it failed.
  return send()
    .catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      return send();
    })
    .then(readAnswer)
    .catch(() => LOST);
}

function addressOf(clientSecret: string): string {
  return `${CALLS}/${encodeURIComponent(intentIdOf(clientSecret))}`;
}

function post(address: string, body: object): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
}

/** As Stripe.js tells of a request that got no answer. */
const LOST: CardResponse = { error: { type: "api_connection_error" } };

async function readAnswer(response: Response): Promise<CardResponse> {
  return responseSchema.parse(await response.json());
}
