import { PAYMENT_FAILED } from "./payment-texts.ts";

/** What Stripe.js, or the sandbox in its place, says about a payment that did not go through. */
export interface PaymentProblem {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
}

/** Another tab has begun to pay for another cart or address: what this one was about to charge has been given up. */
export const CHANGED_MEANWHILE = "Your order has changed meanwhile. Please check it and pay again.";

/** Reasons that a thief must not learn: shown like any other decline (docs.stripe.com/declines/codes). */
const hiddenDeclines = new Set(["fraudulent", "lost_card", "stolen_card", "merchant_blacklist"]);
const GENERIC_DECLINE = "Your card was declined.";

/** Codes that say something about the card or its holder although their type is another. */
const cardCodes = new Set(["payment_intent_authentication_failure"]);

/** The sentence for the shopper: the provider's about a card, else our own. */
export function paymentErrorMessage(problem: PaymentProblem): string {
  if (problem.decline_code && hiddenDeclines.has(problem.decline_code)) return GENERIC_DECLINE;
  const aboutCard =
    problem.type === "card_error" ||
    problem.type === "validation_error" ||
    (problem.code !== undefined && cardCodes.has(problem.code));
  return aboutCard ? problem.message || PAYMENT_FAILED : "Payment processing failed";
}
