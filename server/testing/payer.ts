import { z } from "zod";

/* What a payer does on the providers' pages, which the shop passes on: in the process of a test, or by HTTP. */

export interface PageAnswer {
  status: number;
  /** Where a redirect leads. */
  location: string | null;
  text: string;
}

/** Sends a form or JSON to a page of a provider. */
export type SendToProvider = (
  path: string,
  sent: { form: Record<string, string> } | { json: unknown },
) => Promise<PageAnswer>;

/** Test cards of the sandbox: Stripe's own numbers. */
export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  threeDSecure: "4000002500003155",
  /** Settled after some seconds. */
  slow: "4000000000002503",
  refundPending: "4000000000007726",
  refundFails: "4000000000005126",
} as const;

export interface CardInput {
  exp?: string;
  cvc?: string;
  /** What the card form was opened for, in pence, where it is a form that pays. */
  elementsAmount?: number | undefined;
  /** How a 3-D Secure challenge ends; it is passed unless told otherwise. */
  challenge?: "pass" | "fail";
}

const resultSchema = z.object({
  paymentIntent: z.looseObject({ id: z.string(), status: z.string() }).optional(),
  error: z
    .looseObject({
      type: z.string(),
      code: z.string().optional(),
      decline_code: z.string().optional(),
      message: z.string(),
    })
    .optional(),
});

type CardFormResult = z.infer<typeof resultSchema>;

/** The id of the intent that a client secret is for. */
export function intentOf(clientSecret: string): string {
  return clientSecret.split("_secret_")[0] ?? "";
}

/** Submits the card form; a 3-D Secure challenge is left open. */
export function confirmCard(
  send: SendToProvider,
  clientSecret: string,
  number: string,
  { exp = "12/40", cvc = "123", elementsAmount }: CardInput = {},
): Promise<CardFormResult> {
  const elements = { mode: "payment", amount: elementsAmount, currency: "gbp" };
  const card = { number, exp, cvc };
  const body = elementsAmount === undefined ? { card } : { card, elements };
  return callCardForm(send, clientSecret, "confirm", body);
}

/** Ends the card form's 3-D Secure challenge. */
export function endChallenge(
  send: SendToProvider,
  clientSecret: string,
  outcome: "pass" | "fail",
): Promise<CardFormResult> {
  return callCardForm(send, clientSecret, "authenticate", { outcome });
}

async function callCardForm(
  send: SendToProvider,
  clientSecret: string,
  step: "confirm" | "authenticate",
  body: object,
): Promise<CardFormResult> {
  const path = `/sandbox/stripe/payment_intents/${intentOf(clientSecret)}/${step}`;
  const { text } = await send(path, { json: { client_secret: clientSecret, ...body } });
  return resultSchema.parse(JSON.parse(text));
}

/** The intent's status after a step of the card form, or "refused". */
export function statusAfter({ paymentIntent, error }: CardFormResult): string {
  return error ? "refused" : (paymentIntent?.status ?? "refused");
}

/** Fills in the hosted page, and its challenge where there is one. */
export async function payHostedPage(
  send: SendToProvider,
  page: string,
  number: string,
  { exp = "12 / 40", cvc = "123", challenge = "pass" }: CardInput = {},
): Promise<PageAnswer> {
  const paid = await send(page, { form: { cardNumber: number, cardExpiry: exp, cardCvc: cvc } });
  return paid.location?.endsWith("/challenge") ? send(paid.location, { form: { outcome: challenge } }) : paid;
}

/** The address of the shop to which a paid page leads; null where it refused. */
export function wayBack({ status, location }: PageAnswer): string | null {
  return status === 303 && location?.includes("session_id=") ? location : null;
}
