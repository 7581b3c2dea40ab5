import Stripe from "stripe";
import type { FiledPayment } from "../provider.ts";
import type { ClosedPayment } from "../provider-facts.ts";
import { isMissingAtStripe } from "./stripe-refusal.server.ts";

/**
 * Ends a payment at Stripe, so that nobody can pay it any more. Stripe refuses that to one that has moved on: what
 * became of it is then looked up. The intent of a hosted page can only be ended with the page
 * (docs.stripe.com/api/payment_intents/cancel).
 * @throws Stripe's errors, also when it neither ends the payment nor says that it is over
 */
export async function closeStripePayment(client: Stripe, payment: FiledPayment): Promise<ClosedPayment> {
  try {
    return await (payment.providerSessionId
      ? expirePage(client, payment.providerSessionId)
      : cancelIntent(client, payment.providerPaymentId));
  } catch (error) {
    // Of another account, such as the sandbox's before there were keys: nobody can pay it here.
    if (isMissingAtStripe(error)) return { kind: "closed" };
    throw error;
  }
}

async function cancelIntent(client: Stripe, id: string): Promise<ClosedPayment> {
  try {
    await client.paymentIntents.cancel(id);
    return { kind: "closed" };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { status } = await client.paymentIntents.retrieve(id);
    if (status === "canceled") return { kind: "closed" };
    const isTaken = status === "succeeded" || status === "processing" || status === "requires_capture";
    if (isTaken) return { kind: "taken", paymentId: id };
    throw error;
  }
}

async function expirePage(client: Stripe, id: string): Promise<ClosedPayment> {
  try {
    await client.checkout.sessions.expire(id);
    return { kind: "closed" };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { status, payment_intent: intent } = await client.checkout.sessions.retrieve(id);
    if (status === "expired") return { kind: "closed" };
    if (status === "complete") {
      return { kind: "taken", paymentId: typeof intent === "string" ? intent : intent?.id };
    }
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
