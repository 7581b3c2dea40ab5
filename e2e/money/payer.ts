import { z } from "zod";

/* What a payer does on the providers' pages, which the shop passes on: with the model in one process, or by HTTP. */

type Answer = { status: number; location: string | null; body: string };

/** Sends a form or JSON to a page of a provider. */
export type SendToProvider = (
  path: string,
  sent: { form: Record<string, string> } | { json: unknown },
) => Promise<Answer>;

const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  "asks for 3-D Secure": "4000002500003155",
  /** Settled after some seconds. */
  slow: "4000000000002503",
  "refund pending": "4000000000007726",
  "refund fails": "4000000000005126",
} as const;

export type CardName = keyof typeof cards;
export const cardNames = Object.keys(cards) as CardName[];

const responseSchema = z.object({
  paymentIntent: z.looseObject({ status: z.string() }).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

/** The id of the intent that a client secret is for. */
export function intentOf(clientSecret: string): string {
  return clientSecret.split("_secret_")[0] ?? "";
}

/** Pays with the card form, opened for an amount where it says one; returns the intent's status, or "refused". */
export function confirmCard(
  send: SendToProvider,
  clientSecret: string,
  card: CardName,
  amount?: number,
): Promise<string> {
  return callCardForm(send, clientSecret, "confirm", {
    card: { number: cards[card], exp: "12/40", cvc: "123" },
    ...(amount === undefined ? {} : { elements: { mode: "payment", amount, currency: "gbp" } }),
  });
}

/** Ends the card form's 3-D Secure challenge. */
export function endChallenge(
  send: SendToProvider,
  clientSecret: string,
  outcome: "pass" | "fail",
): Promise<string> {
  return callCardForm(send, clientSecret, "authenticate", { outcome });
}

async function callCardForm(
  send: SendToProvider,
  clientSecret: string,
  step: string,
  body: object,
): Promise<string> {
  const path = `/sandbox/stripe/payment_intents/${intentOf(clientSecret)}/${step}`;
  const answer = await send(path, { json: { client_secret: clientSecret, ...body } });
  const { paymentIntent, error } = responseSchema.parse(JSON.parse(answer.body));
  return error ? "refused" : (paymentIntent?.status ?? "refused");
}

/** Fills in the hosted page, and its challenge where there is one; the address that it leads back to, null if refused. */
export async function payHostedPage(
  send: SendToProvider,
  page: string,
  card: CardName,
  outcome: "pass" | "fail" = "pass",
): Promise<string | null> {
  const form = { cardNumber: cards[card], cardExpiry: "12/40", cardCvc: "123" };
  let { status, location } = await send(page, { form });
  if (location?.endsWith("/challenge")) ({ status, location } = await send(location, { form: { outcome } }));
  return status === 303 && location?.includes("session_id=") ? location : null;
}
