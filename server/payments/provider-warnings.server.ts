import type Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import type { ProviderWarning } from "./provider-warning.ts";
import { isMissingAtStripe } from "./stripe-refusal.server.ts";

/** A review as Stripe has it now; undefined when it knows none of this id. @throws Stripe's errors */
export async function findReview(context: Context, id: string): Promise<ProviderWarning | undefined> {
  const review = await unlessMissing(context.gateways.stripe.client.reviews.retrieve(id));
  if (!review) return undefined;
  const { open, opened_reason, closed_reason, created } = review;
  return {
    kind: "review",
    id,
    paymentId: idOf(review.payment_intent) ?? (await paymentOfCharge(context, idOf(review.charge))),
    reason: open ? opened_reason : (closed_reason ?? "closed"),
    isOpen: open,
    openedAt: new Date(created * 1000),
  };
}

/** The intent that a charge belongs to; empty when there is none. @throws Stripe's errors */
export async function paymentOfCharge(context: Context, chargeId: string | undefined): Promise<string> {
  if (!chargeId) return "";
  const charge = await unlessMissing(context.gateways.stripe.client.charges.retrieve(chargeId));
  return idOf(charge?.payment_intent) ?? "";
}

function idOf(object: string | Stripe.PaymentIntent | Stripe.Charge | null | undefined): string | undefined {
  return typeof object === "string" ? object : object?.id;
}

async function unlessMissing<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}
