import Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { type FinaliseOutcome, finalisePayment } from "./finalise-payment.server.ts";
import { finaliseSession } from "./finalise-session.server.ts";

/**
 * What became of the payment that a browser returns from. When the provider cannot be asked right now the answer is
 * "processing": the webhook and the sweeper will find out, and nobody is told to pay again.
 */
export async function settleReturn(
  context: Context,
  { paymentIntent, sessionId }: { paymentIntent: string | null; sessionId: string | null },
): Promise<FinaliseOutcome> {
  try {
    if (sessionId) return await finaliseSession(context, sessionId);
    if (paymentIntent) return await finalisePayment(context, "stripe", paymentIntent);
    return { kind: "unmatched" };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log("warn", "a returning payment could not be looked up", { requestId: context.requestId, error });
    return { kind: "processing" };
  }
}
