import { z } from "zod";
import { passToSandbox } from "#server/payments/sandbox-connection.server.ts";
import type { Pence } from "#server/pricing/money.ts";
import { payPalEventShape } from "#server/sandbox/paypal/paypal-shapes.ts";
import { loadPayPal, payPalCaptures, payPalEvents } from "#server/sandbox/paypal/paypal-store.server.ts";
import { openPayPalDispute } from "#server/sandbox/paypal/refunds-and-disputes.server.ts";
import { readInSandbox, runInSandbox } from "#server/sandbox/sandbox-process.server.ts";
import { openDispute } from "#server/sandbox/stripe/disputes.server.ts";
import { charges, events, loadObject, paymentIntents } from "#server/sandbox/stripe/sandbox-store.server.ts";
import { eventShape } from "#server/sandbox/stripe/stripe-shapes.ts";
import { atWork } from "./model-time.ts";

/* Actions at the stand-ins, which run in this process, without any process of the shop. */

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

/** The card form's call for a form opened for an amount; returns Stripe's status of the intent, or "refused". */
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
  const response = await atWork.exit(() =>
    passToSandbox(
      new Request(`http://127.0.0.1:3000${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ client_secret: clientSecret, ...body }),
      }),
    ),
  );
  const { paymentIntent, error } = responseSchema.parse(await response.json());
  return error ? "refused" : (paymentIntent?.status ?? "refused");
}

/** Fills in the hosted page: "paid", "challenge", or "refused". */
export async function payHostedPage(url: string, card: CardName): Promise<"paid" | "challenge" | "refused"> {
  const response = await postForm(url, { cardNumber: cards[card], cardExpiry: "12/40", cardCvc: "123" });
  return endingOf(response, url);
}

export async function handleHostedChallenge(url: string, outcome: "pass" | "fail") {
  return endingOf(await postForm(`${url}/challenge`, { outcome }), url);
}

function endingOf(response: Response, url: string): "paid" | "challenge" | "refused" {
  if (response.status !== 303) return "refused";
  const location = response.headers.get("location") ?? "";
  if (location === `${url}/challenge`) return "challenge";
  return location.includes("session_id=") ? "paid" : "refused";
}

function postForm(url: string, fields: Record<string, string>): Promise<Response> {
  const headers = { "Sec-Fetch-Site": "same-origin", Origin: new URL(url).origin };
  const request = new Request(url, { method: "POST", headers, body: new URLSearchParams(fields) });
  return atWork.exit(() => passToSandbox(request));
}

/** The payer of a card payment or a capture opens a dispute. */
export async function disputePayment({ id, provider }: { id: string; provider: string }): Promise<void> {
  await runInSandbox((store) => {
    if (provider === "paypal") {
      openPayPalDispute(store, loadPayPal(store, payPalCaptures, id));
      return;
    }
    const { latest_charge } = loadObject(store, paymentIntents, id);
    const charge = loadObject(store, charges, latest_charge ?? "");
    openDispute(store, charge, "fraudulent");
    store.put(charges, { ...charge, disputed: true });
  });
}

/** An event as its provider sends it. */
export function eventBody(provider: "stripe" | "paypal", id: string): string {
  return readInSandbox((store) =>
    JSON.stringify(
      provider === "stripe"
        ? eventShape(loadObject(store, events, id))
        : payPalEventShape(loadPayPal(store, payPalEvents, id)),
    ),
  );
}
