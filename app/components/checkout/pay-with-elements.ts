import { intentIdOf } from "./intent-id.ts";
import type { OpenedIntent } from "./open-intent.ts";
import { type PaymentProblem, paymentErrorMessage } from "./payment-error-message.ts";
import { type Confirmed, outcomeOf } from "./stripe-outcome.ts";

/** What is used of Stripe's Elements. */
interface CardElements {
  submit: () => Promise<{ error?: PaymentProblem | undefined }>;
}

/** What is used of Stripe.js. */
interface CardStripe<Elements> {
  confirmPayment: (options: {
    elements: Elements;
    clientSecret: string;
    confirmParams: { return_url: string };
    redirect: "if_required";
  }) => Promise<Confirmed>;
  retrievePaymentIntent: (clientSecret: string) => Promise<Confirmed>;
}

interface CardPayment<Elements> {
  stripe: CardStripe<Elements>;
  elements: Elements;
  /** Gets the payment of exactly what the page shows. */
  openPayment: () => Promise<OpenedIntent>;
  /** Where a bank that wants a page of its own sends the shopper back to. */
  returnUrl: string;
}

/** "incomplete": Stripe's form itself says what is missing. */
export type CardPaymentEnd =
  | { kind: "incomplete" }
  | { kind: "failed"; message: string }
  | { kind: "paid" | "processing"; paymentIntentId: string };

/**
 * Pays with what was typed into Stripe's form, in the order that Stripe asks for where the intent is made last
 * (docs.stripe.com/payments/accept-a-payment-deferred): the form is submitted while the click is fresh, since a wallet
 * opens its window only in answer to it; then the payment is opened; then it is confirmed.
 */
export async function payWithElements<Elements extends CardElements>({
  stripe,
  elements,
  openPayment,
  returnUrl,
}: CardPayment<Elements>): Promise<CardPaymentEnd> {
  const { error } = await elements.submit();
  if (error?.type === "validation_error") return { kind: "incomplete" };
  if (error) return { kind: "failed", message: paymentErrorMessage(error) };
  const opened = await openPayment();
  if (opened.kind === "refused") return { kind: "failed", message: opened.message };
  if (opened.kind === "paid") return { kind: "processing", paymentIntentId: opened.paymentIntentId };
  const { clientSecret } = opened;
  const confirmed = await stripe
    .confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: "if_required",
    })
    // Stripe.js throws when it will not even ask; whether it had asked is looked up.
    .catch((): Confirmed => ({ error: {} }));
  const outcome = await outcomeOf(confirmed, () => stripe.retrievePaymentIntent(clientSecret));
  return outcome.kind === "failed" ? outcome : { ...outcome, paymentIntentId: intentIdOf(clientSecret) };
}
