import { NOT_COMPLETED, PAYMENT_FAILED } from "../payment-texts.ts";

/** The payment of what the page shows, as the shop opened it, or why it did not. */
export type OpenedIntent = { kind: "open"; clientSecret: string } | { kind: "refused"; message: string };

/** The intent that a client secret belongs to. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_")[0] ?? "";
}

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

/** "incomplete": Stripe's form itself says what is missing. "taken": paid, or the bank takes its time. */
export type CardPaymentEnd =
  | { kind: "incomplete" }
  | { kind: "failed"; message: string }
  | { kind: "taken"; paymentIntentId: string };

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

/** How an attempt to pay ended: "taken" is paid, on its way, or nobody knows; the next page finds out. */
export type CardOutcome = { kind: "taken" } | { kind: "failed"; message: string };

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
  if (status === undefined) return { kind: "taken" };
  const outcome = outcomeOfStatus(status);
  return outcome.kind === "failed" ? failed : outcome;
}

function outcomeOfStatus(status: string | undefined): CardOutcome {
  // An authorised payment that is still to be captured waits, too.
  if (status === "succeeded" || status === "processing" || status === "requires_capture") {
    return { kind: "taken" };
  }
  return { kind: "failed", message: NOT_COMPLETED };
}

/** What Stripe.js, or the sandbox in its place, says about a payment that did not go through. */
export interface PaymentProblem {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
}

/** Another tab has begun to pay for another cart or address: what this one was about to charge has been given up. */
const CHANGED_MEANWHILE = "Your order has changed meanwhile. Please check it and pay again.";

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
