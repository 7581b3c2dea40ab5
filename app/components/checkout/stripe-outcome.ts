import { type PaymentProblem, paymentErrorMessage } from "./payment-error-message.ts";

/** How an attempt to pay ended, as the card form shows it. */
export type CardOutcome = { kind: "paid" | "processing" } | { kind: "failed"; message: string };

interface Confirmed {
  error?: PaymentProblem | undefined;
  paymentIntent?: { status: string } | undefined;
}

/** Nobody knows what became of a request that got no answer, or a broken one. */
const uncertainTypes = new Set<string | undefined>(["api_connection_error", "api_error", undefined]);

/**
 * What Stripe.js said about a payment, in the form's words. After an answer that was lost or broken Stripe is asked
 * once more; when that fails too the payment is being confirmed, never called failed.
 */
export async function outcomeOf(
  confirmed: Confirmed,
  lookUp: () => Promise<Confirmed>,
): Promise<CardOutcome> {
  const { error } = confirmed;
  if (!error) return outcomeOfStatus(confirmed.paymentIntent?.status);
  const failed = { kind: "failed", message: paymentErrorMessage(error) } as const;
  if (!uncertainTypes.has(error.type)) return failed;
  const status = (await lookUp().catch(() => undefined))?.paymentIntent?.status;
  if (status === undefined || status === "succeeded" || status === "processing") {
    return { kind: status === "succeeded" ? "paid" : "processing" };
  }
  return failed;
}

function outcomeOfStatus(status: string | undefined): CardOutcome {
  if (status === "succeeded") return { kind: "paid" };
  // An authorised payment that is still to be captured waits, too.
  if (status === "processing" || status === "requires_capture") return { kind: "processing" };
  return { kind: "failed", message: "Payment was not completed successfully" };
}
