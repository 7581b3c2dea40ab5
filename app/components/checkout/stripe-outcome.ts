import { CHANGED_MEANWHILE, type PaymentProblem, paymentErrorMessage } from "./payment-error-message.ts";

/** How an attempt to pay ended, as the card form shows it. */
export type CardOutcome = { kind: "paid" | "processing" } | { kind: "failed"; message: string };

/** What Stripe.js says. */
export interface Confirmed {
  error?: (PaymentProblem & { payment_intent?: { status: string } | undefined }) | undefined;
  paymentIntent?: { status: string } | undefined;
}

/** Nobody knows what became of a request that got no answer, or a broken one. */
const uncertainTypes = new Set<string | undefined>(["api_connection_error", "api_error", undefined]);
/** The intent is not where it was: paid from another tab, or given up (docs.stripe.com/error-codes). */
const MOVED_ON = "payment_intent_unexpected_state";

/**
 * What Stripe.js said about a payment, in the form's words. After an answer that was lost or broken, or that says that
 * the payment has moved on, Stripe is asked once more; when that fails too the payment is being confirmed, never called
 * failed.
 */
export async function outcomeOf(
  confirmed: Confirmed,
  lookUp: () => Promise<Confirmed>,
): Promise<CardOutcome> {
  const { error } = confirmed;
  if (!error) return outcomeOfStatus(confirmed.paymentIntent?.status);
  const hasMovedOn = error.code === MOVED_ON;
  const failed = {
    kind: "failed",
    message: hasMovedOn ? CHANGED_MEANWHILE : paymentErrorMessage(error),
  } as const;
  if (!hasMovedOn && !uncertainTypes.has(error.type)) return failed;
  const known = hasMovedOn ? error.payment_intent?.status : undefined;
  const status = known ?? (await lookUp().catch(() => undefined))?.paymentIntent?.status;
  if (status === undefined) return { kind: "processing" };
  const outcome = outcomeOfStatus(status);
  return outcome.kind === "failed" ? failed : outcome;
}

function outcomeOfStatus(status: string | undefined): CardOutcome {
  if (status === "succeeded") return { kind: "paid" };
  // An authorised payment that is still to be captured waits, too.
  if (status === "processing" || status === "requires_capture") return { kind: "processing" };
  return { kind: "failed", message: "Payment was not completed successfully" };
}
