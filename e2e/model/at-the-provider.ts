import { z } from "zod";
import type { Pence } from "#server/pricing/money.ts";
import { handleSandboxPage } from "#server/sandbox/sandbox-pages.server.ts";
import { atWork } from "./model-time.ts";

/* What a browser sends to the stand-ins' pages, which are not the shop: no process of the shop takes part. */

const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  "asks for 3-D Secure": "4000002500003155",
  slow: "4000000000002503",
  "refund pending": "4000000000007726",
  "refund fails": "4000000000005126",
} as const;

export const cardNames = [
  "good",
  "declined",
  "asks for 3-D Secure",
  "slow",
  "refund pending",
  "refund fails",
] as const;
export type CardName = (typeof cardNames)[number];

const responseSchema = z.object({
  paymentIntent: z.looseObject({ id: z.string(), status: z.string() }).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

/**
 * The card form's call, of a form that was opened for an amount: how the attempt ended, in Stripe's word for the intent,
 * or "refused".
 */
export async function confirmCard(clientSecret: string, card: CardName, amount: Pence): Promise<string> {
  return cardForm(clientSecret, "confirm", {
    card: { number: cards[card], exp: "12/40", cvc: "123" },
    elements: { mode: "payment", amount, currency: "gbp" },
  });
}

export async function handleChallenge(clientSecret: string, outcome: "pass" | "fail"): Promise<string> {
  return cardForm(clientSecret, "authenticate", { outcome });
}

export function intentOf(clientSecret: string): string {
  return clientSecret.split("_secret_")[0] ?? "";
}

async function cardForm(clientSecret: string, step: string, body: object): Promise<string> {
  const path = `/sandbox/stripe/payment_intents/${intentOf(clientSecret)}/${step}`;
  const answer = await atWork.exit(() =>
    handleSandboxPage(
      new Request(`http://127.0.0.1:3000${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ client_secret: clientSecret, ...body }),
      }),
    ),
  );
  const { paymentIntent, error } = responseSchema.parse(await answer.json());
  return error ? "refused" : (paymentIntent?.status ?? "refused");
}

/** Fills in the hosted page: "paid", "challenge", or "refused". */
export async function payHostedPage(url: string, card: CardName): Promise<"paid" | "challenge" | "refused"> {
  const answer = await postForm(url, { cardNumber: cards[card], cardExpiry: "12/40", cardCvc: "123" });
  return endingOf(answer, url);
}

export async function handleHostedChallenge(url: string, outcome: "pass" | "fail") {
  return endingOf(await postForm(`${url}/challenge`, { outcome }), url);
}

function endingOf(answer: Response, url: string): "paid" | "challenge" | "refused" {
  if (answer.status !== 303) return "refused";
  const location = answer.headers.get("location") ?? "";
  if (location === `${url}/challenge`) return "challenge";
  return location.includes("session_id=") ? "paid" : "refused";
}

function postForm(url: string, fields: Record<string, string>): Promise<Response> {
  const headers = { "Sec-Fetch-Site": "same-origin", Origin: new URL(url).origin };
  const request = new Request(url, { method: "POST", headers, body: new URLSearchParams(fields) });
  return atWork.exit(() => handleSandboxPage(request));
}
